// Watching a game: the slider, the steps and the list of moves show each place without loading the page again.
// Without this script the same buttons load pages.

import { Fit } from "./fit.js";
import { Motion } from "./motion.js";
import { root } from "./root.js";
import { Sound } from "./sound.js";

const table = document.querySelector(".replay");
const area = document.querySelector("#board");
const slider = document.querySelector("#scrubber");
const run = document.querySelector("#run");
const speed = document.querySelector("#speed");
const log = document.querySelector("#log");
const link = document.querySelector("#link");
const motion = new Motion(area, table.dataset.motion);
const sound = new Sound(area, table, document.querySelector("#sound"));
const fit = new Fit(area);
const packed = new URL(location.href).searchParams.get("r");
const last = Number(table.dataset.last);
const PACE = 1100; // milliseconds from move to move, at the usual speed

let at = Number(table.dataset.at);
let wanted = at;
let timer = 0;
const kept = new Map(); // places that were asked for

function address(place, path = "/replay") {
  return `${root}${path}?${new URLSearchParams({ r: packed, at: place })}`;
}

function fetched(place) {
  if (!kept.has(place)) {
    const asked = fetch(address(place, "/replay/place"), { headers: { accept: "application/json" } });
    const answer = asked.then((response) => response.json());
    answer.catch(() => kept.delete(place));
    kept.set(place, answer);
  }
  return kept.get(place);
}

async function go(place) {
  wanted = Math.max(0, Math.min(last, place));
  slider.value = wanted;
  document.querySelector("#number").textContent = wanted;
  if (wanted === at) return;
  const asked = wanted;
  let answer;
  try {
    answer = await fetched(asked);
  } catch {
    document.querySelector("#told").textContent = "The server can’t be reached. Is it still running?";
    return pause();
  }
  if (asked !== wanted || answer.error) return;
  show(answer);
  if (wanted < last) fetched(wanted + 1).catch(() => {});
}

function show(answer) {
  motion.finish();
  const before = motion.positions();
  const lay = sound.places();
  const forward = answer.at === at + 1;
  at = answer.at;
  area.innerHTML = answer.board;
  fit.renew();
  const events = forward ? answer.events : [];
  motion.run(before, events);
  sound.tell(lay, events, motion.pace(events), "");
  document.querySelector("#told").textContent = answer.told || "The start.";
  document.querySelector("#place").textContent = `after ${at} move${at === 1 ? "" : "s"} of ${last}`;
  document.querySelector("#status").textContent = answer.status;
  document.querySelector("#here").value = answer.record;
  link.value = new URL(at === last ? `${root}/replay?r=${packed}` : address(at), location.href);
  history.replaceState(null, "", address(at));
  mark();
}

// The steps lead on from here, and the move that was made is marked.
function mark() {
  const places = { first: 0, back: Math.max(0, at - 1), next: Math.min(last, at + 1), last };
  for (const button of document.querySelectorAll("[data-step]")) {
    button.value = places[button.dataset.step];
    button.disabled = Number(button.value) === at;
  }
  log.querySelector("[aria-current]")?.removeAttribute("aria-current");
  const current = log.children[at].querySelector("button");
  current.setAttribute("aria-current", "step");
  const item = log.children[at];
  log.scrollTop = item.offsetTop - log.clientHeight / 2;
}

function pause() {
  clearInterval(timer);
  timer = 0;
  label("Play", false);
}

function start() {
  if (at === last) go(0);
  clearInterval(timer);
  timer = setInterval(() => (wanted < last ? go(wanted + 1) : pause()), PACE / Number(speed.value));
  label("Pause", true);
}

function label(name, pressed) {
  run.lastElementChild.textContent = name;
  run.setAttribute("aria-pressed", pressed);
}

document.addEventListener("click", (event) => {
  const button = event.target.closest?.("button[form=steps]");
  if (!button) return;
  event.preventDefault();
  pause();
  go(Number(button.value));
});
slider.addEventListener("input", () => {
  pause();
  go(Number(slider.value));
});
run.addEventListener("click", () => (timer ? pause() : start()));
speed.addEventListener("change", () => timer && start());
document.querySelector("#copy").addEventListener("click", async (event) => {
  link.select();
  await navigator.clipboard?.writeText(link.value).then(() => (event.target.textContent = "Copied"), () => {});
});
document.addEventListener("keydown", (event) => {
  if (event.target.closest?.("input, textarea, button, summary, a") || event.ctrlKey || event.metaKey || event.altKey) return;
  const places = { ArrowLeft: wanted - 1, ArrowRight: wanted + 1, Home: 0, End: last };
  if (event.key in places) {
    event.preventDefault();
    pause();
    go(places[event.key]);
  } else if (event.key === " ") {
    event.preventDefault();
    run.click();
  }
});

run.hidden = speed.hidden = last === 0;
document.querySelector("#copy").hidden = false;
document.documentElement.classList.add("live");
mark();
