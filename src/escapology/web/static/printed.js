// Waiting for a PDF: the page is loaded again when it is there.

async function look() {
  try {
    const answer = await (await fetch(location.href, { headers: { accept: "application/json" } })).json();
    if (answer.done || answer.error) return location.reload();
  } catch {
    // the server may be busy: ask again
  }
  setTimeout(look, 500);
}

look();
