// Looking closer: what the pointer or the focus rests on may have more to show, which is laid over the board.

import { root } from "./root.js";

export class Looks {
  constructor(table, area, side, ask) {
    this.address = `${root}/play/${table.dataset.play}/look`;
    this.area = area;
    this.side = side;
    this.ask = ask;
    this.found = new Map(); // what the server has answered, until the next move
    this.wanted = "";
    for (const root of [area, side]) {
      root.addEventListener("pointerover", (event) => this.turn(event));
      root.addEventListener("focusin", (event) => this.turn(event));
    }
    area.addEventListener("pointerleave", () => this.show(""));
    side.addEventListener("pointerleave", () => this.show(""));
    side.addEventListener("click", (event) => {
      const link = event.target.closest?.("[data-look]");
      if (!link) return;
      event.preventDefault();
      this.show(link.dataset.look);
    });
    document.addEventListener("moved", () => this.renew());
    this.renew();
  }

  // After a move there is other news.
  renew() {
    this.found.clear();
    this.wanted = "";
    this.names = new Set([...this.side.querySelectorAll("[data-look]")].map((link) => link.dataset.look));
  }

  turn(event) {
    const thing = event.target.closest?.("[data-look], [data-move], [data-key], button[name=move]");
    const names = [thing?.dataset.look, thing?.dataset.move, thing?.dataset.key, thing?.value];
    this.show(names.find((name) => this.names.has(name)) ?? "");
  }

  async show(name) {
    if (name === this.wanted) return;
    this.wanted = name;
    this.area.querySelector(".overlay")?.remove();
    if (!name) return;
    if (!this.found.has(name)) {
      await new Promise((done) => setTimeout(done, 70)); // a pointer that only passes asks for nothing
      if (this.wanted !== name) return;
      this.found.set(name, await this.ask(`${this.address}?about=${encodeURIComponent(name)}`));
    }
    const look = this.found.get(name);
    if (!look || this.wanted !== name) return;
    this.area.querySelector(".overlay")?.remove();
    this.area.querySelector("svg").insertAdjacentHTML("beforeend", look.overlay);
  }
}
