"""Bots play whole games by the rules; the stronger win more."""

import time
from itertools import count

import pytest

from escapology.games import GAMES
from escapology.luck import Luck
from escapology.middle import legal_moves, new_deal, play_move, read_move, start_state
from escapology.native import is_plain
from escapology.record import read_record, record_text
from escapology.setting import parse_setting
from escapology.solve import bots
from escapology.solve.choices import find_choices
from escapology.solve.fair import judge
from escapology.solve.glances import can_glance, choices_of, promises
from escapology.verdict import Effort, Verdict
from tests.samples import sizes
from tests.shared import made_once

NAMES = [*GAMES, "blank/long", "lab-rats/hard", "lab-rats/rebag", "dont-let-them-get-you/bingo"]


def quick(game, deal, state, luck):
    return bots.fair(game, deal, state, luck, Effort(worlds=1))


@made_once
def quick_game(name):
    return played(name, quick)


def played(name, bot):
    setting = parse_setting(name, GAMES)
    return bots.play_game(GAMES[setting.game], new_deal(setting, 4), bot, Luck(4))


SLOW = ("lab-rats/rebag", bots.greedy)  # coins never run out


@pytest.mark.parametrize(
    ("name", "bot"),
    [
        pytest.param(name, bot, marks=pytest.mark.long if (name, bot) == SLOW else ())
        for name in NAMES
        for bot in (bots.random, bots.greedy, quick)
    ],
)
def test_a_bots_game_is_a_record_that_replays(name, bot):
    game = GAMES[parse_setting(name, GAMES).game]
    outcome = quick_game(name) if bot is quick else played(name, bot)
    again = read_record(record_text(outcome.record))
    assert again.moves == outcome.record.moves
    assert game.rules.won(again.deal, again.last_state()) == outcome.is_won
    assert game.rules.score(again.deal, again.last_state()) == outcome.score


@pytest.mark.parametrize("name", [name for name in NAMES if name != "kidnap-machine"])
def test_with_worlds_alone_nothing_depends_on_the_clock(name, monkeypatch):
    """A clock that runs away changes nothing: the same luck gives the same game."""
    first = quick_game(name).record.moves
    hours = count(1_000_000, 3_600)
    monkeypatch.setattr(time, "monotonic", lambda: float(next(hours)))
    assert played(name, quick).record.moves == first


def test_without_worlds_only_the_clock_ends_it(monkeypatch):
    """Not a number of worlds that nobody has asked for."""
    setting = parse_setting("blank/long", GAMES)
    game, deal = GAMES[setting.game], new_deal(setting, 8)
    ticks = count()
    judge(game, deal, start_state(game, deal), Luck(2), Effort(worlds=1))
    monkeypatch.setattr(time, "monotonic", lambda: next(ticks) / 10_000)
    assert judge(game, deal, start_state(game, deal), Luck(2), Effort(seconds=1.0))[0].worlds > 200


def test_what_is_known_is_solved_within_nodes_where_worlds_are_counted(monkeypatch):
    setting = parse_setting("blank", GAMES)
    game, deal = GAMES[setting.game], new_deal(setting, 8)
    state, asked = start_state(game, deal), []
    while game.knowledge.hidden(deal, state):
        state = play_move(game, deal, state, read_move(game, deal, state, "skip"))
    monkeypatch.setattr(
        bots, "solve", lambda game, deal, state, limits: asked.append(limits) or Verdict("unwinnable", "", 1, 0)
    )
    for effort in (Effort(worlds=3), Effort(seconds=0.5), Effort(worlds=3, seconds=0.5)):
        bots.fair(game, deal, state, Luck(1), effort)
    assert [(limits.nodes, limits.seconds) for limits in asked] == [(1_000_000, None), (None, 0.5), (1_000_000, 0.5)]


@pytest.mark.parametrize("worlds", sizes(6, 30))
@pytest.mark.parametrize("name", ["blank/long", "lab-rats/hard"])
def test_the_stronger_win_more(name, worlds):
    setting = parse_setting(name, GAMES)
    game = GAMES[setting.game]
    deals = [new_deal(setting, seed) for seed in range(20 + worlds)]

    def fair(game, deal, state, luck):
        return bots.fair(game, deal, state, luck, Effort(worlds=worlds))

    won = [sum(bots.play_game(game, deal, bot, Luck(i)).is_won for i, deal in enumerate(deals))
           for bot in (bots.random, bots.greedy, fair)]  # fmt: skip
    assert won[0] < won[1] < won[2]


@pytest.mark.parametrize("name", [name for name in NAMES if name != "kidnap-machine"])
def test_choices_lead_to_where_one_thinks_again(name):
    setting = parse_setting(name, GAMES)
    game, deal = GAMES[setting.game], new_deal(setting, 2)
    state, luck = start_state(game, deal), Luck(1)
    settles = game.fair.settles or game.knowledge.reveals
    for _ in range(8):
        choices = find_choices(game, *game.knowledge.observe(deal, state))
        if not choices:
            assert not legal_moves(game, deal, state)
            break
        assert len({choice.moves for choice in choices}) == len(choices)
        for choice in choices[:20]:
            before = state
            for move in choice.moves[:-1]:
                after = before.copy()
                game.rules.play(deal, after, move)
                assert not settles(deal, before, after)
                before = after
        chosen = choices[luck.below(len(choices))]
        state = chosen.lead_from(game, deal, state)


def test_every_end_of_a_turn_is_a_choice():
    """Don't Let Them Get You: as many positions after one turn as walking all moves finds."""
    setting = parse_setting("dont-let-them-get-you", GAMES)
    game, deal = GAMES[setting.game], new_deal(setting, 6)
    state = start_state(game, deal)
    ends, waiting = set(), [state]
    while waiting:
        here = waiting.pop()
        for move in legal_moves(game, deal, here):
            after = here.copy()
            game.rules.play(deal, after, move)
            if after.turn > state.turn or after.status:
                ends.add(game.notation.state_text(deal, after))
            else:
                waiting.append(after)
    found = {
        game.notation.state_text(deal, choice.lead_from(game, deal, state))
        for choice in find_choices(game, deal, state)
    }
    assert found == ends


@pytest.mark.parametrize(
    ("won", "played", "low", "high"),
    [(0, 10, 0.0, 0.2775), (5, 10, 0.2366, 0.7634), (10, 10, 0.7225, 1.0), (547, 1000, 0.5160, 0.5776)],
)
def test_wilson_intervals_are_those_of_the_tables(won, played, low, high):
    assert bots.wilson(won, played) == pytest.approx((low, high), abs=1e-4)


def test_what_is_seen_at_a_glance_is_the_same_compiled():
    """The greedy bot of Devil's Square made the same choices before, and took twenty times as long."""
    setting = parse_setting("devils-square", GAMES)
    game, deal = GAMES["devils-square"], new_deal(setting, 3)
    assert is_plain() or can_glance(game)
    state, luck = start_state(game, deal), Luck(3)
    for turn in range(60):
        if not legal_moves(game, deal, state):
            break
        seen = game.knowledge.observe(deal, state)
        if turn % 8 == 0:
            rows = choices_of(game, *seen)
            assert rows == [choice.moves for choice in find_choices(game, *seen)]
            worlds = [game.knowledge.redraw(*seen, luck) for _ in range(2)]
            assert promises(game, worlds, rows) == [promise_of(game, worlds, row) for row in rows]
        for move in bots.greedy(game, deal, state, luck):
            game.rules.play(deal, state, move)
    assert turn > 8


def promise_of(game, worlds, row):
    total = 0.0
    for world, standing in worlds:
        after = standing.copy()
        for move in row:
            game.rules.play(world, after, move)
        total += 1.0 if game.rules.won(world, after) else game.fair.promise(world, after)
    return total / len(worlds)
