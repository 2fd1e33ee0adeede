// The page of a play: sends the page's own forms by itself, and puts the answers into the page.
// Without this script the same forms do the same by loading pages.

import { Board } from "./board.js";
import { Looks } from "./looks.js";
import { Motion } from "./motion.js";
import { root } from "./root.js";
import { Thinking } from "./thinking.js";

const table = document.querySelector(".table");
const area = document.querySelector("#board");
const side = document.querySelector("#side");
const log = document.querySelector("#log");
const said = document.querySelector("#said");
const motion = new Motion(area, table.dataset.motion);
const board = new Board(area, { play, attempt, touch: () => motion.finish() });
const thinking = new Thinking(table, document.querySelector("#thought"), {
  ask,
  act,
  sync,
  point: (move) => board.point(move),
  inTurn,
});
const outlook = document.querySelector("#outlook");

let last = Promise.resolve(); // what was asked for last; the next one waits for it
let quiet = 0; // clears the message after a while

new Looks(table, area, side, ask);

function version() {
  return side.querySelector("input[name=version]").value;
}

function sync(number) {
  for (const input of document.querySelectorAll("input[name=version]")) input.value = number;
}

// Make a move; first, if the player wants that, look whether it throws the win away.
async function play(move) {
  thinking.halt();
  if (table.dataset.warn !== undefined) {
    const worth = await thinking.answer("worth", { move }, 1500);
    if (worth?.loses && !(await sure())) return;
  }
  act("move", { move });
}

function sure() {
  const dialog = document.querySelector("#sure");
  dialog.showModal();
  return new Promise((done) => dialog.addEventListener("close", () => done(dialog.returnValue === "yes"), { once: true }));
}

// Whether it can still be won, after every move, for those who want to know.
async function look() {
  if (table.dataset.status === undefined || !side.querySelector(".option")) return (outlook.textContent = "");
  const at = version();
  outlook.textContent = "…";
  const answer = await thinking.answer("outlook");
  if (answer && (version() === at || outlook.textContent === "…")) showOutlook(answer);
}

// In words, with the ways back: to the last place from which it could be won, and before the move that cost the most.
function showOutlook({ words, back, costly }) {
  outlook.textContent = `${words ?? ""} `;
  addWayBack(back, "Go back before it was lost");
  addWayBack(costly, "Go back before the costliest move");
}

function addWayBack(node, text) {
  if ((node ?? null) === null) return;
  const button = document.createElement("button");
  button.className = "button plain";
  button.textContent = text;
  button.addEventListener("click", () => act("goto", { node }));
  outlook.append(button);
}

// How near a game that was won came to the shortest way out.
async function near() {
  const form = side.querySelector("form.near");
  if (!form) return;
  const place = document.createElement("p");
  place.className = "near quiet";
  place.setAttribute("role", "status");
  place.textContent = "Looking for the shortest way out…";
  form.replaceWith(place);
  place.textContent = (await thinking.answer("near"))?.words ?? "";
}

function say(message) {
  clearTimeout(quiet);
  said.textContent = message;
  if (message) quiet = setTimeout(() => say(""), 9000);
}

// One thing after the other: each knows the version that the one before it has left.
function inTurn(work) {
  const done = last.then(work);
  last = done.catch(() => {});
  return done;
}

// Do something to the play; every answer is the page's new parts.
function act(action, fields) {
  return inTurn(async () => {
    motion.finish();
    const body = new URLSearchParams({ ...fields, version: version() });
    const answer = await ask(`${root}/play/${table.dataset.play}/${action}`, { method: "POST", body });
    if (answer) show(answer);
  });
}

async function ask(address, options = {}) {
  try {
    const response = await fetch(address, { ...options, headers: { accept: "application/json" } });
    const answer = await response.json();
    if (answer.error) say(answer.error);
    return answer.error ? null : answer;
  } catch {
    say("The server can’t be reached. Is it still running? Nothing was changed.");
    return null;
  }
}

async function attempt(source, place) {
  const query = new URLSearchParams({ source, place });
  const answer = await ask(`${root}/play/${table.dataset.play}/why?${query}`);
  if (answer) say(answer.message);
}

function show(answer) {
  const focused = remember();
  const before = motion.positions();
  const open = [...side.querySelectorAll("details[open]")].map((details) => details.classList[2]);
  draw(answer.board);
  side.innerHTML = answer.side;
  for (const name of open) side.querySelector(`details.${name}`)?.setAttribute("open", "");
  tell(answer.log);
  say(answer.message);
  board.renew();
  restore(focused);
  motion.run(before, answer.events);
  document.dispatchEvent(new CustomEvent("moved"));
}

// A new board comes as a whole, or as what became of the children of each picture: ranges of old ones, and new ones.
function draw(picture) {
  if (typeof picture === "string") return (area.innerHTML = picture);
  const sheets = area.querySelectorAll("svg");
  picture.forEach((parts, i) => {
    const old = [...sheets[i].children];
    const box = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    box.innerHTML = parts.filter((part) => typeof part === "string").join("");
    const fresh = [...box.children];
    sheets[i].replaceChildren(...parts.flatMap((part) => (typeof part === "string" ? [fresh.shift()] : old.slice(...part))));
  });
}

// The log grows at its end; what was said before stays where it is, so that only news are read aloud.
function tell(lines) {
  const texts = lines.map(([number, move, told]) => `${number} ${move} ${told}`);
  const items = [...log.children];
  let same = 0;
  while (items.length && texts.length && items[0].dataset.text !== texts[0] && items.some((i) => i.dataset.text === texts[0])) items.shift().remove();
  while (same < items.length && items[same].dataset.text === texts[same]) same += 1;
  items.slice(same).forEach((item) => item.remove());
  lines.slice(same).forEach(([number, move, told], i) => {
    const item = document.createElement("li");
    const name = document.createElement("span");
    item.value = number;
    item.dataset.text = texts[same + i];
    name.className = "move";
    name.textContent = move;
    item.append(name, ` ${told}`);
    log.append(item);
  });
  log.parentElement.scrollTop = log.parentElement.scrollHeight;
}

function mark() {
  for (const item of log.children) {
    const move = item.querySelector(".move");
    if (move) item.dataset.text = `${item.value} ${item.textContent.trim()}`;
  }
  log.parentElement.scrollTop = log.parentElement.scrollHeight;
}

// Where the focus was, so that it is there again in the new page.
function remember() {
  const at = document.activeElement;
  if (area.contains(at)) return { board: true };
  if (!side.contains(at)) return null;
  return { name: at.name, value: at.value, action: at.getAttribute("formaction") };
}

function restore(at) {
  if (!at) return;
  if (at.board) return board.focus();
  const again = [...side.querySelectorAll("button, input, summary")].find(
    (e) => e.name === at.name && (at.action ? e.getAttribute("formaction") === at.action : e.value === at.value),
  );
  const next = again && !again.disabled ? again : side.querySelector(".option") ?? side.querySelector(".tool:not(:disabled)");
  next?.focus({ preventScroll: true });
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.matches("form[data-live]")) return;
  event.preventDefault();
  const action = (event.submitter?.getAttribute("formaction") ?? form.getAttribute("action")).split("/").pop();
  const fields = Object.fromEntries(new FormData(form));
  if (event.submitter?.name) fields[event.submitter.name] = event.submitter.value;
  thinking.halt();
  if (action === "think") thinking.start(fields.kind);
  else if (action === "move") play(fields.move);
  else act(action, fields);
});

// A move in the list shows its place on the board.
for (const [kind, lit] of [["pointerover", true], ["pointerout", false], ["focusin", true], ["focusout", false]]) {
  side.addEventListener(kind, (event) => {
    const option = event.target.closest?.("button[name=move]");
    if (option) board.point(lit ? option.value : "");
  });
}

document.addEventListener("click", async (event) => {
  const link = event.target.closest?.("a[data-copy]");
  if (!link || !navigator.clipboard) return;
  event.preventDefault();
  const isLink = link.href.endsWith("/share");
  const text = isLink ? new URL((await ask(link.href)).path, location).href : await (await fetch(link.href)).text();
  try {
    await navigator.clipboard.writeText(text);
    say(`${link.dataset.copy} is copied.`);
  } catch {
    location.assign(link.href);
  }
});

const keys = { z: ".tool[formaction$='/undo']", y: ".tool[formaction$='/redo']", h: ".tool[formaction$='/think']" };
document.addEventListener("keydown", (event) => {
  if (event.target.closest?.("input, textarea, select, dialog") || event.altKey) return;
  const key = event.key.toLowerCase();
  if (key === "?" && !event.ctrlKey) return document.querySelector("#keys").showModal();
  if ((event.ctrlKey || event.metaKey) && !(key === "z" || key === "y")) return;
  const button = keys[event.shiftKey && key === "z" ? "y" : key] && side.querySelector(keys[event.shiftKey && key === "z" ? "y" : key]);
  if (!button) return;
  event.preventDefault();
  if (!button.disabled) button.form.requestSubmit(button);
});

document.addEventListener("moved", look);
document.addEventListener("moved", near);
side.addEventListener("submit", (event) => thinking.submit(event));
mark();
look();
near();
document.documentElement.classList.add("live");
