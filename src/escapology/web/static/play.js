// The page of a play: sends the page's own forms by itself, and puts the answers into the page.
// Without this script the same forms do the same by loading pages.

import { Board } from "./board.js";
import { Clock } from "./clock.js";
import { Fit } from "./fit.js";
import { Looks } from "./looks.js";
import { Motion } from "./motion.js";
import { renew } from "./parts.js";
import { root } from "./root.js";
import { Sound } from "./sound.js";
import { Thinking } from "./thinking.js";

const table = document.querySelector(".table");
const area = document.querySelector("#board");
const side = document.querySelector("#side");
const log = document.querySelector("#log");
const said = document.querySelector("#said");
const motion = new Motion(area, table.dataset.motion);
const sound = new Sound(area, table, document.querySelector("#sound"));
const fit = new Fit(area);
const board = new Board(area, { play, attempt, touch, goBack: (...held) => motion.goBack(...held) });
const thinking = new Thinking(table, document.querySelector("#thought"), {
  ask,
  act,
  sync,
  advise: (move) => {
    board.advise(move);
    if (move) bringIntoSight(); // it may have been asked far down in the menu
  },
  inTurn,
});
const outlook = document.querySelector("#outlook");
const clock = new Clock(side);

let last = Promise.resolve(); // what was asked for last; the next one waits for it
let quiet = 0; // clears the message after a while
let looks = 0; // counts the positions that were looked into: the answer to an older one is no news

new Looks(table, area, side, ask);

function version() {
  return side.querySelector("input[name=version]").value;
}

function sync(number) {
  for (const input of document.querySelectorAll("input[name=version]")) input.value = number;
}

// Make a move; first, if the player wants that, look whether it throws the win away.
async function play(move, more = {}) {
  thinking.halt();
  if (table.dataset.warn !== undefined) {
    const worth = await thinking.answer("worth", { move }, { within: 1500 });
    if (worth?.loses && !(await sure())) return board.drop(true);
  }
  return act("move", { ...more, move });
}

function sure() {
  const dialog = document.querySelector("#sure");
  dialog.showModal();
  return new Promise((done) => dialog.addEventListener("close", () => done(dialog.returnValue === "yes"), { once: true }));
}

// Whether it can still be won, after every move, for those who want to know.
async function look() {
  const mine = (looks += 1);
  const isWanted = () => mine === looks;
  if (table.dataset.status === undefined || !side.querySelector(".option")) return (outlook.textContent = "");
  outlook.textContent = "…";
  const answer = await thinking.answer("outlook", {}, { isWanted });
  if (isWanted()) showOutlook(answer ?? {});
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

// Somebody goes on: what still moves and sounds of the last move is over.
function touch() {
  motion.finish();
  sound.hush();
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
    if (answer) await show(answer);
    else board.drop(true);
    return answer && !answer.message;
  });
}

// An answer, or null if there is none; why is told, unless the question is quiet.
async function ask(address, { isQuiet = false, ...options } = {}) {
  try {
    const response = await fetch(address, { ...options, headers: { accept: "application/json" } });
    const answer = await response.json();
    if (answer.error && !isQuiet) say(answer.error);
    return answer.error ? null : answer;
  } catch {
    if (!isQuiet) say("The server can’t be reached. Is it still running? Nothing was changed.");
    return null;
  }
}

async function attempt(source, place, sign) {
  const query = new URLSearchParams({ source, place });
  const answer = place ? await ask(`${root}/play/${table.dataset.play}/why?${query}`) : { message: "" };
  if (answer) say(`${sign} ${answer.message}`.trim());
}

// The answer to a move, in parts that each take a moment: a slow phone can draw in between.
async function show(answer) {
  const focused = remember();
  const lay = sound.places();
  const wasOver = isOver();
  showBoard(answer, focused);
  await shown();
  showSide(answer, focused);
  await shown();
  showNews(answer, wasOver);
  await shown();
  if (isOver() && !wasOver) side.parentElement.scrollTo(0, 0); // who gave up was far down in the menu
  const end = isOver() && !wasOver ? (side.querySelector(".ending").className.match(/won|lost/) ?? [""])[0] : "";
  if (end) motion.conclude(end);
  sound.tell(lay, answer.events, motion.pace(answer.events), end);
  fit.follow();
  bringIntoSight();
  document.dispatchEvent(new CustomEvent("moved"));
}

// What has been put into the page is drawn before anything else is done.
function shown() {
  return new Promise((done) => setTimeout(done));
}

function showBoard(answer, focused) {
  const before = motion.positions(board.held);
  draw(answer.board);
  fit.renew();
  board.renew();
  if (focused?.board) board.focus();
  motion.run(before, answer.events);
}

function showSide(answer, focused) {
  sync(answer.version);
  renew(side, answer.side);
  side.querySelector(".list")?.scrollTo({ left: 0, top: 0, behavior: "instant" });
  clock.renew();
  makeRoom();
  board.pick(board.picked); // what can be looked at closer stands in the new side
  if (!area.contains(document.activeElement)) restore(focused); // of a game that is over, nothing on the board can have it
}

function showNews(answer, wasOver) {
  const before = movesTold();
  document.querySelector("#goal").innerHTML = answer.goal;
  tell(answer.log);
  announce(before, wasOver);
  say(answer.message);
}

// On a small screen what is told at the end lies below the board, however much it is.
const stage = area.parentElement;
const room = new ResizeObserver(([{ target }]) => stage.style.setProperty("--end", `${target.offsetHeight}px`));

function makeRoom() {
  const ending = side.querySelector(".ending");
  room.disconnect();
  if (ending) room.observe(ending);
  else stage.style.removeProperty("--end");
  giveWay();
}

// The panel of hints and answers lies below both, and they are told how high it is: nobody else, or all would be styled anew.
let hintHeight = 0;
function giveWay() {
  for (const one of [stage, side.querySelector(".ending")]) one?.style.setProperty("--hint", `${hintHeight}px`);
}

function isOver() {
  return Boolean(side.querySelector(".ending"));
}

// On a small screen one may have read on below: what happens is seen on the board.
function bringIntoSight() {
  const box = area.getBoundingClientRect();
  if (box.top < 0 || box.top > innerHeight / 2) document.documentElement.scrollIntoView();
}

// A new board comes as a whole, or as what became of each picture: its first tag, if that is another now, and of its
// children ranges of old ones, and new ones.
function draw(picture) {
  if (typeof picture === "string") return (area.innerHTML = picture);
  const sheets = area.querySelectorAll("svg");
  picture.forEach(({ tag, parts }, i) => {
    const old = [...sheets[i].children];
    const box = document.createElement("template");
    box.innerHTML = `${tag || "<svg>"}${parts.filter((part) => typeof part === "string").join("")}</svg>`;
    const like = box.content.firstElementChild;
    const fresh = [...like.children];
    if (tag) dress(sheets[i], like);
    put(sheets[i], parts.flatMap((part) => (typeof part === "string" ? [fresh.shift()] : old.slice(...part))));
  });
}

// The attributes of a new picture for an old one; where it stands is the page's own affair.
function dress(sheet, like) {
  const isOurs = ({ name }) => !["class", "style"].includes(name);
  for (const { name } of [...sheet.attributes].filter(isOurs)) if (!like.hasAttribute(name)) sheet.removeAttribute(name);
  for (const { name, value } of [...like.attributes].filter(isOurs)) sheet.setAttribute(name, value);
}

// Children in place of those there are. What stays is not touched: to be put in again costs as much as to be new.
function put(sheet, children) {
  const staying = new Set(children);
  for (const child of [...sheet.children]) if (!staying.has(child)) child.remove();
  let next = sheet.firstElementChild;
  for (const child of children) {
    if (child === next) next = next.nextElementSibling;
    else sheet.insertBefore(child, next);
  }
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

// The number of the last move in the log; 0 = none.
function movesTold() {
  return Number(log.lastElementChild?.value ?? 0);
}

// For those who listen, what the log can't tell, as it only grows: that moves were taken back, and how the game ended.
function announce(before, wasOver) {
  const [headline, fate] = ["h2", "h2 + p:not(.sums)"].map((words) => side.querySelector(`.ending ${words}`)?.textContent.trim());
  const now = movesTold();
  const back = now < before ? (now ? `Back to move ${now}.` : "Back to the start.") : "";
  document.querySelector("#announced").textContent = headline && !wasOver ? `${headline} ${fate ?? ""}`.trim() : back;
}

// Who reads the end of the log goes on reading it when its panel grows or shrinks.
function keepEnd() {
  const news = log.parentElement;
  let isAtEnd = true;
  news.addEventListener("scroll", () => (isAtEnd = news.scrollTop + news.clientHeight > news.scrollHeight - 8));
  new ResizeObserver(() => isAtEnd && news.scrollTo(0, news.scrollHeight)).observe(news);
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
  else if (action === "move") play(fields.move, fields).then((isDone) => isDone && done(form, action, fields));
  else act(action, fields).then((isDone) => isDone && done(form, action, fields));
});

function done(form, action, { name }) {
  form.reset();
  if (action === "bookmark") say(`Bookmarked: “${name}”.`);
}

// What one is after, the rules that matter now and the signs: over the board, without leaving it.
document.addEventListener("click", async (event) => {
  const link = event.target.closest?.("a[data-at-hand]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const answer = await ask(link.href);
  if (!answer) return;
  const dialog = document.querySelector("#at-hand");
  dialog.querySelector(".body").innerHTML = answer.html;
  dialog.showModal();
  dialog.scrollTo(0, 0);
});

// Where the list is a strip on a small screen, it keeps to what is in hand.
document.addEventListener("picked", ({ detail: key }) => {
  if (board.isAgainst(key)) thinking.close();
  if (key) fit.reveal(board.aims(key));
  for (const option of side.querySelectorAll(".option")) {
    const target = key && area.querySelector(`.target[data-move="${CSS.escape(option.value)}"]`);
    option.classList.toggle("aside", Boolean(target) && target.dataset.source !== key);
  }
});

document.addEventListener("click", (event) => {
  if (event.target.closest?.(".to-more")) document.querySelector("#more").open = true;
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
const panel = document.querySelector("#thought");
new ResizeObserver(() => {
  hintHeight = panel.offsetHeight;
  giveWay();
}).observe(panel);
mark();
keepEnd();
makeRoom();
look();
near();
document.documentElement.classList.add("live");
