"""Short wins with backing up: coins that change places on the way."""

import pytest

from escapology.games.lab_rats.rules import Deal
from escapology.games.lab_rats.solver import classic, shifts, wins
from escapology.games.lab_rats.solver.budget import Budget
from escapology.games.lab_rats.solver.classic import run_out, wins_of, with_orders
from escapology.games.lab_rats.solver.line import Line
from escapology.games.lab_rats.solver.shifts import Shifts, shift_out
from escapology.games.lab_rats.solver.squares import Squares
from escapology.middle import read_move, start_state
from escapology.setting import make_setting
from escapology.verdict import Limits
from tests.games.lab_rats.positions import GAME
from tests.samples import sizes
from tests.typed import new_deal


def deals(count, **options):
    """Deals that are not won without backing up, though some order of their coins gets out."""
    setting = make_setting(GAME, "classic", options)
    for seed in range(count):
        d = new_deal(Deal, setting, seed)
        line, squares = Line(d, start_state(GAME, d)), Squares(d)
        found = wins_of(squares, line, Budget(Limits()))
        if with_orders(line, found) and not run_out(squares, line):
            yield d, squares, line, found


@pytest.mark.parametrize("count", sizes(60, 2_000))
@pytest.mark.parametrize("options", [{}, {"dropped": "liftable"}])
def test_wins_are_legal_and_as_long_as_they_were_thought_to_be(count, options, monkeypatch):
    kinds = set()
    take = Shifts._take

    def noted(self, kind, i, others, square):
        kinds.add(kind)
        take(self, kind, i, others, square)

    monkeypatch.setattr(Shifts, "_take", noted)
    won = 0
    for d, squares, line, found in deals(count, **options):
        search = Shifts(squares, line, with_orders(line, found), found, 2_000, 3)
        expected = int(search.nodes[search._found // 3, shifts.COST]) + 2  # with the start and the run out
        if search.play():
            state = start_state(GAME, d)
            for text in line.texts:
                move = read_move(GAME, d, state, text)
                GAME.rules.play(d, state, move)
            assert GAME.rules.won(d, state)
            assert len(line.texts) == expected or options  # where drops can be lifted, to lay a coin takes a move less
            won += 1
    assert won > 3
    assert {shifts.RAN, shifts.DROPPED, shifts.SHIFTED} <= kinds


def test_less_haste_makes_shorter_wins():
    lengths = []
    for d, squares, line, found in deals(60):
        wins_of_both = []
        for haste in (3, 1):
            again = Line(d, line.s)
            if shift_out(squares, again, with_orders(again, found), found, Budget(Limits()), most=20_000, haste=haste):
                wins_of_both.append(len(again.texts))
        if len(wins_of_both) == 2:
            assert wins_of_both[1] <= wins_of_both[0]
            lengths.append(wins_of_both)
    assert any(quick > short for quick, short in lengths)


def test_without_them_verdicts_are_the_same(monkeypatch):
    setting = make_setting(GAME, "classic")
    dealt = [new_deal(Deal, setting, seed) for seed in range(60)]
    with_them = [GAME.solving.solve(d, start_state(GAME, d), Limits()) for d in dealt]
    for module in (classic, wins):
        monkeypatch.setattr(module, "shift_out", lambda *args: False)
    without = [GAME.solving.solve(d, start_state(GAME, d), Limits()) for d in dealt]
    assert [one.verdict for one in with_them] == [one.verdict for one in without]
    assert sum(len(one.moves) for one in with_them) < sum(len(one.moves) for one in without) / 1.1
    assert {one.verdict for one in without} == {"winnable", "unwinnable"}
