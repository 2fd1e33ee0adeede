"""What is printed from the browser: chosen, made by a worker, downloaded."""

import re

import pytest

from escapology.games import LISTED
from tests.web.forms import begin


def make(client, **fields):
    """The page with the PDF, without a script."""
    page = client.post("/print", data={"paper": "a4", "ink": "colour"} | fields)
    while "Check again" in page.text:
        page = client.get(re.search('href="([^"]+)">Check again', page.text)[1].replace("&amp;", "&"))
    return page


def download(client, page):
    return client.get(re.search('href="([^"]+)" download', page.text)[1])


@pytest.mark.parametrize("name", LISTED)
def test_every_game_has_a_page_to_print(client, name):
    page = client.get(f"/print/{name}").text
    assert page.count('name="sheet"') == 4
    assert f'href="/print/{name}"' in client.get(f"/new/{name}").text


def test_a_player_aid_is_made_and_downloaded(client):
    page = make(client, game="blank", sheet="aid", paper="letter", ink="low")
    assert "Ready to print" in page.text
    got = download(client, page)
    assert got.headers["content-type"] == "application/pdf"
    assert got.headers["content-disposition"] == "attachment"
    assert got.content.startswith(b"%PDF-")
    assert got.url.path.endswith("/blank-aid.pdf")
    assert download(client, make(client, game="blank", sheet="aid", paper="letter", ink="low")).content == got.content


def test_a_game_is_printed_and_its_way_out_only_when_it_is_over(client):
    path = begin(client, text="blank: 3 1 5 2 6 4\nclimb")
    play = path.rpartition("/")[2]
    assert f'href="{path}/print"' in client.get(path).text
    page = client.get(f"{path}/print").text
    assert re.findall('name="sheet" value="([a-z]+)"', page) == ["deal", "game"]
    assert "printed once the game is over" in page
    assert make(client, play=play, sheet="way").status_code == 422
    for sheet in ("deal", "game"):
        assert download(client, make(client, play=play, sheet=sheet)).content.startswith(b"%PDF-")


@pytest.mark.parametrize(
    ("fields", "wrong"),
    [
        ({"game": "blank", "sheet": "poster"}, "nothing called"),
        ({"game": "blank", "sheet": "aid", "paper": "a3"}, "there is no paper"),
        ({"game": "blank", "sheet": "aid", "ink": "gold"}, "there is no ink"),
    ],
)
def test_what_there_is_not_is_refused(client, fields, wrong):
    page = client.post("/print", data={"paper": "a4", "ink": "colour"} | fields)
    assert page.status_code == 422
    assert wrong in page.text.lower()


def test_others_and_other_tickets_get_nothing(client):
    assert client.get("/printed/nothing?game=blank&sheet=aid").status_code == 404
    assert client.get("/printed/nothing/blank-aid.pdf").status_code == 404
    assert client.get("/play/nobodys/print").status_code == 404
    assert client.get("/print/golf").status_code == 404


def test_a_server_that_cannot_print_says_so(client, monkeypatch):
    monkeypatch.setattr("escapology.web.pages.printing.is_there", lambda: False)
    page = client.get("/print/blank").text
    assert "lacks the extra" in page
    assert "<form" not in page.partition("<main")[2].partition("</main>")[0]
