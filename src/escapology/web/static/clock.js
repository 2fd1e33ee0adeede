// The time of a play, as the server counts it: it goes on while the page is in front, until the pause is too long.

export class Clock {
  constructor(side) {
    this.side = side;
    this.renew();
    setInterval(() => this.tick(), 1000);
  }

  // The server has told the time anew.
  renew() {
    this.since = performance.now();
  }

  tick() {
    const clock = this.side.querySelector(".clock");
    if (!clock || document.hidden) return;
    const passed = Math.min((performance.now() - this.since) / 1000, Number(clock.dataset.room));
    clock.textContent = words(Math.floor(Number(clock.dataset.seconds) + passed));
  }
}

function words(seconds) {
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (number) => String(number).padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}
