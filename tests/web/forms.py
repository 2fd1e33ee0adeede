"""Plays begun and moved by forms, without a browser."""

import html
import re

__all__ = ["BLANK", "act", "begin", "message_of", "version_of"]

BLANK = "blank: 3 1 5 2 6 4"


def begin(client, **form):
    answer = client.post("/plays", data=form or {"text": BLANK})
    assert answer.status_code == 200, answer.text
    return answer.url.path


def version_of(page):
    return re.search(r'name="version" value="(\d+)"', page.text)[1]


def act(client, path, action, **fields):
    fields.setdefault("version", version_of(client.get(path)))
    return client.post(f"{path}/{action}", data=fields)


def message_of(page):
    found = re.search(r'role="(?:status|alert)">([^<]+)<', page.text)
    return html.unescape(found[1]) if found else ""


def player_cookie(client):
    """The name and the value of the cookie that says who a client is."""
    return next((name, value) for name, value in client.cookies.items() if name.startswith("player-"))
