"""The page of a new game: choices, and the search for a deal that is proven to have a win."""

import html
import re
import sys
from dataclasses import replace

import pytest

from escapology.answer import FoundDeal
from escapology.games import GAMES, LISTED
from escapology.middle import new_deal
from escapology.setting import make_setting
from escapology.solve import solve
from escapology.thinking.question import Asker
from escapology.thinking.task import Task, play_task
from escapology.thinking.thinker import Thinker
from escapology.thinking.wish import Wish, find
from escapology.verdict import LEVELS
from escapology.web.plays.wish import wish_of_form
from tests.patience import wait_until
from tests.web.forms import BLANK, act, message_of

NAMES = list(LISTED)


@pytest.mark.parametrize("name", NAMES)
def test_choices_in_plain_words(client, name):
    page = html.unescape(client.get(f"/new/{name}").text)
    for option in GAMES[name].facts.options:
        assert option.question in page
        assert f'href="/rules/{name}#{option.ruling}"' in page
        for words in option.values.values():
            assert words in page
    dice = GAMES[name].facts.has_dice
    assert ("no deal is certain to be won" in page) == dice
    assert ('name="winnable"' in page) == (not dice)
    alike = "in bingo all deals are about equally hard" in page
    assert alike == (name == "dont-let-them-get-you")
    assert re.findall('name="level" value="([a-z]*)"', page) == (["", *LEVELS] if GAMES[name].fair.yardstick else [])


def test_difficulty_is_offered_where_it_can_be_told(client):
    assert 'name="level"' not in client.get("/new/blank").text


def test_wishes():
    setting = make_setting(GAMES["not-alone"])
    assert not wish_of_form({}, setting)
    assert wish_of_form({"winnable": "yes"}, setting) == Wish(True, None)
    assert wish_of_form({"level": "hard"}, setting) == Wish(False, 4)
    assert Wish(True, 1).words == "an easy deal that is proven to have a win"
    assert Wish(False, 4).words == "a hard deal"
    assert Wish(True, None).words == "a deal that is proven to have a win"


def test_what_can_not_be_wished(client):
    page = client.post("/plays", data={"game": "kidnap-machine", "winnable": "yes", "page": "new"})
    assert page.status_code == 422
    assert "a game of dice" in message_of(page)
    bingo = {"game": "dont-let-them-get-you", "variant": "bingo", "level": "hard", "page": "new"}
    assert "its deals are about equally hard; choose any" in message_of(client.post("/plays", data=bingo))
    page = client.post("/plays", data={"game": "blank", "level": "mad", "page": "new"})
    assert "no difficulty 'mad'" in message_of(page)
    page = client.post("/plays", data={"game": "blank", "winnable": "yes", "seed": "2" * 20, "page": "new"})
    assert "is not a seed" in message_of(page)


def test_the_first_winnable_deal_is_found():
    setting = make_setting(GAMES["blank"])
    told: list[int] = []
    answer = find(Task("find", setting="blank", winnable=True), told.append)
    assert isinstance(answer, FoundDeal)
    verdicts = [solve(GAMES["blank"], new_deal(setting, seed)).verdict for seed in range(answer.seed + 1)]
    assert verdicts == ["unwinnable"] * answer.seed + ["winnable"]
    assert answer.tried == answer.seed + 1
    assert told == list(range(1, answer.tried))


def test_a_deal_of_some_difficulty_is_found():
    answer = find(Task("find", setting="dont-let-them-get-you", seed=6, level=2), lambda tried: None)
    assert isinstance(answer, FoundDeal)
    assert (answer.level, answer.proven) == (2, True)
    assert answer.seed == 6 + answer.tried - 1


def wait(client, page):
    pages = [page]
    wait_until(lambda: "tried so far" not in pages[-1].text or pages.append(client.get(page.url)))
    return pages[-1]


def test_looking_for_a_deal(client):
    form = {"game": "blank", "variant": "long", "option-skips": "two", "winnable": "yes", "seed": "1"}
    page = client.post("/plays", data=form)
    assert page.url.path.startswith("/find/")
    page = wait(client, page)
    assert "It can be won: we found a way out" in page.text
    names = dict(re.findall('type="hidden" name="([^"]+)" value="([^"]*)"', page.text))
    assert (names["variant"], names["option-skips"]) == ("long", "two")
    begun = client.post("/plays", data=names)
    record = client.get(f"{begun.url.path}/record.txt").text
    assert record.startswith("blank/long[skips=two]: ")
    deal = new_deal(make_setting(GAMES["blank"], "long", {"skips": "two"}), int(names["seed"]))
    assert solve(GAMES["blank"], deal).verdict == "winnable"


def test_a_difficulty_is_kept_with_the_game_and_shown(client):
    page = client.post("/plays", data={"game": "not-alone", "seed": "7", "found": "hard"})
    assert "<span>hard deal</span>" in page.text
    act(client, page.url.path, "move", move="start QS")
    assert "<span>hard deal</span>" in client.get(page.url.path).text
    assert client.get(f"/api/v1{page.url.path.replace('play', 'plays')}").json()["level"] == "hard"
    assert "hard deal" not in client.post("/plays", data={"game": "not-alone", "seed": "7"}).text
    refused = client.post("/plays", data={"game": "blank", "seed": "7", "found": "hard", "page": "new"})
    assert "There is no difficulty 'hard' in blank/short" in message_of(refused)


@pytest.fixture
def slow_seeker(client):
    """Its worker says that seven were tried, and then nothing more."""
    code = """import time; print('{"so_far": 7}', flush=True); time.sleep(600)"""
    seeker = Thinker(command=[sys.executable, "-c", code])
    client.app.state.desk = replace(client.app.state.desk, thinker=seeker)
    yield
    seeker.close()


@pytest.mark.usefixtures("slow_seeker")
def test_looking_can_be_cancelled(client):
    pages = [client.post("/plays", data={"game": "blank", "winnable": "yes"})]
    wait_until(lambda: "7</span> tried so far" in pages[-1].text or pages.append(client.get(pages[-1].url)))
    page = pages[-1]
    assert re.search('<noscript><a class="[^"]+" href="[^"]+&amp;again=yes">Check again', page.text)
    told = client.get(page.url, headers={"accept": "application/json"}).json()
    assert told == {"done": False, "tried": 7, "preparing": False}
    place = str(page.url)
    back = client.post(place.replace("?", "/cancel?"))
    assert back.url.path == "/new/blank"
    assert "cancelled" in client.get(place).text


def test_a_new_search_ends_the_old_one(client):
    places = [
        client.post("/plays", data={"game": "blank", "winnable": "yes"}, follow_redirects=False).headers["location"]
        for _ in range(3)
    ]
    assert "It can be won" in wait(client, client.get(places[-1])).text
    for place in places[:-1]:
        assert "tried so far" not in client.get(place).text


def test_searches_belong_to_their_player(client):
    page = client.post("/plays", data={"game": "blank", "winnable": "yes"}, follow_redirects=False)
    client.cookies.clear()
    assert client.get(page.headers["location"]).status_code == 404
    assert client.get("/find/nothing?setting=blank").status_code == 404
    assert client.get("/find/nothing?setting=chess").status_code == 404


def test_a_search_is_no_hint_and_a_hint_no_search(client):
    desk = client.app.state.desk
    search = client.post("/plays", data={"game": "blank", "winnable": "yes"}, follow_redirects=False)
    ticket = re.search("/find/([^?]+)", search.headers["location"])[1]
    path = client.post("/plays", data={"text": BLANK}).url.path
    assert client.get(f"{path}/thought/{ticket}").status_code == 404
    [owner] = {seat.saved.owner for seat in desk.table.seats()}
    hint = desk.thinker.ask(play_task("hint", BLANK), Asker(owner))
    assert client.get(f"/find/{hint}?setting=blank").status_code == 404


def test_a_record_opens_where_it_ends(client):
    page = client.post("/plays", data={"text": f"{BLANK}\nclimb skip", "page": "new", "game": "lab-rats"})
    assert client.get(f"{page.url.path}/record.txt").text == f"{BLANK}\nclimb skip\n"


def test_in_a_browser(open_page):
    page = open_page("/new/lab-rats")
    page.get_by_label("Only winnable deals").check()
    page.get_by_label("hard", exact=False).first.check()
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_url("**/play/*")
    page.go_back()
    assert page.url.endswith("/new/lab-rats"), "the search has left no trace"


def test_in_a_browser_without_scripts(open_page):
    page = open_page("/new/blank", java_script_enabled=False)
    page.get_by_label("Only winnable deals").check()
    page.get_by_role("button", name="Play", exact=True).click()
    while page.get_by_text("Looking for a deal").count():
        page.get_by_role("link", name="Check again").click()
    page.get_by_role("button", name="Play it").click()
    page.wait_for_url("**/play/*")
