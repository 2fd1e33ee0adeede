"""Games at real tables, by forms and without a browser: told from a hidden deal, to a win and to a loss."""

import html
import re
from contextlib import closing
from dataclasses import fields, replace

import pytest
import sqlalchemy as sql
from starlette.testclient import TestClient

from escapology.games import GAMES
from escapology.record import read_record
from escapology.sitting import Sitting
from escapology.web.players.preferences import Preferences
from escapology.web.sittings.kept import Sat
from escapology.web.sittings.view import view_of_sitting
from escapology.web.store import KeptSitting, open_store
from escapology.web.store.tables import SITTINGS
from tests.samples import thinned
from tests.table import Table
from tests.web.forms import version_of

JSON = {"accept": "application/json"}
QUICK = {"blank", "kidnap-machine"}  # a whole game, tap by tap; of the others, most is told at once
GAMES_AT_TABLES = [name for name, game in GAMES.items() if game.companion is not None]


def sit_down(client, setting):
    answer = client.post("/companions", data={"game": setting.game, "variant": setting.variant})
    assert answer.status_code == 200, answer.text
    return answer.url.path


def tell(client, path, told, **fields):
    fields.setdefault("version", version_of(client.get(path)))
    return client.post(f"{path}/tell", data={"told": told.removeprefix("="), **fields})


def words_of(page):
    return html.unescape(re.sub(r"<[^>]+>", " ", page.text))


def begin_blank(client, *told):
    path = client.post("/companions", data={"game": "blank"}).url.path
    for one in told:
        assert tell(client, path, one).status_code == 200
    return path


def play_out(client, table, *, one_by_one):
    """Tell a whole table by forms, nothing but what is asked for and the moves; the page of its end."""
    path = sit_down(client, table.deal.setting)
    mirror = Sitting.begin(table.deal.setting, 7)  # asks what the page asks, whatever it makes up
    page = client.get(path)
    while text := table.tell(mirror):
        run = [text]
        mirror = mirror.tell(text)
        while not one_by_one and text.startswith("=") and mirror.asked is not None:
            run.append(table.tell(mirror))
            mirror = mirror.tell(run[-1])
        page = tell(client, path, " ".join(one.removeprefix("=") for one in run), version=version_of(page))
        assert page.status_code == 200, words_of(page)
        if mirror.asked is not None:
            assert mirror.asked.words in words_of(page)
    return path, page


@pytest.mark.parametrize("name", GAMES_AT_TABLES)
def test_a_whole_game_is_told_to_a_win(client, name):
    table = Table.won(name)
    path, page = play_out(client, table, one_by_one=name in QUICK)
    assert "Won!" in words_of(page)
    record = read_record(client.get(f"{path}/record.txt").text)
    assert list(record.moves) == table.moves
    assert record.game.rules.won(record.deal, record.last_state())
    kept = client.post(f"{path}/keep")
    assert kept.url.path.startswith("/play/")
    assert client.get(f"{path}/watch").url.path == "/replay"


LOST = [
    *map(Table.recorded, ("blank-long", "kidnap-machine-caught", "dont-let-them-get-you-even", "not-alone-even")),
    Table.random("lab-rats/hard", 0), Table.random("devils-square", 9),
]  # fmt: skip


@pytest.mark.parametrize("table", thinned(LOST, 4), ids=lambda table: table.deal.setting.text)
def test_a_whole_game_is_told_to_a_loss(client, table):
    path, page = play_out(client, table, one_by_one=False)
    assert "Lost." in words_of(page)
    assert read_record(client.get(f"{path}/record.txt").text).moves == tuple(table.moves)


def test_what_is_told_is_there_again_at_once(client, store, database):
    """Also for another process, whatever becomes of this one: it has been written, not only remembered."""
    path = begin_blank(client, "3", "climb", "5")
    id_ = path.rsplit("/", 1)[1]
    owner = _row(store, id_).owner
    with closing(open_store(database)) as other:
        kept = other.sitting(id_, owner)
    assert kept.told == "on the table: blank\n= 3\nclimb\n= 5\n"
    assert (kept.moves, kept.status, kept.finished) == (1, "playing", False)
    assert Sitting.of_text(client.get(f"{path}/notes.txt").text).told == ("=3", "climb", "=5")


def _row(store, id_):
    columns = [SITTINGS.c[field.name] for field in fields(KeptSitting)]
    with store._connection() as connection:
        return connection.execute(sql.select(*columns).where(SITTINGS.c.id == id_)).one()


def test_one_that_is_damaged_says_so_and_can_be_thrown_away(client, store):
    path = begin_blank(client, "3")
    kept = KeptSitting(*_row(store, path.rsplit("/", 1)[1]))
    store.put_sitting(replace(kept, told="on the table: blank\n= 3\n= 4\n"))
    page = client.get(path)
    assert page.status_code == 422
    assert "The saved game is damaged" in words_of(page)
    assert path in client.get("/").text
    assert path not in client.post(f"{path}/delete").text


def test_slips_are_refused_in_words_and_nothing_changes(client):
    path = begin_blank(client, "3", "climb")
    before = client.get(f"{path}/notes.txt").text
    for told, says in (
        ("3", "The 3 was told already, for card 1 of the pile."),
        ("9", "'9' can't lie there: write 1, 2, 3, 4, 5 or 6."),
        ("climb", "'climb' can't lie there"),
        ("", "Choose what you have turned up, or type it."),
        ("5 4", "4"),
    ):
        page = tell(client, path, told)
        assert page.status_code == 422
        assert says in words_of(page)
    tell(client, path, "2")
    page = tell(client, path, "climb")
    assert "the 2 is lower than the 3 you stand on" in words_of(page)
    assert client.get(f"{path}/notes.txt").text == before.replace("climb\n", "climb\n= 2\n")


def test_who_comes_second_is_told(client):
    path = begin_blank(client, "3")
    version = version_of(client.get(path))
    assert tell(client, path, "climb", version=version).status_code == 200
    late = tell(client, path, "skip", version=version)
    assert late.status_code == 409
    assert "changed in another window" in words_of(late)


def test_undo_and_redo(client):
    path = begin_blank(client, "3", "climb", "5")
    for action, told in (
        ("undo", "= 3\nclimb\n"), ("undo", "= 3\n"), ("redo", "= 3\nclimb\n"), ("redo", "= 3\nclimb\n= 5\n"),
    ):  # fmt: skip
        client.post(f"{path}/{action}", data={"version": version_of(client.get(path))})
        assert client.get(f"{path}/notes.txt").text == f"on the table: blank\n{told}"
    nothing = client.post(f"{path}/redo", data={"version": version_of(client.get(path))})
    assert "There is nothing to redo." in words_of(nothing)


def correct(client, path, number, told, **fields):
    return client.post(f"{path}/told/{number}", data={"told": told, "version": version_of(client.get(path)), **fields})


def test_a_wrong_entry_is_corrected_three_turns_later(client):
    path = begin_blank(client, "3", "skip", "2", "skip", "4", "skip", "5")
    assert "card 2 of the pile: the 2" in words_of(client.get(f"{path}/told"))
    page = correct(client, path, 2, "1")
    assert "Corrected: this is how the game stands now." in words_of(page)
    assert client.get(f"{path}/notes.txt").text == "on the table: blank\n= 3\nskip\n= 1\nskip\n= 4\nskip\n= 5\n"
    assert "was told already" in words_of(correct(client, path, 2, "3"))


def test_a_correction_that_leaves_moves_impossible_asks_first(client):
    path = begin_blank(client, "3", "skip", "4", "climb", "5", "climb", "1")
    before = client.get(f"{path}/notes.txt").text
    page = correct(client, path, 2, "6")
    assert page.status_code == 409
    assert "Climb onto the 5" in words_of(page)
    assert "the 5 is lower than the 6 you stand on" in words_of(page)
    assert "take back 2 things from there on" in words_of(page)
    assert client.get(f"{path}/notes.txt").text == before
    correct(client, path, 2, "6", drop="yes")
    assert client.get(f"{path}/notes.txt").text == "on the table: blank\n= 3\nskip\n= 6\nclimb\n= 5\n"
    assert "Redo" in client.get(path).text


def test_a_roll_that_was_missed_can_be_told_between(client):
    table = Table.random("kidnap-machine", 0)
    path = sit_down(client, table.deal.setting)
    for told in ("1", "?b1", "2", "wait"):
        assert tell(client, path, told).status_code == 200
    page = correct(client, path, 2, "6")
    assert "A different piece is needed there." in words_of(page)
    assert 'value="6 4"' in page.text
    assert "Corrected" in words_of(correct(client, path, 2, "6 4"))
    assert "= 6 4" in client.get(f"{path}/notes.txt").text


def test_the_page_shows_nothing_that_was_not_told(client, store):
    """With other luck in what is made up, it is the same page."""
    table = Table.won("lab-rats")
    path = sit_down(client, table.deal.setting)
    sitting = Sitting.begin(table.deal.setting, 1)
    told = []
    while len(sitting.made) < 4 or sitting.asked is not None:
        told.append(table.tell(sitting))
        sitting = sitting.tell(told[-1])
    pages = []
    for seed in (1, 2):
        kept = KeptSitting(*_row(store, path.rsplit("/", 1)[1]))
        view = view_of_sitting(Sat(kept, sitting.with_seed(seed)), Preferences())
        pages.append((view.board, view.lines, view.moves, view.unknown, view.question))
    assert pages[0] == pages[1]


def test_a_script_gets_parts(client):
    path = begin_blank(client, "3")
    fields = {"told": "climb", "version": version_of(client.get(path))}
    parts = client.post(f"{path}/tell", data=fields, headers=JSON).json()
    assert "Turn up the top card of the pile" in parts["side"]
    assert parts["board"].startswith("<svg")
    refused = client.post(f"{path}/tell", data=fields, headers=JSON)
    assert refused.status_code == 409
    assert refused.json()["message"]


def test_a_hint_needs_a_move_to_make(client):
    path = begin_blank(client)
    assert "first answer above" in words_of(client.post(f"{path}/think"))


def test_a_hint_goes_by_what_was_told(client):
    path = begin_blank(client, "3", "climb", "5", "climb", "6")
    page = client.post(f"{path}/think")
    while "Check again" in page.text:
        page = client.get(re.search('href="([^"]+)">Check again', page.text)[1])
    assert "Climb onto the 6" in words_of(page)
    assert "which is it?" in words_of(client.post(f"{path}/tell", data={"told": "climb", "version": version_of(page)}))
    assert "Won!" in words_of(tell(client, path, "1"))


def test_a_sitting_belongs_to_one_player(client):
    stranger = TestClient(client.app)
    path = begin_blank(client, "3")
    for address in (path, f"{path}/told", f"{path}/notes.txt"):
        assert stranger.get(address).status_code == 404
    assert stranger.post(f"{path}/tell", data={"told": "climb", "version": "2"}).status_code == 404


def test_notes_go_on_elsewhere(client):
    text = "on the table: blank\n= 3\nclimb\n"
    path = client.post("/companions", data={"text": text}).url.path
    assert client.get(f"{path}/notes.txt").text == text
    bad = client.post("/companions", data={"text": "on the table: blank\n= 3\n= 4\n"})
    assert bad.status_code == 422
    assert "it is your move" in words_of(bad)


def test_it_is_offered_and_gone_on_with(client):
    assert "At your own table" in client.get("/new/lab-rats").text
    path = begin_blank(client, "3")
    assert path in client.get("/").text
    assert path not in client.post(f"{path}/delete").text
    assert client.get(path).status_code == 404
