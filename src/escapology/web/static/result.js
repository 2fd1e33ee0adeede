// Results of a day's deals: copied, or handed to what the device shares with. Without this script the text can be selected.

const look = document.documentElement.classList;
look.toggle("can-copy", Boolean(navigator.clipboard));
look.toggle("can-share", Boolean(navigator.share) && matchMedia("(pointer: coarse)").matches);

document.addEventListener("click", async (event) => {
  const button = event.target.closest?.("[data-result] button");
  if (!button) return;
  const result = button.closest("[data-result]");
  const text = result.querySelector("pre").textContent;
  const status = result.querySelector("[role=status]");
  try {
    if (button.matches(".shares")) return await navigator.share({ text });
    await navigator.clipboard.writeText(text);
    status.textContent = "Copied.";
  } catch (error) {
    if (error.name === "AbortError") return; // whoever closed the sheet knows it
    getSelection().selectAllChildren(result.querySelector("pre"));
    status.textContent = "That did not work: copy the marked text.";
  }
});
