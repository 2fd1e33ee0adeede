"""Records as pages to be watched: links, bad links, steps, and the slider."""

import html
import re
from pathlib import Path
from urllib.parse import quote

import pytest

from escapology.packing import packed, record_path, unpacked
from escapology.record import read_record
from escapology.web.plays.replay import replay_of
from tests.web.forms import BLANK, message_of

RECORDS = sorted((Path(__file__).parents[2] / "records").glob("*.txt"))
DATA = {"accept": "application/json"}
WON = f"{BLANK}\nclimb skip climb skip climb\n"


def link_to(name):
    text = (RECORDS[0].parent / f"{name}.txt").read_text(encoding="utf-8")
    return record_path(packed(text)), read_record(text)


def place_of(link):
    return link.replace("/replay?", "/replay/place?")


def described(page):
    return html.unescape(re.search("<desc>(.*?)</desc>", page.text)[1])


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_every_record_can_be_watched(client, path):
    text = path.read_text(encoding="utf-8")
    record = read_record(text)
    for at, state in list(enumerate(record.states()))[:: max(1, len(record.moves) // 3)]:
        page = client.get(record_path(packed(text), at))
        assert page.status_code == 200
        scene = record.game.presentation.scene(*record.game.knowledge.observe(record.deal, state))
        assert described(page) == scene.description
    assert len(re.findall(r'<button form="steps"', page.text)) == len(record.moves) + 1


def test_the_address_says_where(client):
    link = record_path(packed(WON))
    assert "after 5 moves of 5" in client.get(link).text
    assert "after 2 moves of 5" in client.get(f"{link}&at=2").text
    for odd, at in (("99", 5), ("-3", 0), ("x", 5), ("", 5), ("9" * 40, 5), ("²", 5), ("0", 0)):
        assert f"after {at} move" in client.get(f"{link}&at={quote(odd)}").text, odd
    page = client.get(f"{link}&at=2").text
    steps = re.findall(r'value="(\d)" data-step="(\w+)"', page)
    assert steps == [("0", "first"), ("1", "back"), ("3", "next"), ("5", "last")]
    assert html.unescape(re.search('id="link" readonly value="([^"]+)"', page)[1]).endswith(f"{link}&at=2")


def test_playing_on_begins_there(client):
    page = client.get(record_path(packed(WON), 2)).text
    text = html.unescape(re.search(r'<textarea id="here"[^>]*>([^<]*)<', page)[1])
    assert text == f"{BLANK}\nclimb skip\n"
    begun = client.post("/plays", data={"text": text})
    assert client.get(f"{begun.url.path}/record.txt").text == text


def test_a_script_gets_one_place(client):
    answer = client.get(place_of(record_path(packed(WON), 1)), headers=DATA).json()
    assert (answer["at"], answer["status"], answer["record"]) == (1, "playing", f"{BLANK}\nclimb\n")
    assert answer["board"].startswith("<svg")
    link, _ = link_to("dont-let-them-get-you-won")
    events = [client.get(f"{place_of(link)}&at={at}", headers=DATA).json()["events"] for at in range(9)]
    assert events[0] == []
    assert any("x" in event for told in events for event in told)


def test_data_and_page_have_addresses_of_their_own(client):
    """A browser that keeps an answer shows it again by its address, whoever asked for it."""
    link = record_path(packed(WON), 1)
    for headers in ({}, DATA):
        assert client.get(link, headers=headers).headers["content-type"].startswith("text/html")
        told = client.get(place_of(link), headers=headers)
        assert told.headers["content-type"] == "application/json"
        assert told.headers["cache-control"] == "no-store", "boards look as the player likes them now"


def test_a_script_is_told_what_is_wrong(client):
    wrong = client.get("/replay/place?r=x", headers=DATA)
    assert wrong.status_code == 422
    assert "damaged" in wrong.json()["error"]
    assert client.get("/replay/place?r=" + "x" * 9_000, headers=DATA).status_code == 422
    assert client.get("/replay/place?r=" + "x" * 61_000, headers=DATA).status_code == 414


def test_bad_links_say_what_is_wrong(client):
    good = packed(WON)
    for text, said in (
        ("x", "damaged"),
        ("AAAA", "damaged"),
        (good[:-9], "incomplete"),
        (good[:20] + "A" + good[21:], "damaged"),
        (packed("x" * 5_000_000), "incomplete"),
        ("A" * 50_000, "too long"),
        (packed("hello"), "not a deal line"),
        (packed(f"{BLANK}\nfly\n"), "is not a move of Blank"),
        (packed(f"{WON}\n{WON}"), "one is expected"),
        (packed("kidnap-machine: house=/etc/passwd enemy=3"), "names a file"),
        ("%00", "damaged"),
        ("é" * 4, "damaged"),
    ):
        page = client.get(f"/replay?r={text}")
        assert page.status_code == 422, text[:20]
        assert said in message_of(page), text[:20]


def test_a_pasted_record_gets_a_link(client):
    page = client.post("/replay", data={"text": "blank: 3 1 5 2 6 4 \n climb;skip"})
    assert "after 0 moves of 2" in page.text
    assert unpacked(dict(page.url.params)["r"]) == f"{BLANK}\nclimb skip\n"
    wrong = client.post("/replay", data={"text": "blank: 3 1 5\nkept"})
    assert wrong.status_code == 422
    assert "kept</textarea>" in wrong.text
    assert client.get("/replay").status_code == 200


def test_old_links_still_lead_there(client):
    page = client.get(f"/share/{packed(WON)}")
    assert "after 5 moves of 5" in page.text


def test_a_record_is_read_once():
    assert replay_of(packed(WON)) is replay_of(packed(WON))


def test_slider_steps_and_play(open_page):
    link, record = link_to("lab-rats-won")
    page = open_page(link)
    last = len(record.moves)

    def place(at):
        page.wait_for_function(
            "at => document.querySelector('.replay #place').textContent.startsWith(at)", arg=f"after {at} "
        )

    place(last)
    page.locator("#scrubber").fill("3")
    place(3)
    assert page.locator("[aria-current=step] .move").inner_text() == record.moves[2]
    assert page.url.endswith("at=3")
    page.get_by_role("button", name="Next").click()
    place(4)
    page.get_by_role("button", name="First").click()
    place(0)
    assert page.get_by_role("button", name="Back", exact=True).is_disabled()
    page.locator("body").click(position={"x": 2, "y": 300})
    page.keyboard.press("ArrowRight")
    place(1)
    page.keyboard.press("End")
    place(last)
    page.locator("#log button").nth(last - 1).click()
    place(last - 1)
    assert page.get_by_label("Speed").input_value() == "1"
    page.get_by_label("Speed").select_option("4×")
    page.get_by_role("button", name="Play", exact=True).click()
    place(last)
    page.wait_for_function("() => document.querySelector('#run').textContent.includes('Play')")
    page.reload()
    place(last)


def test_back_shows_the_page_again(open_page, server):
    link, _ = link_to("devils-square-won")
    page = open_page(f"{link}&at=0")
    page.get_by_role("button", name="Next").click()
    page.wait_for_url("**at=1")
    page.goto(f"{server.address}/rules")
    page.go_back()
    assert page.url.endswith("at=1")
    assert "after 1 move of" in page.locator("body").inner_text()


def test_watching_without_scripts(open_page):
    link, record = link_to("devils-square-won")
    page = open_page(f"{link}&at=0", java_script_enabled=False)
    page.get_by_role("button", name="Next").click()
    assert "after 1 move of" in page.locator("#place").inner_text()
    page.locator("#scrubber").focus()
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    page.get_by_role("button", name="Go").click()
    assert "after 4 moves of" in page.locator("#place").inner_text()
    page.locator("#log button").nth(9).click()
    assert page.locator("[aria-current=step] .move").inner_text() == record.moves[8]
    page.get_by_role("button", name="Play on from here").click()
    assert page.locator("#log li .move").count() == 9
