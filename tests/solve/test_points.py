"""The most points that can be made where no win is left: by the solver, on the command line, in status and hints."""

import json
import random
import subprocess
import sys
from collections import Counter
from dataclasses import replace

import pytest

from escapology.answer import Decision, Hint, Outlook
from escapology.games import GAMES
from escapology.luck import Luck
from escapology.middle import deal_line, legal_moves, new_deal, play_move, read_move, start_state
from escapology.protocol import Struct
from escapology.record import read_record
from escapology.setting import make_setting, parse_setting
from escapology.solve import Limits, most_points, solve
from escapology.solve.hint import find_outlook, give_hint
from escapology.thinking.task import Task
from escapology.thinking.worker import think
from escapology.wording.answers import hint_remark, hint_words, outlook_remark, outlook_words
from tests.games.devils_square.solver.exhaustive import most_books
from tests.shell import Shell
from tests.solve.tiny import HOOKED, square_ends

SQUARE = GAMES["devils-square"]
HARD = 2515  # a lost deal that takes long


def line_of(seed: int) -> str:
    return deal_line(SQUARE, new_deal(make_setting(SQUARE), seed))


def test_of_lost_deals_as_by_trying_everything():
    found = []
    for seed in range(50_000, 50_040):
        deal = new_deal(make_setting(SQUARE), seed)
        state = start_state(SQUARE, deal)
        if solve(SQUARE, deal).verdict == "unwinnable" and (books := most_books(deal, state)) is not None:
            found.append(most_points(SQUARE, deal, state))
            assert found[-1] == 10 * books
    assert len(set(found)) > 2


def test_of_a_deal_with_a_win_it_is_all():
    deal = new_deal(make_setting(SQUARE), 0)
    assert most_points(SQUARE, deal, start_state(SQUARE, deal)) == 160


@pytest.mark.parametrize("text", ["blank", "lab-rats/hard", "dont-let-them-get-you"])
def test_games_without_points_have_no_most(text):
    setting = parse_setting(text, GAMES)
    game = GAMES[setting.game]
    assert not game.facts.has_points
    deal = new_deal(setting, 0)
    assert most_points(game, deal, start_state(game, deal)) is None


def test_games_with_points_know_the_most():
    assert all(game.facts.has_points == (game.solving.best_score is not None) for game in GAMES.values())


def test_a_game_that_does_not_know_is_searched_to_the_end():
    """Behind wins, too: who could win may also make fewer points, never more."""
    hooked = HOOKED["devils-square"]
    unknowing = replace(hooked, solving=replace(hooked.solving, solve=None, best_score=None))
    found = Counter[int]()
    for tiny in square_ends(make_setting(SQUARE), random.Random(5), 60):
        most = most_points(unknowing, tiny.deal, tiny.state, Limits(nodes=50_000))
        if most is not None:
            assert most == most_points(SQUARE, tiny.deal, tiny.state)
            found[most] += 1
    assert len(found) > 1
    assert most_points(unknowing, tiny.deal, start_state(SQUARE, tiny.deal), Limits(nodes=300)) is None


@pytest.mark.parametrize("limits", [{"nodes": 300}, {"memory": 20_000}, {"seconds": 0.0}])
def test_limits(limits):
    deal = new_deal(make_setting(SQUARE), HARD)
    assert most_points(SQUARE, deal, start_state(SQUARE, deal), Limits(**limits)) is None


def test_status_and_check():
    never = find_outlook(read_record(line_of(1)))
    assert never == Outlook("never", points=10)
    assert outlook_remark(never) == "could never be won"
    assert outlook_words(never) == "This deal could never be won. 10 points are the most you can still make."


def test_status_of_a_win_thrown_away():
    """By playing at random: what can still be made never becomes more."""
    deal, luck = new_deal(make_setting(SQUARE), 0), Luck(4)
    state, moves, seen = start_state(SQUARE, deal), [], []
    while SQUARE.notation.status(deal, state) == "playing":
        found = legal_moves(SQUARE, deal, state)
        move = found[luck.below(len(found))]
        moves.append(SQUARE.notation.move_text(deal, state, move))
        state = play_move(SQUARE, deal, state, move)
        outlook = find_outlook(read_record(f"{line_of(0)}\n{' '.join(moves)}"))
        assert isinstance(outlook, Outlook)
        seen.append(outlook.points)
        lost = outlook.standing == "lost" and SQUARE.notation.status(deal, state) == "playing"
        assert outlook.points == (most_points(SQUARE, deal, state) if lost else None)
    told = [points for points in seen if points is not None]
    assert len(told) > 3
    assert told == sorted(told, reverse=True)
    assert seen[-1] is None, "it is over: what was made is its score"


def test_hints_lead_to_the_most_points():
    """In lost deals: who follows them makes as many as the first one said."""
    led = []
    for seed in (1, 3, 5, 12, 24, 52):
        deal = new_deal(make_setting(SQUARE), seed)
        state = start_state(SQUARE, deal)
        first = give_hint(SQUARE, deal, state, peeks=True)
        while SQUARE.notation.status(deal, state) == "playing":
            hint = give_hint(SQUARE, deal, state, peeks=True)
            assert (hint.standing, hint.points, hint.move) == ("lost", first.points, hint.row[0])
            for text in hint.row:
                state = play_move(SQUARE, deal, state, read_move(SQUARE, deal, state, text))
        led.append(SQUARE.rules.score(deal, state))
        assert led[-1] == first.points == most_points(SQUARE, deal, start_state(SQUARE, deal))
    assert len(set(led)) > 3


def test_a_hint_knows_what_the_board_says():
    """Where no space opens any more, nothing wins, whatever is hidden, and no share is told of anything."""
    stuck = 0
    for seed in range(12):
        deal, luck = new_deal(make_setting(SQUARE), seed), Luck(seed)
        state = start_state(SQUARE, deal)
        while SQUARE.notation.status(deal, state) == "playing":
            found = legal_moves(SQUARE, deal, state)
            state = play_move(SQUARE, deal, state, found[luck.below(len(found))])
        if legal_moves(SQUARE, deal, state):
            stuck += 1
            hint = give_hint(SQUARE, deal, state, seconds=0.05)
            assert (hint.standing, hint.share) == ("lost", None)
    assert stuck > 3


def test_where_all_is_lost_hints_go_for_points_and_tell_no_figure():
    """They make more than other moves do, whatever is hidden."""
    deal, luck = new_deal(make_setting(SQUARE), 261), random.Random(261)
    state = start_state(SQUARE, deal)

    def step(state: Struct) -> Struct:
        return play_move(SQUARE, deal, state, luck.choice(legal_moves(SQUARE, deal, state)))

    while (hint := give_hint(SQUARE, deal, state)).standing != "lost":
        state = step(state)
    assert (SQUARE.notation.status(deal, state), hint.share, hint.points) == ("playing", None, None)
    made = []
    for _ in range(10):
        other = state
        while SQUARE.notation.status(deal, other) == "playing":
            other = step(other)
        made.append(SQUARE.rules.score(deal, other))
    while SQUARE.notation.status(deal, state) == "playing":
        for text in give_hint(SQUARE, deal, state).row:
            state = play_move(SQUARE, deal, state, read_move(SQUARE, deal, state, text))
    assert SQUARE.rules.score(deal, state) > sum(made) / 10


def test_what_a_lost_hint_says():
    deal = new_deal(make_setting(SQUARE), 1)
    hint = give_hint(SQUARE, deal, start_state(SQUARE, deal), peeks=True)
    assert hint_remark(hint) == "the game can no longer be won; 10 points are the most you can still make"
    assert hint_words(hint).endswith("can no longer be won, though. 10 points are the most you can still make.")
    assert hint_remark(Hint("skip", "lost")) == "the game can no longer be won"


def test_on_the_command_line(shell: Shell):
    given = "\n".join([line_of(1), line_of(0), "blank: 6 5 4 3 2 1"])
    for more in ([], ["--jobs", "2"]):
        lines = shell.good("solve", "--points", *more, given=given).splitlines()
        assert lines[0].startswith("unwinnable (colours), at most 10 points, 1 nodes, ")
        assert lines[1].startswith("winnable, ")
        assert "points" not in lines[1]
        assert "points" not in lines[2]
        found = [json.loads(line) for line in shell.good("solve", "--points", "--json", given=given).splitlines()]
        assert [one["points"] for one in found] == [10, 160, None]
    assert "points" not in shell.good("solve", "--json", line_of(1))


def test_by_the_worker():
    for kind in ("verdict", "outlook"):
        answer = think(Task(kind, line_of(1), seconds=5.0))
        assert isinstance(answer, Decision | Outlook)
        assert answer.points == 10


def test_nothing_is_compiled_while_the_clock_runs():
    """Neither for a lost deal that comes after a won one, nor for its points."""
    code = """
from escapology.answer import Decision, Hint, Outlook
from escapology.games import GAMES
from escapology.games.devils_square.solver import decision
from escapology.middle import new_deal, start_state
from escapology.setting import make_setting
from escapology.solve import Limits, most_points, solve
from escapology.verdict import Limits

game = GAMES["devils-square"]
won, lost = (new_deal(make_setting(game), seed) for seed in (0, 1))
kernels = decision._kernels()
ready = lambda: {name for name in kernels._fields if getattr(kernels, name).overloads}
assert solve(game, won, None, Limits(nodes=2)).verdict == "undecided"
print(sorted(set(kernels._fields) - ready()))
decision._make_ready_for_scores()
print(sorted(set(kernels._fields) - ready()))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == ["['search_score']", "[]"]
