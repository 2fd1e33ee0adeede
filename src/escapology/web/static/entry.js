// Entering a deal by clicking: a place is chosen, a click in the tray puts a piece there, and the next open place is
// chosen. All that is known about pieces and places comes from the server, which checks after every change.

const form = document.querySelector(".entry");
const picker = document.querySelector("#picker");
const tray = document.querySelector("#tray");
const message = document.querySelector("#message");

let parts = {};
let chosen = "";
let last = Promise.resolve(); // what was asked for last; the next one waits for it
let typing = 0;
let typed = null; // the row that somebody types in
let edits = 0; // counts them: an answer to what stood there before is no news

function section(name) {
  return form.querySelector(`[data-part="${name}"]`);
}

// Ask the server about what is there now, with one more piece if one was picked; it goes to the place that is chosen
// when its turn has come, unless one is named.
function ask(more = {}) {
  last = last.then(async () => {
    const asked = edits;
    if ("piece" in more) more.place ??= chosen;
    const body = new URLSearchParams([...new FormData(form), ...Object.entries(more)]);
    try {
      const response = await fetch(form.action, { method: "POST", body, headers: { accept: "application/json" } });
      const answer = await response.json();
      if (asked === edits) show(answer, "piece" in more);
    } catch {
      say("The server can’t be reached. Is it still running? What you typed is still here.");
    }
  });
  return last;
}

// How much stands in a row: what is typed in it stays as it is, unless it holds more than the row has room for.
function size(text) {
  return text.replace(/[\s,;|/]+/g, "").length;
}

function say(text) {
  message.textContent = text;
  message.hidden = !text;
}

function show(answer, placed) {
  say(answer.error ?? answer.message);
  if (answer.error) return;
  for (const part of answer.parts) {
    parts[part.part] = part;
    const at = section(part.part);
    const board = at.querySelector("[data-board]");
    board.innerHTML = part.board;
    board.className = `part-board units-${part.units}`;
    const left = at.querySelector("[data-left]");
    if (left) left.textContent = part.left.join(" ");
    if (left) at.querySelector("[data-left-count]").textContent = part.left.length;
    at.querySelector("[data-count]").textContent = part.count;
    const wrong = at.querySelector("[data-wrong]");
    if (wrong.textContent !== part.wrong.join(" ")) wrong.textContent = part.wrong.join(" ");
    wrong.hidden = !part.wrong.length;
    for (const [name, , text] of part.rows) {
      const input = form.elements[name];
      if (input !== typed || !input.value || size(input.value) > size(text)) input.value = text;
    }
  }
  document.querySelector("#missing").textContent = answer.missing.length ? `${answer.missing.join(". ")}.` : "All that lies open is there.";
  const [name, number] = chosen.split(":");
  choose(placed || !parts[name] || parts[name].filled[number] ? answer.chosen : chosen);
}

// Mark the chosen place, and show what could lie there.
function choose(place) {
  chosen = place;
  form.querySelector(".chosen")?.classList.remove("chosen");
  const part = parts[place.split(":")[0]];
  picker.hidden = !part;
  if (!part) return;
  const target = section(part.part).querySelector(`.target[data-move="${place}"]`);
  target?.classList.add("chosen");
  document.querySelector("#picking").textContent = target?.getAttribute("aria-label") ?? section(part.part).querySelector("h2").textContent;
  if (tray.dataset.shows !== part.tray) {
    tray.innerHTML = part.tray;
    tray.dataset.shows = part.tray;
  }
}

form.addEventListener("click", (event) => {
  const target = event.target.closest?.(".target");
  if (!target) return;
  const move = target.dataset.move;
  if (tray.contains(target)) return put(move);
  const [place, piece] = move.split("=");
  if (piece) put(piece, place);
  else choose(place);
});

function put(piece, place) {
  typed = null;
  return ask({ piece, place });
}

document.querySelector("#take").addEventListener("click", () => put(""));

// Who types in a row stays there; the place behind what was typed is the chosen one.
form.addEventListener("input", (event) => {
  if (!event.target.matches(".rows input")) return;
  typed = event.target;
  edits += 1;
  clearTimeout(typing);
  typing = setTimeout(() => ask(), 600);
});
form.addEventListener("focusin", (event) => {
  const name = event.target.matches?.(".rows input") && event.target.name;
  const part = name && parts[name.slice(0, name.lastIndexOf("-"))];
  if (!part) return;
  const places = [...section(part.part).querySelectorAll("[data-board] .target")].map((target) => target.dataset.move);
  if (places.length && !chosen.startsWith(`${part.part}:`)) choose(places[0].split("=")[0]);
});
form.addEventListener("change", (event) => {
  typed = null;
  if (event.target.matches("select, .rows input")) ask();
});

document.documentElement.classList.add("live");
ask();
