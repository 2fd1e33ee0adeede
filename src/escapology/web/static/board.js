// The board under mouse, finger and keys: pick something up and put it down, or click on what needs no picking up.
//
// The picture has targets (data-move), most of which name the thing one picks up for them (data-source, the data-key of
// an item). Nothing here knows a game.

import { lift, nearest, placeAt } from "./hand.js";

const FAR = 6; // pixels that make a drag of a click
const FINGER = 16; // pixels by which a finger may miss

export class Board {
  // The page gives: play(move), attempt(source, place) for what is no legal move, touch() when somebody acts.
  constructor(area, page) {
    this.area = area;
    this.page = page;
    this.picked = ""; // key of what is picked up
    this.drag = null;
    area.addEventListener("pointerdown", (event) => this.down(event));
    area.addEventListener("pointerover", (event) => this.hover(event));
    area.addEventListener("pointerleave", () => this.hover(null));
    area.addEventListener("pointermove", (event) => this.move(event));
    area.addEventListener("pointerup", (event) => this.up(event));
    area.addEventListener("pointercancel", () => this.drop());
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
    return this.area.querySelector(`[data-key="${CSS.escape(key)}"]:not(.target)`);
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
    this.actors = this.actors.filter(Boolean);
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

  play(target) {
    this.pick("");
    this.page.play(target.dataset.move);
  }

  down(event) {
    this.page.touch();
    if (event.button !== 0) return;
    const source = this.thing(event);
    if (!source || event.target.closest?.(".target:not(.off)")) return;
    this.drag = { key: source.dataset.key, source, x: event.clientX, y: event.clientY, copies: null };
  }

  move(event) {
    const drag = this.drag;
    if (!drag) return;
    const far = Math.hypot(event.clientX - drag.x, event.clientY - drag.y);
    if (!drag.copies && far < FAR) return;
    if (!drag.copies) {
      this.area.setPointerCapture(event.pointerId);
      this.pick(drag.key);
      drag.copies = lift(drag.source);
    }
    event.preventDefault();
    for (const { copy, matrix } of drag.copies) {
      const scale = copy.ownerSVGElement.getScreenCTM().a;
      const x = matrix.e + (event.clientX - drag.x) / scale;
      const y = matrix.f + (event.clientY - drag.y) / scale;
      copy.setAttribute("transform", `matrix(${matrix.a} ${matrix.b} ${matrix.c} ${matrix.d} ${x} ${y})`);
    }
    const below = this.under(event, this.aims(drag.key));
    for (const target of this.targets) target.classList.toggle("over", target === below);
  }

  up(event) {
    const drag = this.drag;
    if (drag?.copies) {
      const target = this.under(event, this.aims(drag.key));
      this.drop();
      if (target) this.play(target);
      else this.fail(drag.key, event);
      return;
    }
    this.drag = null;
    if (event.button !== 0) return;
    const target = event.target.closest?.(".target:not(.off)") ?? this.missed(event);
    const source = this.thing(event);
    if (target) this.play(target);
    else if (event.target.closest?.(".sight")) return;
    else if (source && this.isChoice(source.dataset.key)) this.choose(source.dataset.key, this.isSecond(event, source.dataset.key));
    else this.fail(this.picked, event);
  }

  // Whether a click on a thing takes it in hand; else it is where the thing in hand is to go.
  isChoice(key) {
    return !this.picked || this.picked === key || (this.aims(this.picked).length > 0 && this.sources.has(key));
  }

  // What can be taken in hand under the pointer: things with moves, and their like, which may be told why they have none.
  thing(event) {
    const item = event.target.closest?.("[data-key]:not(.target)");
    const first = [...this.sources.values()].find(Boolean);
    if (!item || !first || item.matches(".sight")) return null;
    return item.matches(".source") || item.classList[0] === first.classList[0] ? item : null;
  }

  // A finger that misses a small target means the nearest one.
  missed(event) {
    if (event.pointerType !== "touch" || (this.thing(event) && !this.picked)) return null;
    return this.under(event, this.aims(this.picked), FINGER);
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

  // Put down where nothing can be done: the server says why.
  fail(source, event) {
    const place = placeAt(this.area, event);
    this.pick("");
    if (place) this.page.attempt(source, place);
  }

  // Lay everything down that is being dragged.
  drop() {
    for (const { copy, original } of this.drag?.copies ?? []) {
      copy.remove();
      original.classList.remove("lifted");
    }
    this.drag = null;
    for (const target of this.targets ?? []) target.classList.remove("over");
  }

  // The one of these targets under the pointer whose middle is nearest to it; `slack` pixels beside it count too.
  under(event, targets, slack = event.pointerType === "touch" ? FINGER : 0) {
    const far = (target) => {
      const box = target.getBoundingClientRect();
      const [x, y] = [event.clientX - box.left - box.width / 2, event.clientY - box.top - box.height / 2];
      return Math.abs(x) <= box.width / 2 + slack && Math.abs(y) <= box.height / 2 + slack ? Math.hypot(x, y) : Infinity;
    };
    const hit = targets.map((target) => [far(target), target]).filter(([distance]) => distance < Infinity);
    return hit.sort(([one], [other]) => one - other)[0]?.[1];
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
      if (actor.matches(".target")) return this.play(actor);
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
