// What happens, heard: off until the player turns it on. What an event sounds like its game says, by the event's kind; where
// nobody says so, and where a game tells no events, what moves in the picture sounds: cards like cards, pieces like steps.

import { root } from "./root.js";
import { speak } from "./voices.js";

const VOLUMES = { soft: 0.12, medium: 0.3, loud: 0.7 };
const APART = 0.11; // seconds between sounds of things that happen at once
const MOST = 24; // sounds of one move

export class Sound {
  // `button` turns it on and off; `table` has what the player chose.
  constructor(area, table, button) {
    this.area = area;
    this.button = button;
    this.isOn = table.dataset.sound !== undefined;
    this.volume = VOLUMES[table.dataset.volume] ?? VOLUMES.medium;
    this.sources = [];
    // Browsers let a page sound only once somebody has touched it; before that, and while it is off, there is no context.
    for (const kind of ["pointerup", "keydown", "click"]) document.addEventListener(kind, () => this.open(), true);
    button.addEventListener("click", () => this.turn());
    document.addEventListener("keydown", (event) => this.key(event));
    button.hidden = false;
    this.label();
  }

  open() {
    if (!this.isOn) return;
    this.context ??= new AudioContext();
    if (this.context.state === "suspended") this.context.resume();
  }

  turn() {
    this.isOn = !this.isOn;
    this.label();
    fetch(`${root}/settings/sound`, { method: "POST", body: new URLSearchParams({ sound: this.isOn ? "yes" : "" }) }).catch(() => {});
    this.open();
    if (this.isOn) this.play([["card", 0]]);
    else this.hush();
  }

  key(event) {
    if (event.key !== "m" || event.ctrlKey || event.metaKey || event.altKey) return;
    if (!event.target.closest?.("input, textarea, select, dialog")) this.button.click();
  }

  label() {
    this.button.setAttribute("aria-pressed", String(this.isOn));
  }

  // What lies where now, to be compared with what lies there after a move.
  places() {
    if (!this.isOn) return null;
    const items = this.area.querySelectorAll("[data-key]:not(.target):not(.moving)");
    return new Map([...items].map((item) => [item.dataset.key, { at: item.getAttribute("transform"), voice: voiceOf(item) }]));
  }

  // A move was made: `before` is where things lay, `pace` the milliseconds from one event to the next (0 = all at once), `end`
  // how the game ended by it, "" = not.
  tell(before, events, pace, end) {
    if (!this.context || !before) return;
    this.hush();
    const heard = this.heard(before, events, pace);
    if (end) heard.push([end, heard.length ? heard.at(-1)[1] + 0.25 : 0]);
    this.play(heard);
  }

  // Voices and when they begin, in seconds.
  heard(before, events, pace) {
    if (!events.length) return this.moved(before).map((voice, i) => [voice, i * APART]);
    const found = [];
    let walked = 0; // events that take their time, because a piece goes somewhere
    for (const event of events) {
      const isStep = event.who && event.x !== undefined;
      const voice = event.sound ?? before.get(event.who)?.voice ?? (event.who && voiceOf(this.item(event.who)));
      const time = pace ? (walked * pace) / 1000 : (found.length && found.at(-1)[1] + APART) || 0;
      const isAgain = found.length && found.at(-1)[0] === voice && (!pace || time === found.at(-1)[1]);
      if (voice && !isAgain) found.push([voice, time]);
      walked += isStep ? 1 : 0;
    }
    return found.slice(0, MOST);
  }

  // What moved, came or left, where no events tell: each kind of thing is heard once.
  moved(before) {
    const now = this.places();
    const keys = new Set([...before.keys(), ...now.keys()]);
    const changed = [...keys].filter((key) => before.get(key)?.at !== now.get(key)?.at);
    const { shelf, pile } = this.area.querySelector("svg").dataset;
    const left = shelf && changed.some((key) => !now.has(key) && before.get(key).voice === "card" && key !== pile);
    const voices = changed.map((key) => (before.get(key) ?? now.get(key)).voice);
    return [...new Set([...voices.filter(Boolean), ...(left ? ["gain"] : [])])];
  }

  item(key) {
    return this.area.querySelector(`[data-key="${CSS.escape(key)}"]:not(.target)`);
  }

  play(heard) {
    if (!this.context) return;
    const out = new GainNode(this.context, { gain: this.volume });
    out.connect(this.context.destination);
    const start = this.context.currentTime + 0.02;
    for (const [voice, at] of heard) this.sources.push(...speak(voice, this.context, out, start + at));
  }

  // End what still sounds: somebody goes on.
  hush() {
    for (const source of this.sources) source.stop();
    this.sources = [];
  }
}

// A few voices, for somebody who chooses a volume.
export function sample(volume) {
  const context = new AudioContext();
  const out = new GainNode(context, { gain: VOLUMES[volume] });
  out.connect(context.destination);
  const voices = ["card", "step", "step", "gain"];
  const sources = voices.flatMap((voice, i) => speak(voice, context, out, context.currentTime + 0.05 + 0.25 * i));
  sources.at(-1).addEventListener("ended", () => context.close());
}

function voiceOf(item) {
  if (item?.matches(".card")) return "card";
  return item?.matches(".token") ? "step" : "";
}
