// Settings: how loud is that? A button lets one listen before one decides.

import { sample } from "./sound.js";

const button = document.querySelector("#listen");

button.hidden = false;
button.addEventListener("click", () => sample(document.querySelector("input[name=volume]:checked").value));
