// Hints and the like: asked for, waited for without holding up anything, shown or cancelled.

import { root } from "./root.js";
import { Show } from "./show.js";

const EVERY = 400; // milliseconds between two looks

export class Thinking {
  // The page gives: ask(address, options), act(action, fields), sync(version), advise(move) = show on the board what it means,
  // inTurn(work) = when all that was sent before is answered.
  constructor(table, panel, page) {
    this.base = `${root}/play/${table.dataset.play}`;
    this.panel = panel;
    this.page = page;
    this.ticket = "";
    this.showing = null; // a solution that is being shown
    panel.addEventListener("submit", (event) => this.submit(event));
    panel.addEventListener("click", (event) => event.target.closest("[data-think=run]") && this.run());
    panel.addEventListener("click", (event) => event.target.closest("[data-think=close]") && this.close());
    document.addEventListener("moved", () => this.showing ?? this.close());
  }

  async submit(event) {
    const kind = event.target.dataset.think;
    if (!kind) return;
    event.preventDefault();
    if (kind === "ask") return this.start(event.submitter.value);
    await this.cancel(this.ticket);
    this.close();
  }

  cancel(ticket, how = {}) {
    return this.page.ask(`${this.base}/thought/${ticket}/cancel`, { method: "POST", ...how });
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
      this.page.advise(this.found[0] ?? "");
      for (const button of this.panel.querySelectorAll("button[hidden]")) button.hidden = false;
      if (!isSeen || answer.done) this.panel.scrollIntoView({ block: "nearest" }); // on a phone it may lie below the edge
      isSeen = true;
      if (answer.done) return;
      await pause(EVERY);
    }
  }

  // The answer to a question that nobody asked by hand, or null. When it comes too late it is cancelled, or such questions
  // would pile up until the player's own are refused; and that the server has no time for it is not told.
  async answer(kind, fields = {}, { within = Infinity, isWanted = () => true } = {}) {
    const ticket = await this.begin(kind, fields, { isQuiet: true });
    const end = Date.now() + within;
    while (ticket && isWanted() && Date.now() < end) {
      const answer = await this.page.ask(`${this.base}/thought/${ticket}`, { isQuiet: true });
      if (!answer || answer.done) return answer;
      await pause(EVERY / 2);
    }
    if (ticket) await this.cancel(ticket, { isQuiet: true });
    return null;
  }

  begin(kind, fields = {}, how = {}) {
    return this.page.inTurn(async () => {
      const body = new URLSearchParams({ kind, ...fields });
      const answer = await this.page.ask(`${this.base}/think`, { method: "POST", body, ...how });
      if (answer) this.page.sync(answer.version);
      return answer?.ticket;
    });
  }

  // Play a solution, until it ends or somebody does something else.
  run() {
    this.page.advise("");
    this.showing = new Show(this.panel, [...this.found], {
      act: this.page.act,
      end: () => this.halt(),
    });
  }

  // Somebody does something else, or has seen enough.
  halt() {
    if (!this.showing) return;
    this.showing.stop();
    this.showing = null;
    this.close();
  }

  close() {
    this.ticket = "";
    this.page.advise("");
    this.panel.hidden = true;
    this.panel.replaceChildren();
  }
}

function pause(milliseconds) {
  return new Promise((done) => setTimeout(done, milliseconds));
}
