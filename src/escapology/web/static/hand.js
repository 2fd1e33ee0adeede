// What a hand needs to know of the board: what it lifts, where it is, and what lies next to something.

const SVG = "http://www.w3.org/2000/svg";
const FINGER = 32; // pixels that a finger hits with ease

// Copies of an item and of the cards that lie on it, to be dragged: above all of the page, in pixels of the screen, as no
// window on a board may cut them off.
export function lift(source) {
  const originals = [source];
  const left = source.getCTM().e;
  for (let next = source.nextElementSibling; source.matches(".card") && next?.matches(".card"); next = next.nextElementSibling) {
    if (Math.abs(next.getCTM().e - left) > 1) break;
    originals.push(next);
  }
  const hand = document.querySelector("svg.hand") ?? document.body.appendChild(document.createElementNS(SVG, "svg"));
  hand.setAttribute("class", "hand");
  hand.setAttribute("aria-hidden", "true");
  hand.setAttribute("font-family", source.ownerSVGElement.getAttribute("font-family"));
  return originals.map((original) => {
    const copy = original.cloneNode(true);
    const matrix = original.getScreenCTM();
    copy.classList.add("dragged");
    copy.removeAttribute("data-key");
    copy.removeAttribute("tabindex");
    hand.append(copy);
    original.classList.add("lifted");
    return { copy, original, matrix };
  });
}

// Whether a finger finds it hard to hit; and what it lacks on each side, across and down.
export function isSmall(element) {
  return Math.max(...lacking(element)) > 0;
}

export function lacking(element) {
  const { width, height } = element.getBoundingClientRect();
  return [width, height].map((size) => Math.max(0, FINGER - size));
}

// The one of these that is nearest to the pointer, and, of some that are equally near, the one with the nearest middle.
// It lies under it, or misses it by no more than `slack` pixels across and down (a number, or a function of the element).
export function closest({ clientX, clientY }, elements, slack) {
  const found = elements.map((element) => {
    const box = element.getBoundingClientRect();
    const [x, y] = [Math.abs(clientX - box.left - box.width / 2), Math.abs(clientY - box.top - box.height / 2)];
    const beyond = [Math.max(0, x - box.width / 2), Math.max(0, y - box.height / 2)];
    const most = typeof slack === "number" ? [slack, slack] : slack(element);
    return { element, isNear: beyond.every((by, i) => by <= most[i]), far: Math.hypot(...beyond), aside: Math.hypot(x, y) };
  });
  const near = found.filter(({ isNear }) => isNear).sort((one, other) => one.far - other.far || one.aside - other.aside);
  return near[0]?.element;
}

// The name of the place under the pointer; the page lists all places in units of the picture.
export function placeAt(area, event) {
  const places = JSON.parse(document.querySelector("#places")?.textContent ?? "[]");
  for (const picture of area.querySelectorAll("svg")) {
    const box = picture.getBoundingClientRect();
    if (event.clientX < box.left || event.clientX > box.right || event.clientY < box.top || event.clientY > box.bottom) continue;
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(picture.getScreenCTM().inverse());
    const found = places.find(([, x, y, w, h]) => at.x >= x && at.x < x + w && at.y >= y && at.y < y + h);
    if (found) return found[0];
  }
  return "";
}

// What the sign under the pointer means, in a sentence; "" = there is none. Cards say themselves what they are.
export function signAt(area, event) {
  const sizes = [...area.querySelectorAll("svg > :not(.target, .card) > title")].map((title) => {
    const { left, right, top, bottom } = title.parentElement.getBoundingClientRect();
    const isHere = event.clientX >= left && event.clientX <= right && event.clientY >= top && event.clientY <= bottom;
    return [isHere ? (right - left) * (bottom - top) : Infinity, title.textContent];
  });
  const [size, words] = sizes.sort(([one], [other]) => one - other)[0] ?? [Infinity, ""];
  return size < Infinity ? `${words[0].toUpperCase()}${words.slice(1)}.` : "";
}

// The nearest of the others that lies that way.
export function nearest(from, others, [across, down]) {
  const middle = (element) => {
    const box = element.getBoundingClientRect();
    return [box.left + box.width / 2, box.top + box.height / 2];
  };
  const [x, y] = middle(from);
  let best = null;
  let least = Infinity;
  for (const other of others) {
    const [there, below] = middle(other);
    const ahead = (there - x) * across + (below - y) * down;
    const aside = Math.abs((there - x) * down) + Math.abs((below - y) * across);
    if (other === from || ahead < 2) continue;
    if (ahead + 2 * aside < least) [best, least] = [other, ahead + 2 * aside];
  }
  return best;
}
