// New parts of a page in place of old ones. What has not changed is left alone: it keeps the focus and what is open or typed
// in it, and costs nothing to lay out.

// Give an element the children that are written in `html`.
export function renew(element, html) {
  const fresh = document.createElement("template");
  fresh.innerHTML = html;
  match(element, fresh.content);
}

function match(now, next) {
  let old = now.firstElementChild;
  for (const part of [...next.children]) {
    const like = nextLike(old, part);
    if (!like) {
      now.insertBefore(part, old);
      continue;
    }
    while (old !== like) old = remove(old);
    old = like.nextElementSibling;
    if (like.isEqualNode(part)) continue;
    if (isFrame(like) && isFrame(part) && attributesOf(like) === attributesOf(part)) match(like, part);
    else like.replaceWith(part);
  }
  while (old) old = remove(old);
}

// The first of these siblings that stands for the same.
function nextLike(old, part) {
  for (let one = old; one; one = one.nextElementSibling) if (nameOf(one) === nameOf(part)) return one;
  return null;
}

function remove(old) {
  const next = old.nextElementSibling;
  old.remove();
  return next;
}

function nameOf(element) {
  const { tagName, id, classList } = element;
  return [tagName, id, classList[0] ?? "", element.getAttribute("value") ?? "", element.getAttribute("formaction") ?? ""].join(" ");
}

// Whether it only holds others, and says nothing itself.
function isFrame(element) {
  return element.childElementCount > 0 && [...element.childNodes].every((child) => child.nodeType !== Node.TEXT_NODE || !child.data.trim());
}

// What is open was opened by the reader.
function attributesOf(element) {
  return [...element.attributes].filter(({ name }) => name !== "open").map(({ name, value }) => `${name}=${value}`).join("\n");
}
