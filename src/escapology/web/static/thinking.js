// Hints and the like: asked for, waited for without holding up anything, shown or cancelled.

import { root } from "./root.js";

const EVERY = 400; // milliseconds between two looks
const STEP = 900; // between the moves of a solution that is shown

export class Thinking {
  // The page gives: ask(address, options), act(action, fields), sync(version), point(move) = show its place on the board,
  // inTurn(work) = when all that was sent before is answered.
  constructor(table, panel, page) {
    this.base = `${root}/play/${table.dataset.play}`;
    this.panel = panel;
    this.page = page;
    this.ticket = "";
    this.showing = null; // a solution that is being shown
    panel.addEventListener("submit", (event) => this.submit(event));
    panel.addEventListener("click", (event) => event.target.closest("[data-think=run]") && this.run());
    document.addEventListener("moved", () => this.showing ?? this.close());
  }

  async submit(event) {
    const kind = event.target.dataset.think;
    if (!kind) return;
    event.preventDefault();
    if (kind === "ask") return this.start(event.submitter.value);
    await this.page.ask(`${this.base}/thought/${this.ticket}/cancel`, { method: "POST" });
    this.close();
  }

  // Ask, and show what is found out.
  async start(kind) {
    const mine = await this.begin(kind);
    if (!mine) return;
    this.ticket = mine;
    let shown = "";
    let isSeen = false;
    while (this.ticket === mine) {
      const answer = await this.page.ask(`${this.base}/thought/${mine}`);
      if (!answer || this.ticket !== mine) return;
      if (answer.html !== shown) this.panel.innerHTML = shown = answer.html; // else the spinner would jump, and focus be lost
      this.panel.hidden = false;
      this.found = answer.moves ?? [];
      this.page.point(this.found[0] ?? "");
      const run = this.panel.querySelector("[data-think=run]");
      if (run) run.hidden = false;
      if (!isSeen || answer.done) this.panel.scrollIntoView({ block: "nearest" }); // on a phone it may lie below the edge
      isSeen = true;
      if (answer.done) return;
      await pause(EVERY);
    }
  }

  // The answer to a question that nobody waits for, or null.
  async answer(kind, fields = {}, within = Infinity) {
    const ticket = await this.begin(kind, fields);
    const end = Date.now() + within;
    while (ticket && Date.now() < end) {
      const answer = await this.page.ask(`${this.base}/thought/${ticket}`);
      if (!answer || answer.done) return answer;
      await pause(EVERY / 2);
    }
    return null;
  }

  begin(kind, fields = {}) {
    return this.page.inTurn(async () => {
      const body = new URLSearchParams({ kind, ...fields });
      const answer = await this.page.ask(`${this.base}/think`, { method: "POST", body });
      if (answer) this.page.sync(answer.version);
      return answer?.ticket;
    });
  }

  // Play a solution, step by step, until it ends or somebody does something else.
  async run() {
    const mine = (this.showing = {});
    const moves = [...this.found];
    this.panel.innerHTML = '<h2>The way out</h2><div class="row"><button class="button" type="button">Stop</button></div>';
    this.panel.querySelector("button").addEventListener("click", () => this.halt());
    for (const move of moves) {
      if (this.showing !== mine) return;
      await this.page.act("move", { move });
      await pause(STEP);
    }
    if (this.showing === mine) this.halt();
  }

  // Somebody does something else, or has seen enough.
  halt() {
    if (!this.showing) return;
    this.showing = null;
    this.close();
  }

  close() {
    this.ticket = "";
    this.page.point("");
    this.panel.hidden = true;
    this.panel.replaceChildren();
  }
}

function pause(milliseconds) {
  return new Promise((done) => setTimeout(done, milliseconds));
}
