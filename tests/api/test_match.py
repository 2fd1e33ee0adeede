"""Bots of one's own, and matches between bots."""

import math
from typing import Any

import pytest

import escapology as esc
from escapology.api import bots
from escapology.api.match import _interval, _mcnemar, number_deals
from escapology.luck import Luck, bots_luck, number_of


@pytest.fixture(autouse=True)
def _no_bots_are_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots, "_registered", {})


def climber(view: esc.View, luck: esc.Luck) -> str:
    return view.legal[0]


def sleeper(view: esc.View, luck: esc.Luck) -> list[str]:
    return []


def test_a_match() -> None:
    game = esc.game("blank")
    result = esc.play_many(game, ["random", climber, "greedy"], range(30))
    assert result.bots == ("random", "climber", "greedy")
    assert len(result.rows) == 90
    for row in result.rows:
        assert list(row) == ["seed", "setting", "deal", "bot", "luck", "won", "score", "moves", "record"]
        end = esc.read_record(row["record"])
        assert (end.is_won, end.score, len(end.moves)) == (row["won"], row["score"], row["moves"])
        assert end.deal == game.deal(row["seed"]) == esc.read_deal(row["deal"])
    rate = result.rate("climber")
    assert rate.played == 30
    assert rate.share == rate.won / 30 == result.mean_score("climber")
    assert rate.low < rate.share < rate.high
    assert str(result).splitlines()[1] == str(rate)
    with pytest.raises(
        esc.SettingError, match="'fair' did not play in this match: it was played by random, climber, greedy"
    ):
        result.rate("fair")


def test_the_same_again_and_in_other_processes() -> None:
    game = esc.game("blank")
    once = esc.play_many(game, ["random", climber], range(5))
    assert esc.play_many(game, ["random", climber], range(5)) == once
    assert esc.play_many(game, ["random", climber], range(5), jobs=2) == once


def test_paired() -> None:
    result = esc.play_many(esc.game("blank"), ["greedy", sleeper], range(40))
    paired = result.paired("greedy", "sleeper")
    won = result.rate("greedy").won
    assert (paired.both, paired.only_first, paired.only_second, paired.neither) == (0, won, 0, 40 - won)
    assert paired.difference == won / 40
    assert paired.p_value == pytest.approx(2 / 2**won)
    assert 0 < paired.low < paired.difference < paired.high < 1
    back = result.paired("sleeper", "greedy")
    assert (back.difference, back.low, back.high) == (-paired.difference, -paired.high, -paired.low)
    assert str(paired).startswith("greedy − sleeper: +")
    assert result.paired("greedy", "greedy").p_value == 1


@pytest.mark.parametrize(("first", "second", "p"), [(1, 9, 0.021484375), (9, 1, 0.021484375), (5, 5, 1), (0, 0, 1)])
def test_mcnemar_is_that_of_the_tables(first: int, second: int, p: float) -> None:
    assert _mcnemar(first, second) == pytest.approx(p)


def test_mcnemar_of_many_deals() -> None:
    assert 0 < _mcnemar(40_000, 39_000) < 0.001


@pytest.mark.parametrize(("first", "second"), [(0.1, 0.1), (0.3, 0.1), (0.05, 0.2), (0.4, 0.35)])
def test_the_interval_holds_the_true_difference_in_95_of_100_matches(first: float, second: float) -> None:
    """Summed over all that can come of a match of 40 deals."""
    n, held = 40, 0.0
    for a in range(n + 1):
        for b in range(n + 1 - a):
            chance = math.comb(n, a) * math.comb(n - a, b) * first**a * second**b * (1 - first - second) ** (n - a - b)
            low, high = _interval(a, b, n)
            held += chance * (low <= first - second <= high)
    assert 0.94 <= held <= 0.98


def test_a_bots_luck_is_not_the_deals() -> None:
    assert bots_luck(7).next64() == Luck(7 ^ int.from_bytes(b"Botsluck")).next64() != Luck(7).next64()
    streams = [Luck(seed) for seed in range(200)] + [bots_luck(s, luck) for s in range(200) for luck in range(20)]
    assert len({stream.next64() for stream in streams}) == len(streams)
    for luck in (-1, 2**64):
        with pytest.raises(esc.SettingError, match=f"luck {luck} is out of range: it is a whole number from 0 to"):
            bots_luck(7, luck)


def test_numbers_of_lines_are_pinned() -> None:
    """Else games on deals from files would change."""
    line = "blank: 3 1 5 2 6 4"
    assert (number_of(line), number_of(line, 1)) == (5435219522832048387, 2027573120944923510)


def test_deals_in_place_of_seeds() -> None:
    """One that was made from a seed is played as that seed; one that was read, by its line; a copy differently."""
    game = esc.game("blank/long")
    small = esc.game("blank").deals(range(200))
    assert [number for _, number in number_deals(small)] == list(range(200)), "also where seeds give the same deal"
    by_seed = esc.play_many(game, ["random"], range(10))
    assert esc.play_many(game, ["random"], game.deals(range(10))) == by_seed
    read = [esc.read_deal(row["deal"]) for row in by_seed.rows]
    first = [row["record"] for row in esc.play_many(game, ["random"], read).rows]
    assert [row["record"] for row in esc.play_many(game, ["random"], reversed(read)).rows] == first[::-1]
    again = esc.play_many(game, ["random", climber], read + read)
    assert again.rate("climber").played == 20
    assert [row["record"] for row in again.rows[::2]][:10] == first != [row["record"] for row in again.rows[::2]][10:]
    with pytest.raises(esc.SettingError, match=r"'blank: .* is not a deal of blank/long"):
        esc.play_many(game, ["random"], [esc.game("blank").deal(1)])


def test_limits() -> None:
    game = esc.game("blank")
    for limits in ({"worlds": 0}, {"seconds": 0}, {"seconds": -1.0}, {"seconds": None, "worlds": None}):
        with pytest.raises(esc.SettingError, match=r"seconds=.*, worlds=.* is not a valid limit"):
            esc.play_many(game, ["fair"], range(2), **limits)
    counted = esc.play_many(game, ["fair"], range(8), seconds=None, worlds=200)
    assert esc.play_many(game, ["fair"], range(8), seconds=None) == counted, "the usual number of worlds"


def test_fewer_nodes_tell_less() -> None:
    def records(nodes: int | None) -> list[str]:
        rows = esc.play_many(esc.game("not-alone"), ["fair"], range(1), seconds=None, worlds=3, nodes=nodes).rows
        return [row["record"] for row in rows]

    assert records(1) == records(1)
    assert records(300) == records(None) != records(1)
    with pytest.raises(esc.SettingError, match="nodes=0 is not a number of positions"):
        records(0)


def test_bots_have_names() -> None:
    @esc.bot("mine")
    def first(view: esc.View, luck: esc.Luck) -> str:
        return view.legal[-1]

    game = esc.game("blank")
    by_name = esc.play_many(game, ["mine"], range(3))
    assert by_name.bots == ("mine",)
    assert by_name == esc.play_many(game, [first], range(3))
    with pytest.raises(esc.SettingError, match=r"there is no bot 'yours': choose from random, greedy, fair, .*mine"):
        esc.play_many(game, ["yours"], range(3))
    with pytest.raises(esc.SettingError, match=r"there is already a bot 'mine', the one in .*first"):
        esc.bot("mine")(climber)
    assert esc.bot("mine")(first) is first, "a cell of a notebook that is run again"
    with pytest.raises(esc.SettingError, match="there is already a bot 'greedy', built in"):
        esc.bot("greedy")(climber)
    with pytest.raises(esc.SettingError, match="'my bot' can't name a bot"):
        esc.bot("my bot")
    with pytest.raises(esc.SettingError, match="the bot mine can't play in other processes: define it in a module"):
        esc.play_many(game, ["mine"], range(3), jobs=2)


@pytest.mark.parametrize("seeds", [range(3), ()])
def test_what_is_no_match(seeds: Any) -> None:
    with pytest.raises(esc.SettingError, match="a match needs seeds, and bots with different names"):
        esc.play_many(esc.game("blank"), ["random", "random"], seeds)


def test_several_moves_at_once() -> None:
    def blind(view: esc.View, luck: esc.Luck) -> tuple[str, ...]:
        return ("skip", "skip")

    (row,) = esc.play_many(esc.game("blank"), [blind], [1]).rows
    assert row["moves"] == 6


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (lambda: "jump", "the bot bad chose a move that can't be played: 'jump' is not a move of Blank"),
        (lambda: ["climb", "climb", "climb", "climb"], "the bot bad chose a move that can't be played: 'climb' "),
        (lambda: None, "the bot bad chose None: return the text of a move, or a list of them"),
        (lambda: [7], r"the bot bad chose \[7\]: return"),
        (lambda: {"y": 1}["x"], "the bot bad failed at on=0 climbed=0 .*: KeyError: 'x'"),
    ],
)
def test_bad_bots(answer: Any, message: str) -> None:
    def bad(view: esc.View, luck: esc.Luck) -> Any:
        return answer()

    with pytest.raises(esc.BotError, match=message):
        esc.play_many(esc.game("blank"), [bad], range(3))
