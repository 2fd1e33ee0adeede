// A game at a real table: what is told is sent at once, and the page shows what comes of it. Without this script the
// same forms do the same by loading pages.

import { Board } from "./board.js";
import { Fit } from "./fit.js";
import { Motion } from "./motion.js";
import { root } from "./root.js";
import { Sound } from "./sound.js";

const PAUSE = 400; // milliseconds between two looks whether a hint is there

const table = document.querySelector(".sitting");
const area = document.querySelector("#board");
const side = document.querySelector("#telling");
const here = `${root}/companion/${table.dataset.sitting}`;
const motion = new Motion(area, table.dataset.motion);
const sound = new Sound(area, table, document.querySelector("#sound"));
const fit = new Fit(area, { isSteady: false });
const board = new Board(area, { play, attempt, touch, goBack: (...held) => motion.goBack(...held) });

let isBusy = false; // one thing at a time: what comes meanwhile is left out
let thoughts = 0; // counts the questions: the answer to an older one is no news

function touch() {
  motion.finish();
  sound.hush();
}

async function ask(address, options = {}) {
  try {
    const response = await fetch(address, { ...options, headers: { accept: "application/json" } });
    const told = await response.json();
    return told.error ? { message: told.error } : told;
  } catch {
    return { message: "The server can’t be reached. Is it still running? Nothing that you told is lost." };
  }
}

function version() {
  return side.querySelector('[name="version"]').value;
}

// A target on the board is a move, or a place with what could lie there.
function play(move) {
  return act(`${here}/tell`, { version: version(), told: move.split("=").at(-1) });
}

async function act(address, fields) {
  if (isBusy) return board.drop(true);
  isBusy = true;
  const told = await ask(address, { method: "POST", body: new URLSearchParams(fields) });
  isBusy = false;
  if (!told.side) {
    board.drop(true);
    return say(told.message);
  }
  show(told);
}

async function attempt(source, place, sign) {
  if (!place) return say(sign);
  const told = await ask(`${here}/why?${new URLSearchParams({ source, place })}`);
  if (told.message) say(told.message);
}

function say(message) {
  side.querySelector(".talk .answer").textContent = message;
}

function show(told) {
  const wasOnBoard = area.contains(document.activeElement);
  const wasOpen = side.querySelector("#more")?.open;
  motion.finish();
  const before = motion.positions(board.held);
  const lay = sound.places();
  thoughts += 1;
  area.className = `board ${told.classes}`;
  area.innerHTML = told.board;
  document.querySelector("#places").textContent = JSON.stringify(told.places);
  side.innerHTML = told.side;
  if (wasOpen) side.querySelector("#more").open = true;
  fit.renew();
  board.renew();
  motion.run(before, told.events);
  if (told.end) motion.conclude(told.end);
  sound.tell(lay, told.events, motion.pace(told.events), told.end);
  look();
  if (wasOnBoard && board.actors.length) board.focus();
  else if (wasOpen) side.querySelector("#more input:not([type=hidden])")?.focus({ preventScroll: true });
}

// On a board that is seen through a window, bring into sight where something happens.
function look() {
  const framed = [...area.querySelectorAll('[data-key^="frame "]')];
  if (framed.length) fit.reveal(framed);
  else fit.follow();
}

async function think(address) {
  const mine = (thoughts += 1);
  const panel = side.querySelector("#thought");
  const asked = await ask(address, { method: "POST", body: new URLSearchParams({ version: version() }) });
  if (!asked.ticket) return say(asked.message);
  for (;;) {
    const told = await ask(`${here}/thought/${asked.ticket}`);
    if (mine !== thoughts) return;
    if (!told.html) return say(told.message);
    panel.innerHTML = told.html;
    panel.hidden = false;
    panel.querySelector("[data-close]")?.removeAttribute("hidden");
    if (told.done) {
      board.advise(told.move);
      return panel.scrollIntoView({ block: "nearest" });
    }
    await new Promise((done) => setTimeout(done, PAUSE));
  }
}

document.addEventListener("submit", (event) => {
  if (!event.target.matches("form[data-sitting-form]")) return;
  event.preventDefault();
  const button = event.submitter;
  const address = button?.getAttribute("formaction") ?? event.target.getAttribute("action");
  if (button?.matches("[data-think]")) return think(address);
  const fields = Object.fromEntries(new FormData(event.target));
  if (button?.name) fields[button.name] = button.value;
  act(address, fields);
});

document.addEventListener("click", (event) => {
  if (!event.target.closest("[data-close]")) return;
  side.querySelector("#thought").hidden = true;
  board.advise("");
});

// Where it can go that is in hand.
document.addEventListener("picked", ({ detail: key }) => key && fit.reveal(board.aims(key)));

// When words take more room the board is fitted anew, and what one is to look at may be out of sight again.
new ResizeObserver(() => look()).observe(area);
document.documentElement.classList.add("live");
look();
