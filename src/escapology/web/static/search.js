// Waiting for a deal: counts along, and goes to the game when it is found.

const sheet = document.querySelector(".search");

async function look() {
  try {
    const answer = await (await fetch(location.href, { headers: { accept: "application/json" } })).json();
    if (answer.done || answer.error) return location.reload();
    document.querySelector("#tried").textContent = answer.tried;
    document.querySelector("#preparing").hidden = !answer.preparing;
  } catch {
    // the server may be busy: ask again
  }
  setTimeout(look, 700);
}

// The game takes this page's place: whoever goes back comes to where the deal was chosen.
async function play(form) {
  const response = await fetch(form.action, { method: "POST", body: new URLSearchParams(new FormData(form)) });
  if (response.ok) location.replace(response.url);
}

if (sheet.dataset.state === "looking") look();
if (sheet.dataset.state === "found") play(sheet.querySelector("form"));
