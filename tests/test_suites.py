"""What `python -m tests.suites` makes is right: tried with the smallest game."""

import pytest

from escapology.games import GAMES
from escapology.middle import parse_deal_line
from escapology.perft import perft
from escapology.record import read_record
from escapology.setting import make_setting
from tests import kit, suites


def test_suites_are_counted_by_the_twin_and_true_of_the_game(tmp_path):
    path = tmp_path / "blank.txt"
    path.write_text(suites.perft_text("blank"))
    made = kit.read_perft(path)
    assert {parse_deal_line(line)[1].setting.text for line, _ in made} == {s.text for s in suites._settings("blank")}
    for line, counts in made:
        assert len(counts) > 3
        assert perft(*parse_deal_line(line), len(counts), plain=True) == counts


def test_deals_are_those_that_are_pinned():
    assert suites.deals_text("blank") == kit.deals_file("blank").read_text(encoding="utf-8")


@pytest.mark.parametrize("stem", ["blank", "blank-long", "blank-won"])
def test_records_are_won_or_not_as_their_names_say(stem):
    record = read_record(suites.record_of("blank", stem))
    assert record.deal.setting == make_setting(GAMES["blank"], "long" if stem == "blank-long" else None)
    assert record.game.rules.won(record.deal, record.last_state()) == (stem == "blank-won")
    assert record.game.notation.status(record.deal, record.last_state()) in record.game.facts.endings


def test_what_is_there_stays():
    assert [path for name in GAMES for path in suites.make(name)] == []


def test_what_is_missing_is_named(monkeypatch, tmp_path):
    (tmp_path / "deals").mkdir()
    (tmp_path / "records").mkdir()
    (tmp_path / "deals" / "blank.txt").write_text("0 blank: 1 2 3 4 5 6\n0 blank/wide: 1\n")
    monkeypatch.setattr(kit, "FOLDER", tmp_path)
    monkeypatch.setattr(kit, "RECORDS", tmp_path / "records")
    said = "\n".join(kit.missing("blank"))
    for words in (
        "oracles/blank.py is missing: the game again",
        "invariants/blank.py is missing: a function check(d, s)",
        "perft/blank.txt is missing: counts of move sequences by the twin; `python -m tests.suites blank` writes it",
        "tests/deals/blank.txt pins no deal of blank/long",
        "tests/deals/blank.txt pins deals of blank/wide, which is none",
        "tests/records/blank.txt is missing: the record of a game of blank/short that is not won",
        "tests/records/blank-long.txt is missing",
        "tests/records/blank-won.txt is missing: the record of a game that is won",
    ):
        assert words in said
