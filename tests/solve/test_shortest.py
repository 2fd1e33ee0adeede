"""The shortest way out: as short as brute force finds it, proven or not, and nothing can be left out of any."""

import json
import random
from collections.abc import Callable, Iterator

import pytest

from escapology.answer import WayOut
from escapology.errors import SettingError
from escapology.games import GAMES
from escapology.middle import deal_line, legal_moves, new_deal, play_move, read_move, start_state
from escapology.record import Record, read_record
from escapology.setting import Setting, parse_setting
from escapology.solve import Limits, shortest, solve
from escapology.solve.shortest import compare, find_shortest, find_way_out, length_of
from escapology.wording.answers import near_words, way_out_words
from tests.samples import sizes
from tests.shell import Shell
from tests.solve.tiny import Tiny, blank_deals, maze_ends, rats_with_few_coins

FAMILIES: dict[str, Callable[[Setting, random.Random, int], Iterator[Tiny]]] = {
    "blank": blank_deals,
    "lab-rats/hard": rats_with_few_coins,
    "lab-rats/bag": rats_with_few_coins,
    "dont-let-them-get-you": maze_ends,
    "not-alone": maze_ends,
}
MOST_POSITIONS = 3_000


def fewest(game, deal, state):
    """The length of the shortest win, by going through all positions; None if there is none, 0 if they are too many."""
    wins = []
    queue, known = [(state, 0)], {repr(state)}
    for here, moves in queue:  # it grows as we go
        if len(queue) > MOST_POSITIONS:
            return 0
        for move in legal_moves(game, deal, here):
            after = play_move(game, deal, here, move)
            if game.rules.won(deal, after):
                length = game.solving.length
                wins.append(length(deal, state, after) if length else moves + 1)
            elif repr(after) not in known:
                known.add(repr(after))
                queue.append((after, moves + 1))
    return min(wins, default=None)


@pytest.mark.parametrize("count", sizes(25, 1_000))
@pytest.mark.parametrize("text", FAMILIES)
def test_as_short_as_brute_force_finds(text, count):
    setting = parse_setting(text, GAMES)
    game, lengths = GAMES[setting.game], []
    for tiny in FAMILIES[text](setting, random.Random(7), count):
        expected = fewest(game, tiny.deal, tiny.state)
        if expected == 0 or game.rules.won(tiny.deal, tiny.state):
            continue
        found = find_shortest(game, tiny.deal, tiny.state, Limits())
        assert (found.verdict == "winnable") == (expected is not None)
        if expected is not None:
            assert found.is_shortest
            assert length_of(game, tiny.deal, tiny.state, found.moves) == expected
            lengths.append(expected)
    assert len(lengths) > 3


def is_win(game, deal, state, moves):
    for text in moves:
        try:
            state = play_move(game, deal, state, read_move(game, deal, state, text))
        except Exception:  # not legal
            return False
    return game.rules.won(deal, state)


def won_deals(text, seeds, limits=None):
    """The deals of these seeds that the solver wins, with their starts and its verdicts."""
    setting = parse_setting(text, GAMES)
    game = GAMES[setting.game]
    for seed in range(seeds):
        deal = new_deal(setting, seed)
        state = start_state(game, deal)
        first = solve(game, deal, state, limits)
        if first.verdict == "winnable":
            yield game, deal, state, first


@pytest.mark.parametrize("deals", sizes(3, 30))
@pytest.mark.parametrize("text", ["devils-square", "lab-rats", "lab-rats/rebag"])
def test_nothing_can_be_left_out(text, deals):
    shorter = 0
    for game, deal, state, first in won_deals(text, deals, Limits(nodes=200_000)):
        if len(first.moves) > 60:  # the longest take long to look through
            continue
        found = find_shortest(game, deal, state, Limits(nodes=200_000))
        assert is_win(game, deal, state, found.moves)
        assert len(found.moves) <= len(first.moves)
        shorter += len(found.moves) < len(first.moves)
        for i in range(len(found.moves)):
            assert not is_win(game, deal, state, found.moves[:i] + found.moves[i + 1 :])
    assert shorter > 0


def test_a_solution_that_sorts_coins_becomes_shorter():
    """A win that lays coins and lifts them again one by one, so much too long to be proved the shortest."""
    setting = parse_setting("lab-rats", GAMES)
    game, deal = GAMES["lab-rats"], new_deal(setting, 394)
    state = start_state(game, deal)
    first = solve(game, deal, state)
    found = find_shortest(game, deal, state, Limits(), seconds=3.0)
    assert len(found.moves) < len(first.moves)
    assert is_win(game, deal, state, found.moves)
    assert not found.is_shortest


@pytest.mark.parametrize("deals", sizes(5, 100))
@pytest.mark.parametrize("text", ["dont-let-them-get-you", "not-alone", "dont-let-them-get-you/even"])
def test_fewer_turns(text, deals):
    saved = 0
    for game, deal, state, first in won_deals(text, deals):
        found = find_shortest(game, deal, state, Limits(nodes=first.nodes + 2_000))
        assert is_win(game, deal, state, found.moves)
        lengths = [length_of(game, deal, state, one.moves) for one in (first, found)]
        assert lengths[1] <= lengths[0]
        saved += lengths[0] - lengths[1]
    assert saved > 0


def test_limits_leave_what_was_found():
    setting = parse_setting("not-alone", GAMES)
    game, proven = GAMES[setting.game], []
    for seed in range(10):
        deal = new_deal(setting, seed)
        state = start_state(game, deal)
        little = find_shortest(game, deal, state, Limits(nodes=solve(game, deal, state).nodes + 1))
        assert is_win(game, deal, state, little.moves)
        proven.append(little.is_shortest)
    assert not all(proven)
    assert find_shortest(game, deal, state, Limits(nodes=1)).verdict == "undecided"


def test_nothing_is_compiled_while_the_clock_runs(monkeypatch):
    seen = []

    class Clock(Limits):
        def restart(self):
            seen.append("clock")
            super().restart()

    monkeypatch.setattr(shortest, "make_ready", lambda *_: seen.append("ready"))
    game, deal = GAMES["blank"], new_deal(parse_setting("blank", GAMES), 3)
    assert find_shortest(game, deal, start_state(game, deal), Clock()).verdict == "winnable"
    assert seen[:3] == ["clock", "ready", "clock"], "that of the solver, and that of what shortens its win"


# as it is told


def test_in_words():
    assert way_out_words(WayOut("winnable", ("a", "b"), 2, "move")).startswith("It can be won in 2 moves. ")
    assert way_out_words(WayOut("winnable", ("a", "b"), 1, "turn", True)).startswith(
        "It can be won in 1 turn, and in no fewer. "
    )
    near = {
        WayOut("winnable", (), 16, "turn", True, 21): "You took 21 turns. The shortest way takes 16 turns.",
        WayOut("winnable", (), 50, "move", False, 52): "The shortest way we found takes 50 moves.",
        WayOut("winnable", (), 16, "turn", True, 16): "You took 16 turns. No way out is shorter.",
        WayOut("winnable", (), 50, "move", False, 49): "No shorter way was found.",
        WayOut("undecided", pace="turn", taken=20): "You took 20 turns.",
        WayOut("undecided", taken=49): "",
    }
    assert {way: near_words(way) for way in near} == near


def test_a_game_that_was_won_is_compared():
    record = read_record("blank: 1 2 3 4 5 6\nskip climb climb climb")
    assert compare(record, Limits()) == WayOut("winnable", ("climb",) * 3, 3, "move", True, 4)
    with pytest.raises(SettingError, match="only a win"):
        compare(Record(record.game, record.deal, record.moves[:2]), Limits())


def test_the_way_out_of_a_maze_is_counted_in_turns():
    setting = parse_setting("not-alone", GAMES)
    deal = new_deal(setting, 3)
    way = find_way_out(GAMES["not-alone"], deal, start_state(GAMES["not-alone"], deal), Limits())
    assert (way.length, way.pace, way.is_shortest) == (16, "turn", True)
    assert len(way.moves) > 16


def test_on_the_command_line(shell: Shell):
    setting = parse_setting("dont-let-them-get-you", GAMES)
    line = deal_line(GAMES[setting.game], new_deal(setting, 1))
    given = f"{line}\nblank: 6 5 4 3 2 1\n"
    for more in ([], ["--jobs", "2"]):
        lines = shell.good("solve", "--shortest", *more, given=given).splitlines()
        assert lines[0].startswith("winnable in 9 turns, the fewest, ")
        assert lines[1].startswith("unwinnable (exhausted), ")
    found = [json.loads(told) for told in shell.good("solve", "--shortest", "--json", given=given).splitlines()]
    assert [(one["length"], one["is_shortest"]) for one in found] == [(9, True), (None, None)]
    assert "length" not in shell.good("solve", "--json", given=given)
