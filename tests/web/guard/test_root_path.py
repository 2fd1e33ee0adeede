"""The app below a path: every link, form, redirect and script stays there, and works."""

import html
import re
from collections import Counter
from urllib.parse import urljoin

import pytest
from starlette.testclient import TestClient

from escapology.games import GAMES
from escapology.web import Config, make_app
from tests.patience import LONGEST
from tests.samples import sizes
from tests.web.conftest import Server
from tests.web.forms import player_cookie

ROOT = "/some/games"


@pytest.fixture
def placed(store):
    with TestClient(make_app(store, Config(root_path=ROOT)), base_url="http://testserver") as client:
        yield client


def addresses(page, name):
    return [html.unescape(text) for text in re.findall(rf'\b{name}="([^"]*)"', page.text)]


def is_elsewhere(address):
    return address.startswith(("#", "http://", "https://"))


def kind_of(address):
    """Pages of one kind have the same links: a day or a position stands for all others, but each game for itself."""
    return re.sub(r"\d+(-\d+)*|(?<=/)[\w-]{16,}(?=/|$|\?)", "#", address)


@pytest.mark.parametrize("each", sizes(1, 1_000))
def test_all_links_stay_below_the_path(placed, each):
    waiting = [ROOT + "/"]
    for name in GAMES:
        waiting.append(placed.post(f"{ROOT}/plays", data={"game": name, "seed": "3"}).url.path)
    asked = placed.post(f"{waiting[1]}/think", data={"kind": "hint"}, follow_redirects=False)
    waiting.append(asked.headers["location"])
    seen: set[str] = set()
    kinds: Counter[str] = Counter()
    while waiting:
        address = waiting.pop(0).partition("#")[0]
        if address in seen or kinds[kind_of(address)] == each:
            continue
        seen.add(address)
        kinds[kind_of(address)] += 1
        assert address.startswith(ROOT + "/"), address
        answer = placed.get(address, follow_redirects=False)
        if answer.is_redirect:
            waiting.append(answer.headers["location"])
            continue
        assert answer.status_code == 200, address
        if "text/html" not in answer.headers["content-type"]:
            continue
        for name in ("href", "src"):
            waiting += [urljoin(address, to) for to in addresses(answer, name) if not is_elsewhere(to)]
        for to in addresses(answer, "action") + addresses(answer, "formaction"):
            assert to.startswith(ROOT + "/"), f"{to} on {address}"
    assert {f"{ROOT}/static/play.js", f"{ROOT}/me/delete", f"{ROOT}/rules/lab-rats"} <= {
        a.partition("?")[0] for a in seen
    }
    assert len(seen) > 60


@pytest.mark.parametrize(
    ("path", "form"),
    [
        ("/plays", {"game": "blank"}),
        ("/settings", {"scheme": "dark"}),
        ("/settings", {"scheme": "dark", "back": "/rules"}),
        ("/statistics", {"discreet": "yes"}),
        ("/replay", {"text": "blank: 3 1 5 2 6 4"}),
        ("/plays", {"game": "lab-rats", "winnable": "yes", "seed": "1"}),
    ],
)
def test_what_is_sent_leads_back_below_the_path(placed, path, form):
    answer = placed.post(ROOT + path, data=form, follow_redirects=False)
    assert answer.status_code == 303
    assert answer.headers["location"].startswith(ROOT + "/")
    assert placed.get(answer.headers["location"]).status_code == 200
    for cookie in answer.headers.get_list("set-cookie"):
        assert f"Path={ROOT};" in cookie


def test_links_to_be_passed_on_hold_the_path(placed):
    path = placed.post(f"{ROOT}/plays", data={"game": "blank", "seed": "3"}).url.path
    shared = placed.get(f"{path}/share", headers={"accept": "application/json"}).json()["path"]
    assert shared.startswith(f"{ROOT}/replay?r=")
    assert f'value="http://testserver{ROOT}/replay?r=' in placed.get(shared).text
    link = re.search(r'value="http://testserver([^"]+)"', placed.post(f"{ROOT}/me/link").text)[1]
    assert link.startswith(f"{ROOT}/recover/")
    assert placed.get(link).status_code == 200


def test_a_proxy_may_take_the_path_off(placed):
    path = placed.post(f"{ROOT}/plays", data={"game": "blank", "seed": "3"}).url.path
    cookie = {"cookie": "=".join(player_cookie(placed))}
    assert f'href="{ROOT}/rules"' in placed.get("/settings").text
    assert placed.get("/static/root.js").status_code == 200
    assert placed.get(path.removeprefix(ROOT), headers=cookie).status_code == 200
    assert placed.get(ROOT, follow_redirects=True).url.path == ROOT + "/"
    assert placed.get("/some/gamesome").status_code == 404


def test_a_game_is_played_below_a_path(chromium, tmp_path):
    running = Server(tmp_path / "plays.sqlite", Config(root_path=ROOT))
    context = chromium.new_context(reduced_motion="reduce")
    context.set_default_timeout(1_000 * LONGEST)
    errors = []
    try:
        page = context.new_page()
        page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("request", lambda r: r.url.startswith(running.address + ROOT) or errors.append(f"asked for {r.url}"))
        page.goto(f"{running.address}{ROOT}/new/blank")
        page.get_by_role("button", name="Play").first.click()
        page.wait_for_url(f"**{ROOT}/play/*")
        page.evaluate("window.stays = true")
        for count in (1, 2):
            page.locator(".option:not([disabled])").first.click()
            page.locator(f"#log li[value='{count}']").wait_for()
        page.keyboard.press("z")
        page.locator("#log li[value='2']").wait_for(state="detached")
        page.keyboard.press("h")
        page.locator("#thought .advice").wait_for()
        assert page.evaluate("window.stays"), "nothing was loaded anew"
        page.goto(page.url + "/watch")
        page.locator("[data-step]").last.click()
        assert page.evaluate("location.pathname") == f"{ROOT}/replay"
    finally:
        context.close()
        running.stop()
    assert errors == []
