// The full rules stand behind the short ones: a link into them opens them.

const full = document.querySelector("details.full");

function open() {
  const target = location.hash.length > 1 && document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!target || !full.contains(target)) return;
  full.open = true;
  target.scrollIntoView();
}

addEventListener("hashchange", open);
open();
