// The board under mouse, finger and keys: pick something up and put it down, or click on what needs no picking up.
//
// The picture has targets (data-move), most of which name the thing one picks up for them (data-source, the data-key of
// an item). Nothing here knows a game.

import { closest, isSmall, lacking, lift, nearest, placeAt, signAt } from "./hand.js";

const FAR = 6; // pixels that make a drag of a click
const EDGE = 20; // pixels at the edge of a window on the board, where a thing that is held there moves it
const PULL = 6; // by so many at a time
const SLIP = 12; // pixels that a click may slip; a finger slips easily
const FINGER = 16; // pixels by which a finger may miss

export class Board {
  // The page gives: play(move), attempt(source, place, sign) for what is no legal move, touch() when somebody acts,
  // goBack(copy, done) for what was let go where it can't lie.
  constructor(area, page) {
    this.area = area;
    this.page = page;
    this.picked = ""; // key of what is picked up
    this.drag = null;
    area.setAttribute("tabindex", "-1");
    area.addEventListener("pointerdown", (event) => this.down(event));
    area.addEventListener("pointerover", (event) => this.hover(event));
    area.addEventListener("pointerleave", () => this.hover(null));
    area.addEventListener("pointermove", (event) => this.move(event));
    area.addEventListener("pointerup", (event) => this.up(event));
    area.addEventListener("pointercancel", () => this.cancel());
    document.addEventListener("pointerdown", (event) => event.isPrimary || this.cancel()); // a second finger, anywhere
    area.addEventListener("touchstart", (event) => this.seize(event), { passive: false });
    area.addEventListener("contextmenu", (event) => this.isTouched && event.preventDefault());
    area.addEventListener("keydown", (event) => this.key(event));
    document.addEventListener("keydown", (event) => event.key === "Escape" && this.pick(""));
    this.renew();
  }

  // The picture is new: find out what can be done in it.
  renew() {
    this.drop();
    for (const item of this.area.querySelectorAll(".source, .sight")) {
      item.classList.remove("source", "sight", "picked");
      for (const name of ["role", "aria-label", "aria-pressed"]) item.removeAttribute(name);
    }
    this.clicked = null;
    this.items = new Map();
    for (const item of this.area.querySelectorAll("[data-key]:not(.target)")) {
      if (!this.items.has(item.dataset.key)) this.items.set(item.dataset.key, item);
    }
    this.targets = [...this.area.querySelectorAll(".target")];
    this.sources = new Map();
    for (const target of this.targets) {
      const source = target.dataset.source;
      if (source && !this.sources.has(source)) this.sources.set(source, this.item(source));
    }
    for (const [key, item] of this.sources) {
      if (!item) continue;
      item.classList.add("source");
      item.setAttribute("role", "button");
      const title = item.querySelector("title")?.textContent ?? key;
      item.setAttribute("aria-label", title);
    }
    this.pick("");
  }

  item(key) {
    return this.items.get(key);
  }

  // Things that have more to show when one looks at them.
  sights() {
    const links = [...document.querySelectorAll("[data-look]")];
    return links.map((link) => this.item(link.dataset.look)).filter((item) => {
      item?.classList.add("sight");
      item?.setAttribute("role", "img");
      item?.setAttribute("aria-label", item.querySelector("title")?.textContent ?? "");
      return item;
    });
  }

  aims(key) {
    return this.targets.filter((target) => (target.dataset.source ?? "") === key);
  }

  // Pick something up ("" = nothing): its targets light up.
  pick(key) {
    this.picked = key;
    this.hover(null);
    for (const target of this.targets) {
      const source = target.dataset.source ?? "";
      target.classList.toggle("off", source !== "" && source !== key);
      target.classList.toggle("lit", source !== "" && source === key);
    }
    for (const item of this.area.querySelectorAll(".picked")) item.classList.remove("picked");
    if (key) this.item(key)?.classList.add("picked");
    for (const [source, item] of this.sources) item?.setAttribute("aria-pressed", String(source === key));
    this.area.classList.toggle("picking", key !== "");
    this.actors = this.picked
      ? [this.item(key), ...this.aims(key)]
      : [...new Set([...this.sources.values(), ...this.aims(""), ...this.sights()])];
    this.actors = this.actors.filter((actor) => actor?.checkVisibility({ visibilityProperty: true })); // what is spare may not be shown
    for (const element of this.area.querySelectorAll("[tabindex]")) element.removeAttribute("tabindex");
    this.actors.forEach((actor, i) => actor.setAttribute("tabindex", i ? "-1" : "0"));
    this.area.dispatchEvent(new CustomEvent("picked", { bubbles: true, detail: key }));
  }

  // The pointer rests on something that can be picked up: where it fits is shown before it is.
  hover(event) {
    const key = this.picked || event?.pointerType === "touch" ? "" : event?.target.closest?.(".source")?.dataset.key;
    for (const target of this.targets) target.classList.toggle("near", Boolean(key) && target.dataset.source === key);
  }

  // Show where a move of the list is made.
  point(move) {
    for (const target of this.targets) target.classList.toggle("shown", move !== "" && target.dataset.move === move);
  }

  // Show what a hint means: what to take, and where it goes; "" = nothing.
  advise(move) {
    this.advised = move;
    for (const item of document.querySelectorAll(".advised")) item.classList.remove("advised");
    if (!move) return;
    const target = this.targets.find((one) => one.dataset.move === move);
    const option = document.querySelector(`.option[value="${CSS.escape(move)}"]`);
    const source = target?.dataset.source && this.item(target.dataset.source);
    for (const item of [target, source, option]) item?.classList.add("advised");
    const list = option?.closest(".list");
    list?.scrollTo({ top: option.offsetTop - list.offsetTop - list.clientHeight / 2, behavior: "instant" });
  }

  // Whether what is picked up is not what a hint says to take.
  isAgainst(key) {
    const target = this.targets.find((one) => one.dataset.move === this.advised);
    return Boolean(this.advised && key) && target?.dataset.source !== key;
  }

  play(target) {
    this.pick("");
    this.page.play(target.dataset.move);
  }

  // A finger on something that can be moved moves it; anywhere else the browser scrolls the page. Browsers disagree on
  // whether `touch-action` holds for the parts of a picture, so the touch itself is taken.
  seize(event) {
    this.isTouched = true;
    if (event.cancelable && event.touches.length === 1 && this.thingBelow(event.touches[0])) event.preventDefault();
  }

  down(event) {
    this.page.touch();
    this.isTouched = event.pointerType === "touch";
    if (event.button !== 0 || !event.isPrimary) return;
    this.press = { x: event.clientX, y: event.clientY };
    const source = this.thingBelow(event);
    if (source) this.drag = { key: source.dataset.key, source, x: event.clientX, y: event.clientY, copies: null };
  }

  // Nothing comes of what was begun.
  cancel() {
    const wasDragged = this.drag?.copies;
    this.press = null;
    if (wasDragged) this.drop(true);
    else this.drag = null;
    if (wasDragged) this.pick("");
  }

  move(event) {
    const drag = this.drag;
    if (!drag || !event.isPrimary) return;
    const far = Math.hypot(event.clientX - drag.x, event.clientY - drag.y);
    if (!drag.copies && far < FAR) return;
    drag.at = event;
    if (!drag.copies) {
      this.area.setPointerCapture(event.pointerId);
      this.pick(drag.key);
      drag.copies = lift(drag.source);
      this.pull();
    }
    event.preventDefault();
    for (const { copy, matrix: { a, b, c, d, e, f } } of drag.copies) {
      copy.setAttribute("transform", `matrix(${a} ${b} ${c} ${d} ${e + event.clientX - drag.x} ${f + event.clientY - drag.y})`);
    }
    const below = this.under(event, this.aims(drag.key));
    for (const target of this.targets) target.classList.toggle("over", target === below);
  }

  // Somebody who holds a thing at the edge of the window on a large board wants to see what lies beyond.
  pull() {
    const pane = this.area.querySelector(".window");
    if (!pane || !this.drag?.copies) return;
    const { clientX: x, clientY: y } = this.drag.at;
    const box = pane.getBoundingClientRect();
    const beyond = (at, low, high) => (at < low + EDGE) * -PULL + (at > high - EDGE) * PULL;
    if (isInWindow(pane, this.drag.at)) pane.scrollBy(beyond(x, box.left, box.right), beyond(y, box.top, box.bottom));
    requestAnimationFrame(() => this.pull());
  }

  up(event) {
    const { drag, press } = this;
    if (!press || !event.isPrimary) return;
    this.press = null;
    if (drag?.copies) {
      const target = this.under(event, this.aims(drag.key));
      if (target) {
        this.held = drag.copies;
        this.drag = null;
        this.play(target);
      } else {
        this.drop(true);
        this.fail(drag.key, event);
      }
      return;
    }
    this.drag = null;
    if (event.button !== 0 || Math.hypot(event.clientX - press.x, event.clientY - press.y) > SLIP) return;
    const meant = this.meant(event);
    const key = meant?.dataset.key;
    if (meant?.matches(".target")) this.play(meant);
    else if (event.target.closest?.(".sight")) this.page.attempt("", "", signAt(this.area, event));
    else if (meant && this.isChoice(key)) this.choose(key, this.isSecond(event, key));
    else this.fail(this.picked, event);
  }

  // The target that a click or a tap is for, or the thing that is to be taken in hand. What is too small for a finger has
  // what it lacks from larger things beside it; and a finger that hits nothing means what is nearest.
  meant(event) {
    const target = event.target.closest?.(".target:not(.off)");
    const thing = this.thing(event);
    if (event.pointerType !== "touch") return target ?? thing;
    const targets = this.targets.filter((one) => !one.matches(".off") && isInWindow(one, event));
    const all = this.picked ? targets : [...targets, ...this.sourcesIn(event)];
    const small = closest(event, all.filter(isSmall), lacking);
    if (small || target) return small ?? target;
    return (this.picked && closest(event, targets, FINGER)) || (thing ?? closest(event, all, FINGER));
  }

  // The things that could be taken in hand, of those that are seen where the pointer is.
  sourcesIn(event) {
    return [...this.sources.values()].filter((one) => one && isInWindow(one, event));
  }

  // Whether a click on a thing takes it in hand; else it is where the thing in hand is to go.
  isChoice(key) {
    return !this.picked || this.picked === key || (this.aims(this.picked).length > 0 && this.sources.has(key));
  }

  // What can be taken in hand under the pointer: things with moves, and their like, which may be told why they have none.
  thing(event) {
    const item = event.target.closest?.("[data-key]:not(.target)");
    const first = [...this.sources.values()].find(Boolean);
    if (!item || !first || item.matches(".sight") || this.isFixed(item)) return null;
    return item.matches(".source") || item.classList[0] === first.classList[0] ? item : null;
  }

  // The pile and the shelf are keyed for what comes from them and goes there; nobody picks them up.
  isFixed(item) {
    const { pile, shelf } = this.area.querySelector("svg").dataset;
    return [pile, shelf].includes(item.dataset.key);
  }

  // The same under whatever lies over it: somebody who drags a card from below a place that is lit means the card.
  thingBelow(event) {
    for (const target of document.elementsFromPoint(event.clientX, event.clientY)) {
      const thing = this.area.contains(target) && this.thing({ target });
      if (thing) return thing;
    }
    return this.isTouched ? closest(event, this.sourcesIn(event).filter(isSmall), lacking) : null;
  }

  // Whether this is the second click of a double click on one and the same thing: pointer events don't count.
  isSecond(event, key) {
    const first = this.clicked;
    this.clicked = { time: event.timeStamp, key };
    return first?.key === key && event.timeStamp - first.time < 400;
  }

  // A source was clicked: pick it up or lay it down; a double click makes its only move.
  choose(key, twice) {
    const aims = this.aims(key);
    if (twice && aims.length === 1) this.play(aims[0]);
    else this.pick(this.picked === key && !twice ? "" : key);
  }

  // Put down where nothing can be done: the server says why. With an empty hand one may want to know what stands there.
  fail(source, event) {
    const place = placeAt(this.area, event);
    const sign = source ? "" : signAt(this.area, event);
    this.pick("");
    if (place || sign) this.page.attempt(source, place, sign);
  }

  // Lay everything down that is being dragged, or was let go over its target; it goes back if it `returns`.
  drop(returns = false) {
    for (const one of [...(this.drag?.copies ?? []), ...(this.held ?? [])]) {
      const done = () => {
        one.copy.remove();
        one.original.classList.remove("lifted");
      };
      if (returns) this.page.goBack(one, done);
      else done();
    }
    this.drag = this.held = null;
    for (const target of this.targets ?? []) target.classList.remove("over");
  }

  // The one of these targets under the pointer; a finger may miss it.
  under(event, targets) {
    return closest(event, targets.filter((target) => isInWindow(target, event)), event.pointerType === "touch" ? FINGER : 0);
  }

  focus() {
    (this.actors[0] ?? document.querySelector(".tool:not(:disabled)"))?.focus({ preventScroll: true });
  }

  key(event) {
    const actor = event.target.closest?.("[tabindex]");
    if (!actor || !this.actors.includes(actor)) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.page.touch();
      if (actor.matches(".target")) {
        this.area.focus({ preventScroll: true }); // what has the focus now is gone before the answer comes
        return this.play(actor);
      }
      this.pick(this.picked === actor.dataset.key ? "" : actor.dataset.key);
      (this.picked ? this.actors[1] : actor).focus();
    }
    if (event.key === "Escape" && this.picked) {
      event.stopPropagation();
      const item = this.item(this.picked);
      this.pick("");
      item?.focus();
    }
    const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (!way) return;
    event.preventDefault();
    const next = nearest(actor, this.actors, way);
    if (!next) return;
    actor.setAttribute("tabindex", "-1");
    next.setAttribute("tabindex", "0");
    next.focus();
  }
}

// Whether something would be seen under the pointer: of a board in a window, parts lie outside of it.
function isInWindow(element, { clientX, clientY }) {
  const box = element.closest(".window")?.getBoundingClientRect();
  return !box || (clientX >= box.left && clientX <= box.right && clientY >= box.top && clientY <= box.bottom);
}
