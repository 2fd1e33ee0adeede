// A guided game: a move on the board is tried at once, and the next point comes without loading the page again.
// Without this script the same forms do the same by loading pages.

import { Board } from "./board.js";
import { Fit } from "./fit.js";
import { Motion } from "./motion.js";
import { root } from "./root.js";
import { Sound } from "./sound.js";

const table = document.querySelector(".guide");
const area = document.querySelector("#board");
const lesson = document.querySelector("#lesson");
const motion = new Motion(area, table.dataset.motion);
const sound = new Sound(area, table, document.querySelector("#sound"));
const fit = new Fit(area);
const board = new Board(area, { play, attempt, touch, goBack: (...held) => motion.goBack(...held) });

let isBusy = false; // one thing at a time: what comes meanwhile is left out

function here() {
  return `${root}/guide/${table.dataset.guide}/${table.dataset.number}`;
}

function touch() {
  motion.finish();
  sound.hush();
}

async function ask(address, options = {}) {
  try {
    const response = await fetch(address, { ...options, headers: { accept: "application/json" } });
    const told = await response.json();
    return told.error ? { answer: told.error } : told;
  } catch {
    return { answer: "The server can’t be reached. Is it still running?" };
  }
}

function play(move) {
  return act({ move });
}

async function act(fields) {
  if (isBusy) return board.drop(true);
  isBusy = true;
  const told = await ask(here(), { method: "POST", body: new URLSearchParams(fields) });
  isBusy = false;
  if (told.answer) {
    board.drop(true);
    return say(told.answer);
  }
  show(told);
}

async function attempt(source, place, sign) {
  if (!place) return say(sign);
  const told = await ask(`${here()}/why?${new URLSearchParams({ source, place })}`);
  if (told.answer) say(told.answer);
}

function say(answer) {
  lesson.querySelector(".answer").textContent = answer;
}

function show(told) {
  const wasOnBoard = area.contains(document.activeElement);
  const wasInLesson = lesson.contains(document.activeElement);
  const wasOpen = lesson.querySelector("details")?.open;
  motion.finish();
  const before = motion.positions(board.held);
  const lay = sound.places();
  table.dataset.number = told.number;
  area.innerHTML = told.board;
  lesson.innerHTML = told.panel;
  if (wasOpen) lesson.querySelector("details")?.setAttribute("open", "");
  history.replaceState(null, "", here());
  fit.renew();
  board.renew();
  motion.run(before, told.events);
  if (told.end) motion.conclude(told.end);
  sound.tell(lay, told.events, motion.pace(told.events), told.end);
  look();
  if (wasOnBoard && board.actors.length) board.focus();
  else if (wasOnBoard || wasInLesson) lesson.querySelector("button, a")?.focus({ preventScroll: true });
}

// On a board that is seen through a window, bring into sight what one is to look at.
function look() {
  const framed = [...area.querySelectorAll('[data-key^="frame "]')];
  if (framed.length) fit.reveal(framed);
  else fit.follow();
}

document.addEventListener("submit", (event) => {
  if (!event.target.matches("form[data-guide-form]")) return;
  event.preventDefault();
  const { name, value } = event.submitter ?? {};
  act(name ? { [name]: value } : {});
});

// Where it can go that is in hand.
document.addEventListener("picked", ({ detail: key }) => key && fit.reveal(board.aims(key)));

// When words take more room the board is fitted anew, and what one is to look at may be out of sight again.
new ResizeObserver(() => look()).observe(area);
document.documentElement.classList.add("live");
look();
