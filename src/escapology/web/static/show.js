// A way out that is shown on the board: it plays by itself, as quickly as one likes, stops, and goes a step on or back.

const PACE = 1000; // milliseconds from move to move
const SPEEDS = { "½×": 0.5, "1×": 1, "2×": 2, "4×": 4 };
const PANEL = `<h2>The way out</h2>
<p class="progress" role="status"></p>
<div class="row steps-of-show">
<button class="button" type="button" data-show="back" aria-label="One move back">◂</button>
<button class="button primary" type="button" data-show="toggle">Pause</button>
<button class="button" type="button" data-show="on" aria-label="One move on">▸</button>
<button class="button" type="button" data-show="last" aria-label="To the end">▸▸</button>
<select data-show="speed" aria-label="Speed" title="Speed">${Object.keys(SPEEDS).map((name) => `<option>${name}</option>`).join("")}</select>
<button class="button plain" type="button" data-show="stop">Stop</button>
</div>`;

export class Show {
  // `page` gives: act(action, fields) = done when the board shows it, end() = nobody wants to see more.
  constructor(panel, moves, page) {
    this.moves = moves;
    this.page = page;
    this.made = 0;
    this.isBusy = false;
    this.asked = Promise.resolve(); // what was asked for last; the next one waits for it
    panel.innerHTML = PANEL;
    this.parts = Object.fromEntries([...panel.querySelectorAll("[data-show]")].map((part) => [part.dataset.show, part]));
    this.progress = panel.querySelector(".progress");
    this.parts.speed.value = "1×";
    const on = (name, kind, work) => this.parts[name].addEventListener(kind, work);
    on("back", "click", () => this.pause(() => this.back()));
    on("on", "click", () => this.pause(() => this.on()));
    on("last", "click", () => this.pause(() => this.last()));
    on("toggle", "click", () => (this.timer ? this.pause() : this.play()));
    on("speed", "change", () => this.timer && this.play());
    on("stop", "click", () => page.end());
    this.play();
    this.on();
  }

  play() {
    clearInterval(this.timer);
    this.timer = setInterval(() => this.on(), PACE / SPEEDS[this.parts.speed.value]);
    this.tell();
  }

  // Stop, and then do what was asked for, as soon as the board is no longer at work.
  pause(then = () => {}) {
    clearInterval(this.timer);
    this.timer = 0;
    this.tell();
    this.asked = Promise.all([this.asked, this.working]).then(then);
  }

  on() {
    return this.go("move", { move: this.moves[this.made], shown: "yes" }, this.made + 1);
  }

  back() {
    return this.go("undo", {}, this.made - 1);
  }

  last() {
    return this.go("moves", { moves: this.moves.slice(this.made).join("\n"), shown: "yes" }, this.moves.length);
  }

  // One thing at a time: a move that plays by itself while the board is still at work is left out.
  go(action, fields, made) {
    if (this.isBusy || made < 0 || made > this.moves.length || made === this.made) return null;
    this.isBusy = true;
    this.working = this.work(action, fields, made);
    return this.working;
  }

  async work(action, fields, made) {
    if (await this.page.act(action, fields)) this.made = made;
    else this.pause();
    this.isBusy = false;
    if (this.made === this.moves.length) this.pause();
    this.tell();
  }

  tell() {
    const { back, on, last, toggle } = this.parts;
    this.progress.textContent = `Move ${this.made} of ${this.moves.length}`;
    toggle.textContent = this.timer ? "Pause" : "Play";
    back.disabled = this.made === 0;
    on.disabled = last.disabled = toggle.disabled = this.made === this.moves.length;
  }

  stop() {
    clearInterval(this.timer);
  }
}
