// A small map of a board that is seen through a window: what is drawn on it, where one is, and what the window shows.

const MOST = 150; // pixels of its longer side
const STEP = 1.4; // by which the buttons make the board larger or smaller

export class SmallMap {
  constructor(stage, fit) {
    this.fit = fit;
    this.box = document.createElement("div");
    this.box.className = "chart";
    this.box.hidden = true;
    this.box.innerHTML =
      '<canvas role="img" aria-label="The whole board, and what of it is shown"></canvas>' +
      '<div class="zoom"><button type="button" class="tool" aria-label="Smaller">−</button>' +
      '<button type="button" class="tool" aria-label="Larger">+</button></div>';
    stage.append(this.box);
    this.canvas = this.box.querySelector("canvas");
    const [smaller, larger] = this.box.querySelectorAll("button");
    smaller.addEventListener("click", () => fit.choose(fit.scale / STEP));
    larger.addEventListener("click", () => fit.choose(fit.scale * STEP));
    for (const kind of ["pointerdown", "pointermove"]) {
      this.canvas.addEventListener(kind, (event) => (event.buttons || kind === "pointerdown") && this.go(event));
    }
  }

  // Draw the board; where everything can be seen there is no map.
  draw() {
    const { fit, canvas } = this;
    this.box.hidden = !fit.isWindow;
    if (!fit.isWindow) return;
    const board = fit.board.viewBox.baseVal;
    const room = fit.corner ?? { wide: MOST, high: MOST };
    this.scale = Math.min((Math.max(room.wide, 80) - 16) / board.width, Math.min(MOST, Math.max(room.high - 48, 80)) / board.height);
    [canvas.width, canvas.height] = [board.width * this.scale * 2, board.height * this.scale * 2];
    Object.assign(canvas.style, { width: `${board.width * this.scale}px`, height: `${board.height * this.scale}px` });
    this.picture = [...fit.board.children].filter((child) => child.matches("rect")).map((child) => child.getBBox());
    this.frame();
  }

  // What the window shows of it.
  frame() {
    const { fit, canvas } = this;
    if (!this.picture || this.box.hidden) return;
    const pen = canvas.getContext("2d");
    const board = fit.board.viewBox.baseVal;
    const style = getComputedStyle(this.box);
    pen.setTransform(2 * this.scale, 0, 0, 2 * this.scale, -2 * this.scale * board.x, -2 * this.scale * board.y);
    pen.clearRect(board.x, board.y, board.width, board.height);
    pen.fillStyle = style.color;
    for (const { x, y, width, height } of this.picture) pen.fillRect(x, y, width, height);
    pen.fillStyle = pen.strokeStyle = style.borderTopColor;
    this.dot(pen);
    const [wide, high] = [fit.view.clientWidth, fit.view.clientHeight].map((pixels) => (pixels * 100) / fit.scale);
    const [left, top] = [fit.view.scrollLeft, fit.view.scrollTop].map((pixels) => (pixels * 100) / fit.scale);
    pen.lineWidth = 1.5 / this.scale;
    pen.strokeRect(board.x + left, board.y + top, Math.min(wide, board.width), Math.min(high, board.height));
  }

  // Where the one is that one follows.
  dot(pen) {
    const key = this.fit.board.dataset.focus;
    const at = key && this.fit.board.querySelector(`[data-key="${CSS.escape(key)}"]`)?.transform.baseVal.consolidate()?.matrix;
    if (!at) return;
    pen.beginPath();
    pen.arc(at.e, at.f, 4.5 / this.scale, 0, 7);
    pen.fill();
  }

  // Look there.
  go(event) {
    const { fit, canvas } = this;
    const box = canvas.getBoundingClientRect();
    const [across, down] = [(event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height];
    fit.view.scrollTo({
      left: across * fit.view.scrollWidth - fit.view.clientWidth / 2,
      top: down * fit.view.scrollHeight - fit.view.clientHeight / 2,
      behavior: "instant",
    });
  }
}
