// Movement: what has a key in the old picture and in the new one goes from there to here, along what happened.

const STEP = 170; // milliseconds of one step of a piece
const LONGEST = 2600; // of everything that one move sets off

export class Motion {
  constructor(area, speed) {
    this.area = area;
    this.speed = { usual: 1, quick: 0.45, none: 0 }[speed] ?? 1;
    this.running = [];
  }

  get off() {
    return this.speed === 0 || matchMedia("(prefers-reduced-motion: reduce)").matches;
  }

  // Where everything with a key is now, in pixels of the screen, and how it looks.
  positions() {
    const found = new Map();
    if (this.off) return found;
    for (const item of this.area.querySelectorAll("[data-key]:not(.target)")) {
      found.set(item.dataset.key, { ...origin(item), picture: item });
    }
    return found;
  }

  // Let everything go from where it was to where it is.
  run(before, events) {
    if (this.off) return;
    const steps = events.filter((event) => event.who && event.x !== undefined);
    const pace = Math.min(STEP * this.speed, LONGEST / Math.max(1, steps.length));
    const total = Math.max(steps.length, 1) * pace + 60;
    for (const item of this.area.querySelectorAll("[data-key]:not(.target)")) {
      const key = item.dataset.key;
      const was = before.get(key);
      before.delete(key);
      if (!was) this.appear(item, key);
      else this.travel(item, was, steps, pace, total);
    }
    for (const { picture, box } of before.values()) this.vanish(picture, box);
  }

  // End all movement at once.
  finish() {
    for (const animation of this.running) animation.finish();
    this.running = [];
  }

  // One piece on its way: it waits for its turn, goes step by step, and ends where it is drawn.
  travel(item, was, steps, pace, total) {
    const now = origin(item);
    const mine = steps.map((step, i) => [step, i]).filter(([step]) => step.who === item.dataset.key);
    if (!now.placed || (Math.hypot(now.x - was.x, now.y - was.y) < 1 && !mine.length)) return;
    const picture = item.ownerSVGElement;
    const at = new DOMPoint(was.x, was.y).matrixTransform(picture.getScreenCTM().inverse());
    const matrix = item.transform.baseVal.consolidate().matrix;
    const place = (x, y) => `matrix(${matrix.a},${matrix.b},${matrix.c},${matrix.d},${x},${y})`;
    const frames = [{ transform: place(at.x, at.y), offset: 0 }];
    let [x, y] = [at.x, at.y];
    for (const [step, i] of mine) {
      const start = (i * pace) / total;
      if (start > frames.at(-1).offset) frames.push({ transform: place(x, y), offset: start });
      const aside = mine.at(-1)[0] === step ? [matrix.e, matrix.f] : [step.x, step.y];
      [x, y] = aside;
      frames.push({ transform: place(x, y), offset: Math.min(1, ((i + 1) * pace) / total) });
    }
    if (!mine.length) frames.push({ transform: place(matrix.e, matrix.f), offset: 1 });
    const duration = mine.length ? total : Math.max(220, 260 * this.speed);
    const copy = item.cloneNode(true);
    copy.classList.add("moving");
    copy.removeAttribute("data-key");
    copy.removeAttribute("tabindex");
    picture.append(copy);
    item.classList.add("away");
    this.play(copy, frames, { duration, easing: mine.length ? "linear" : "ease-out", fill: "forwards" }, () => {
      copy.remove();
      item.classList.remove("away");
    });
  }

  appear(item, key) {
    if (!key.startsWith("die")) return this.play(item, [{ opacity: 0 }, { opacity: 1 }], { duration: 260 * this.speed });
    const matrix = item.transform.baseVal.consolidate().matrix;
    const roll = (turn, size) => `translate(${matrix.e}px,${matrix.f}px) rotate(${turn}deg) scale(${size})`;
    const frames = [0, 1, 2, 3].map((i) => ({ transform: roll(-540 + 180 * i, 0.5 + 0.5 * (i / 3)), opacity: i ? 1 : 0 }));
    return this.play(item, frames, { duration: 520 * this.speed, easing: "cubic-bezier(.2,.7,.3,1)" });
  }

  // What is gone drifts off, and is in nobody's way.
  vanish(picture, home) {
    const sheet = this.area.querySelectorAll("svg")[home];
    if (!sheet || !picture.matches(".card, .token")) return;
    picture.removeAttribute("data-key");
    picture.classList.add("moving");
    sheet.append(picture);
    this.play(picture, [{ opacity: 1 }, { opacity: 0 }], { duration: 420 * this.speed, fill: "forwards" }, () => picture.remove());
  }

  play(element, frames, options, then = () => {}) {
    const animation = element.animate(frames, options);
    this.running.push(animation);
    animation.addEventListener("finish", () => {
      this.running = this.running.filter((other) => other !== animation);
      then();
    });
  }
}

// Where an item's own origin is on the screen; `placed` says whether it has one.
function origin(item) {
  const picture = item.ownerSVGElement;
  const matrix = item.transform.baseVal.consolidate()?.matrix;
  const at = new DOMPoint(matrix?.e ?? 0, matrix?.f ?? 0).matrixTransform(picture.getScreenCTM());
  const box = [...picture.closest("#board").querySelectorAll("svg")].indexOf(picture);
  return { x: at.x, y: at.y, placed: Boolean(matrix), box };
}
