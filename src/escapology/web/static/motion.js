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

  // Where everything with a key is now, in pixels of the screen, and how it looks; what was just put down (`held`: copies
  // of it, and the originals) is where the hand let go of it.
  positions(held) {
    const found = new Map();
    if (this.off) return found;
    const where = this.sheets();
    for (const item of this.area.querySelectorAll("[data-key]:not(.target)")) {
      found.set(item.dataset.key, { ...origin(item, where), picture: item });
    }
    for (const { copy, original } of held ?? []) {
      const was = found.get(original.dataset.key);
      const { e: x, f: y } = copy.transform.baseVal.consolidate().matrix; // it lies over the page, in pixels
      if (was) Object.assign(was, { x, y });
    }
    return found;
  }

  // Every picture with its number and its place on the screen, which take long to ask for again and again.
  sheets() {
    return new Map([...this.area.querySelectorAll("svg")].map((svg, box) => [svg, { box, matrix: svg.getScreenCTM() }]));
  }

  // What was let go where it can't lie goes back to where it came from.
  goBack({ copy, original }, done) {
    const [from, to] = [copy.transform.baseVal.consolidate()?.matrix, original.getScreenCTM()];
    if (this.off || !from || !to) return done();
    copy.classList.add("moving");
    const place = ({ a, b, c, d, e, f }) => `matrix(${a},${b},${c},${d},${e},${f})`;
    return this.play(copy, [{ transform: place(from) }, { transform: place(to) }], { duration: 200 * this.speed, easing: "ease-out" }, done);
  }

  // The milliseconds of one step of all that happens; 0 = nothing is seen to move.
  pace(events) {
    return this.off ? 0 : Math.min(STEP * this.speed, LONGEST / Math.max(1, stepsOf(events).length));
  }

  // Let everything go from where it was to where it is. All is looked up before anything is put into the picture: to ask
  // where something is in a picture that has just changed costs as much as to lay it out.
  run(before, events) {
    if (this.off) return;
    const steps = stepsOf(events);
    const pace = this.pace(events);
    const total = Math.max(steps.length, 1) * pace + 60;
    const { pile, shelf } = this.area.querySelector("svg").dataset;
    const deck = before.get(pile);
    const where = this.sheets();
    const begin = [];
    for (const item of this.area.querySelectorAll("[data-key]:not(.target)")) {
      const key = item.dataset.key;
      const was = before.get(key);
      before.delete(key);
      if (was) begin.push(this.travel(item, was, steps, pace, total, where));
      else if (deck && item.matches(".card")) begin.push(this.deal(item, deck, where));
      else begin.push(() => this.appear(item, key));
    }
    for (const [key, was] of before) if (key !== pile) begin.push(this.vanish(was, this.itemOf(shelf), where));
    for (const start of begin) start?.();
  }

  itemOf(key) {
    return key && this.area.querySelector(`[data-key="${CSS.escape(key)}"]`);
  }

  // The game is over: rings go out from where one is, or from the middle of the board.
  conclude(how) {
    if (this.off) return;
    const board = this.area.querySelector("svg");
    const item = this.itemOf(board.dataset.focus);
    const matrix = item?.transform.baseVal.consolidate()?.matrix;
    const { x, y, width, height } = board.viewBox.baseVal;
    const [left, top] = matrix ? [matrix.e, matrix.f] : [x + width / 2, y + height / 2];
    for (const delay of [0, 260, 520]) {
      const ring = document.createElementNS("http://www.w3.org/2000/svg", "circle");
      ring.setAttribute("class", `ring ${how}`);
      for (const [name, value] of [["cx", left], ["cy", top], ["r", Math.min(width, height) * 0.45]]) ring.setAttribute(name, value);
      board.append(ring);
      const frames = [{ transform: "scale(0.05)", opacity: 1 }, { transform: "scale(1)", opacity: 0 }];
      this.play(ring, frames, { duration: 1300 * this.speed, delay: delay * this.speed, easing: "ease-out", fill: "both" }, () => ring.remove());
    }
  }

  // End all movement at once.
  finish() {
    for (const animation of this.running) animation.finish();
    this.running = [];
  }

  // One piece on its way: it waits for its turn, goes step by step, and ends where it is drawn.
  travel(item, was, steps, pace, total, where) {
    const now = origin(item, where);
    const mine = steps.map((step, i) => [step, i]).filter(([step]) => step.who === item.dataset.key);
    if (!now.placed || (Math.hypot(now.x - was.x, now.y - was.y) < 1 && !mine.length)) return;
    const picture = item.ownerSVGElement;
    const at = new DOMPoint(was.x, was.y).matrixTransform(where.get(picture).matrix.inverse());
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
    return () => this.send(item, item, frames, { duration, easing: mine.length ? "linear" : "ease-out", fill: "forwards" });
  }

  // A new card leaves the pile face down and is turned over on its way.
  deal(item, deck, where) {
    const from = new DOMPoint(deck.x, deck.y).matrixTransform(where.get(item.ownerSVGElement).matrix.inverse());
    const { e, f } = item.transform.baseVal.consolidate().matrix;
    const half = item.getBBox().width / 2;
    const at = (share, wide) => {
      const [x, y] = [from.x + share * (e - from.x), from.y + share * (f - from.y)];
      return { transform: `matrix(${wide},0,0,1,${x + (1 - wide) * half},${y})` };
    };
    const flights = [
      [deck.picture, [at(0, 1), at(0.5, 0.02), at(0.5, 0.02)], [1, 1, 0]],
      [item, [at(0.5, 0.02), at(0.5, 0.02), at(1, 1)], [0, 1, 1]],
    ].map(([look, frames, seen]) => [look, frames.map((frame, i) => ({ ...frame, opacity: seen[i], offset: i / 2 }))]);
    const options = { duration: 480 * this.speed, delay: 160 * this.speed, easing: "linear", fill: "both" };
    return () => {
      for (const [look, frames] of flights) this.send(item, look, frames, options);
    };
  }

  // Something that looks like this goes on its way above everything else; the thing itself is not seen before it is there.
  send(item, look, frames, options) {
    const copy = look.cloneNode(true);
    copy.classList.add("moving");
    copy.classList.remove("away");
    for (const name of ["data-key", "tabindex"]) copy.removeAttribute(name);
    item.ownerSVGElement.append(copy);
    item.classList.add("away");
    this.play(copy, frames, options, () => {
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

  // What is gone goes to the shelf, if there is one, or fades, and is in nobody's way.
  vanish({ picture, box, x, y }, shelf, where) {
    const sheet = this.area.querySelectorAll("svg")[box];
    if (!sheet || !picture.matches(".card, .token")) return;
    const toSheet = where.get(sheet).matrix.inverse();
    const from = new DOMPoint(x, y).matrixTransform(toSheet);
    const frames = [{ transform: `translate(${from.x}px,${from.y}px)`, opacity: 1 }, { opacity: 0 }];
    if (shelf) {
      const spot = shelf.getBoundingClientRect();
      const to = new DOMPoint(spot.left, spot.bottom).matrixTransform(toSheet);
      frames[1] = { ...frames[0], opacity: 1, offset: 0.25 };
      frames.push({ transform: `translate(${to.x}px,${to.y}px) scale(0.42)`, opacity: 0.4 });
    }
    const duration = (shelf ? 750 : 420) * this.speed;
    return () => {
      picture.removeAttribute("data-key");
      picture.classList.remove("lifted");
      picture.classList.add("moving");
      sheet.append(picture);
      this.play(picture, frames, { duration, easing: "ease-in", fill: "forwards" }, () => picture.remove());
    };
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

function stepsOf(events) {
  return events.filter((event) => event.who && event.x !== undefined);
}

// Where an item's own origin is on the screen, by what is known of the pictures; `placed` says whether it has one.
function origin(item, where) {
  const { box, matrix: picture } = where.get(item.ownerSVGElement);
  const matrix = item.transform.baseVal.consolidate()?.matrix;
  const at = new DOMPoint(matrix?.e ?? 0, matrix?.f ?? 0).matrixTransform(picture);
  return { x: at.x, y: at.y, placed: Boolean(matrix), box };
}
