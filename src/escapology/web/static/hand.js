// What a hand needs to know of the board: what it lifts, where it is, and what lies next to something.

// Copies of an item and of the cards that lie on it, above everything else, to be dragged.
export function lift(source) {
  const originals = [source];
  const left = source.getCTM().e;
  for (let next = source.nextElementSibling; source.matches(".card") && next?.matches(".card"); next = next.nextElementSibling) {
    if (Math.abs(next.getCTM().e - left) > 1) break;
    originals.push(next);
  }
  return originals.map((original) => {
    const copy = original.cloneNode(true);
    copy.classList.add("dragged");
    copy.removeAttribute("data-key");
    copy.removeAttribute("tabindex");
    original.ownerSVGElement.append(copy);
    original.classList.add("lifted");
    const matrix = original.transform.baseVal.consolidate()?.matrix ?? new DOMMatrix();
    return { copy, original, matrix: DOMMatrix.fromMatrix(matrix) };
  });
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
