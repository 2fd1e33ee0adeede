// The board in its room: as large as it can be, with its sheets where they take least from it. A board that is too small
// to be seen at once is a window on it, which follows the player; one looks around by dragging and pinching.

import { EASY, arrange, blocksOf } from "./room.js";
import { SmallMap } from "./map.js";

const READABLE = 11; // pixels of the smallest letters
const SMALL = 24; // pixels of a unit below which one can't aim with a mouse
const TOUCHED = 33; // or with a finger
const SHARE = 0.26; // of the room below the window that what is beside the board may take to be read with ease
const NEAR = 37; // pixels of a unit when one looks through the window
const COSTLY = 1.08; // by how much larger the board must be for what is spare to be left out
const BARELY = 0.85; // of what is to be seen: if so much of it is in the window, it stays near enough to be read
const MOST = 96; // and when one has come as near as one can

export class Fit {
  // Where words below the board come and go, it is better seen whole, if a little small, than now whole and now in part.
  constructor(area, { isSteady = true } = {}) {
    this.area = area;
    this.isSteady = isSteady;
    this.known = ""; // what the places were made for
    this.zoom = 0; // pixels of a unit, if the player has chosen
    this.map = new SmallMap(area.parentElement, this);
    new ResizeObserver(() => this.renew()).observe(area);
    area.addEventListener("touchstart", (event) => this.pinch(event), { passive: false });
    area.addEventListener("touchmove", (event) => this.spread(event), { passive: false });
    area.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    area.addEventListener("pointerdown", (event) => this.grab(event));
    this.renew();
  }

  // The picture is new, or the room is.
  renew() {
    this.wrap();
    const [board, ...others] = this.area.querySelectorAll("svg");
    const sheets = others.filter((svg) => getComputedStyle(svg).display !== "none");
    const room = { wide: this.area.clientWidth, high: this.area.clientHeight };
    const isNew = JSON.stringify([room, ...[board, ...sheets].map((svg) => svg.getAttribute("viewBox"))]);
    if (!room.wide || !room.high) return;
    this.board = board;
    if (isNew !== this.known) {
      this.known = isNew;
      this.settle(room, board, sheets);
    }
    if (this.scale < SMALL) this.veil();
    this.map.draw();
  }

  // From so far away that it could not be read, writing on the board is only in the way.
  veil() {
    const isFar = this.scale < SMALL;
    const texts = [...this.board.querySelectorAll("text")];
    const scales = texts.map((text) => (isFar ? text.getCTM() : { a: 1, b: 0 })); // all of them before anything is changed
    texts.forEach((text, i) => {
      const { a, b } = scales[i];
      text.classList.toggle("tiny", isFar && text.getAttribute("font-size") * Math.hypot(a, b) < READABLE);
    });
  }

  // The board in a box of its own, which may show a part of it.
  wrap() {
    const board = this.area.firstElementChild;
    this.area.classList.add("fitted");
    if (!board?.matches("svg")) return;
    this.view = document.createElement("div");
    this.view.className = "view";
    this.area.prepend(this.view);
    this.view.append(board);
    this.view.addEventListener("scroll", () => this.map.frame());
    this.known = "";
  }

  // Pixels of a unit below which one can't aim.
  get small() {
    return matchMedia("(pointer: coarse)").matches ? TOUCHED : SMALL;
  }

  settle(room, board, sheets) {
    this.corner = null;
    this.view.classList.remove("part");
    const size = sizeOf(board);
    const blocks = sheets.map((svg) => ({ ...sizeOf(svg), least: READABLE / smallest(svg), ease: (EASY * READABLE) / smallest(svg) }));
    const drawn = drawnOn(board);
    const whole = this.lay(room, size, drawn, sheets, blocks);
    const isNarrow = matchMedia("(max-width: 60rem), (pointer: coarse)").matches;
    this.near = isNarrow && this.isSteady ? Math.max(this.small, legible(board)) : this.small;
    this.whole = whole?.scale ?? 0;
    this.isWindow = this.whole < this.near;
    if (whole && !(this.isWindow && isNarrow)) {
      this.put(this.view, whole.board, size, whole.scale);
      whole.shown.forEach((svg, i) => this.put(svg, whole.sheets[i], sizeOf(svg), whole.own));
    } else this.open(room, sheets, blocks);
    this.nearest = Math.max(MOST, this.whole);
    this.rest = { wide: this.view.clientWidth, high: this.view.clientHeight };
    this.farthest = Math.min(this.rest.wide / size.wide, this.rest.high / size.high);
    this.usual = this.isWindow && isNarrow ? Math.max(NEAR, this.near) : this.farthest;
    this.scaleTo(this.zoom || this.usual);
    this.follow("instant");
  }

  // Where everything has its place. What is spare is left out where the board would have to be much smaller for it.
  lay(room, size, drawn, sheets, blocks) {
    const all = arrange(room, size, drawn, blocks);
    const needed = sheets.filter((svg) => !svg.matches(".spare"));
    const bare = arrange(room, size, drawn, blocks.filter((_, i) => needed.includes(sheets[i])));
    const isCostly = bare && bare.scale > COSTLY * (all?.scale ?? 0);
    for (const svg of sheets) svg.classList.toggle("left-out", isCostly && !needed.includes(svg));
    return isCostly ? { ...bare, shown: needed } : all && { ...all, shown: sheets };
  }

  put(element, { x, y }, { wide, high }, scale) {
    Object.assign(element.style, { left: `${x}px`, top: `${y}px`, width: `${wide * scale}px`, height: `${high * scale}px` });
  }

  // A window on the board: what is beside it lies below, small, but never too small to be read; beside that the map.
  open(room, sheets, blocks) {
    this.view.classList.add("part");
    const fitting = blocksOf(blocks).filter((one) => one.wide * one.least <= room.wide);
    const block = fitting.reduce((lowest, one) => (one.high < lowest.high - 0.1 ? one : lowest), fitting[0] ?? blocksOf(blocks)[0]);
    const most = Math.max(block.least, Math.min(block.ease, (SHARE * room.high) / block.high));
    const scale = Math.min(most, room.wide / Math.max(1, block.wide));
    const top = Math.max(room.high - block.high * scale, 200);
    this.put(this.view, { x: 0, y: 0 }, { wide: room.wide, high: top - 8 }, 1);
    sheets.forEach((svg, i) => this.put(svg, { x: block.places[i].x * scale, y: top + block.places[i].y * scale }, sizeOf(svg), scale));
    this.corner = { x: block.wide * scale, y: top, wide: room.wide - block.wide * scale, high: room.high - top };
  }

  // Show the board with that many pixels to a unit; the point under (x, y) of the window stays where it is.
  scaleTo(scale, x = this.view.clientWidth / 2, y = this.view.clientHeight / 2) {
    const before = this.scale || scale;
    this.scale = Math.min(this.nearest, Math.max(this.farthest, scale));
    const size = sizeOf(this.board);
    const isWhole = this.scale <= this.farthest * 1.001;
    this.view.classList.toggle("window", !isWhole);
    this.map.box.classList.toggle("whole", isWhole && !this.corner);
    const [left, top] = [this.view.scrollLeft + x, this.view.scrollTop + y];
    this.put(this.board, { x: 0, y: 0 }, size, this.scale);
    if (before < SMALL || this.scale < SMALL) this.veil();
    this.view.scrollTo({ left: (left * this.scale) / before - x, top: (top * this.scale) / before - y, behavior: "instant" });
    this.map.frame();
  }

  // The player has chosen to see it this large.
  choose(scale, x, y) {
    this.scaleTo(scale, x, y);
    this.zoom = this.scale;
  }

  // Bring into the middle what one follows; before it is there, where one can begin.
  follow(behavior = "smooth") {
    const key = this.board.dataset.focus;
    const item = (key && this.board.querySelector(`[data-key="${CSS.escape(key)}"]`)) || this.board.querySelector(".target");
    if (!item || !this.view.matches(".window")) return;
    this.scaleTo(this.zoom || this.usual);
    const [box, view] = [item.getBoundingClientRect(), this.view.getBoundingClientRect()];
    this.view.scrollBy({
      left: box.left + box.width / 2 - view.left - view.width / 2,
      top: box.top + box.height / 2 - view.top - view.height / 2,
      behavior: matchMedia("(prefers-reduced-motion: reduce)").matches ? "instant" : behavior,
    });
  }

  // Bring all of these into the window, from farther away if they lie far apart.
  reveal(things) {
    const seen = things.filter((thing) => this.board.contains(thing)).map((thing) => thing.getBoundingClientRect());
    if (!seen.length || !this.view.matches(".window")) return;
    const view = this.view.getBoundingClientRect();
    const [left, top] = ["left", "top"].map((side) => Math.min(...seen.map((box) => box[side])));
    const [right, bottom] = ["right", "bottom"].map((side) => Math.max(...seen.map((box) => box[side])));
    if (left >= view.left && right <= view.right && top >= view.top && bottom <= view.bottom) return;
    const middle = [(left + right) / 2 - view.left + this.view.scrollLeft, (top + bottom) / 2 - view.top + this.view.scrollTop];
    const before = this.scale;
    const fitting = before * Math.min(1, view.width / (right - left), view.height / (bottom - top));
    this.scaleTo(Math.max(fitting, fitting > BARELY * this.near ? Math.min(before, this.near) : this.small));
    const [x, y] = middle.map((at) => (at * this.scale) / before);
    this.view.scrollTo({ left: x - view.width / 2, top: y - view.height / 2, behavior: "instant" });
  }

  // Two fingers: their distance is the size of the board.
  pinch(event) {
    if (event.touches.length !== 2 || !this.isWindow) return;
    event.preventDefault();
    this.fingers = { apart: apart(event), scale: this.scale };
  }

  spread(event) {
    if (event.touches.length !== 2 || !this.fingers) return;
    event.preventDefault();
    const view = this.view.getBoundingClientRect();
    const [one, other] = event.touches;
    const [x, y] = [(one.clientX + other.clientX) / 2 - view.left, (one.clientY + other.clientY) / 2 - view.top];
    this.choose((this.fingers.scale * apart(event)) / this.fingers.apart, x, y);
  }

  wheel(event) {
    if (!event.ctrlKey || !this.isWindow) return;
    event.preventDefault();
    const view = this.view.getBoundingClientRect();
    this.choose(this.scale * 0.998 ** event.deltaY, event.clientX - view.left, event.clientY - view.top);
  }

  // The mouse pulls the board along where there is nothing to pick up.
  grab(event) {
    const isFree = this.view.matches(".window") && this.view.contains(event.target) && !event.target.closest(".source, .target:not(.off)");
    if (event.pointerType !== "mouse" || event.button !== 0 || !isFree) return;
    const start = { x: this.view.scrollLeft + event.clientX, y: this.view.scrollTop + event.clientY };
    const pull = (moved) => this.view.scrollTo({ left: start.x - moved.clientX, top: start.y - moved.clientY, behavior: "instant" });
    document.addEventListener("pointermove", pull);
    document.addEventListener("pointerup", () => document.removeEventListener("pointermove", pull), { once: true });
  }
}

function apart({ touches: [one, other] }) {
  return Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
}

// The size of a picture in units.
function sizeOf(svg) {
  const [, , wide, high] = svg.getAttribute("viewBox").split(" ").map(Number);
  return { wide: wide / 100, high: high / 100 };
}

// The height of the smallest letters, in units; a sign, such as a tick, is none.
function smallest(svg) {
  const texts = [...svg.querySelectorAll("text")].filter((text) => /[\p{L}\p{N}]/u.test(text.textContent));
  return Math.min(1, ...texts.map((text) => text.getAttribute("font-size") / 100));
}

// Pixels of a unit at which all writing on a board can be read; a sign, such as a tick, is none.
function legible(board) {
  const { a, b } = board.getScreenCTM();
  const texts = [...board.querySelectorAll("text")].filter((text) => /[\p{L}\p{N}]/u.test(text.textContent));
  const sizes = texts.map((text) => {
    const own = text.getScreenCTM();
    return (text.getAttribute("font-size") / 100) * (Math.hypot(own.a, own.b) / Math.hypot(a, b));
  });
  return (0.996 * READABLE) / Math.min(1, ...sizes);
}

// The parts of a picture that something is drawn on, in units from its corner.
export function drawnOn(svg) {
  const [left, top] = svg.getAttribute("viewBox").split(" ").map(Number);
  return [...svg.children]
    .filter((child) => !child.matches("title, desc, defs, .ground, .target, .overlay"))
    .map((child) => child.getBBox())
    .map(({ x, y, width, height }) => [x - left, y - top, x - left + width, y - top + height].map((edge) => edge / 100));
}
