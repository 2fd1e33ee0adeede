"""What the players know: piles, stacks, the order of the task cards."""

from collections import Counter
from typing import Any

import pytest

from escapology.games.pursuit.dont_let_them_get_you.rules import Deal
from escapology.games.pursuit.rules.cards import is_number
from escapology.luck import Luck
from escapology.middle import legal_moves, new_deal, parse_deal_line, play_move, start_state
from escapology.setting import make_setting
from tests import typed
from tests.games.pursuit.dont_let_them_get_you.deals import TIE
from tests.games.pursuit.positions import DL, NA, play


def at_turn(game, seed, turn, first=None):
    """A position at the start of that turn, reached by resting."""
    d = new_deal(make_setting(game), seed)
    s = start_state(game, d)
    if s.pursuers == 0:
        s = play_move(game, d, s, legal_moves(game, d, s)[0])
    s.turn = turn
    return d, s


@pytest.mark.parametrize(("turn", "hidden"), [(1, 42), (3, 42), (4, 36), (22, 0), (24, 0)])
@pytest.mark.rule("dont-let-them-get-you", 9)
def test_only_the_current_pile_is_face_up(turn, hidden):
    d, s = at_turn(DL, 1, turn)
    assert DL.knowledge.hidden(d, s) == hidden
    seen, _ = DL.knowledge.observe(d, s)
    assert seen.movement == d.movement[: 48 - hidden] + [-1] * hidden


@pytest.mark.rule("dont-let-them-get-you", 9, "DL10")
def test_no_pile_is_dealt_before_you_are_in():
    d = new_deal(make_setting(NA), 1)
    assert set(NA.knowledge.observe(d, start_state(NA, d))[0].movement) == {-1}
    tied: Any = parse_deal_line(TIE)[1]
    s = start_state(DL, tied)
    assert set(DL.knowledge.observe(tied, s)[0].movement) == {-1}
    seen, _ = DL.knowledge.observe(tied, play(DL, tied, s, "enter a7"))
    assert seen.movement == tied.movement[:6] + [-1] * 42


def test_the_piles_are_redrawn_from_the_cards_that_are_left():
    d, s = at_turn(DL, 1, 10)
    first = Counter[int]()
    for seed in range(400):
        world, _ = DL.knowledge.redraw(d, s, Luck(seed))
        assert world.movement[:24] == d.movement[:24]
        assert sorted(world.movement) == sorted(d.movement)
        first[world.movement[24]] += 1
    assert len(first) == 24  # any of them may come next


@pytest.mark.rule("dont-let-them-get-you", "DL10")
def test_bingo_redraws_both_stacks_and_does_not_know_which_numbers_are_among_the_pictures():
    d = typed.new_deal(Deal, make_setting(DL, "bingo"), 2)
    s = start_state(DL, d)
    for _ in range(5):
        s = play_move(DL, d, s, legal_moves(DL, d, s)[0])
    assert DL.knowledge.hidden(d, s) == 48 + 49 - 7  # six laid, one to lay
    among = Counter[int]()
    for seed in range(300):
        world, _ = DL.knowledge.redraw(d, s, Luck(seed))
        assert world.maze[:7] == d.maze[:7]
        assert sorted(world.maze) == sorted(d.maze)
        assert all(is_number(card) for card in world.maze[0::2])
        among.update(card for card in world.maze[7::2] if is_number(card))
    unseen = [card for card in d.maze[7:] if is_number(card)]
    assert set(among) == set(unseen)
    each = sum(among.values()) / len(unseen)
    assert all(0.6 * each < count < 1.5 * each for count in among.values())


@pytest.mark.parametrize(("turn", "unknown"), [(1, 3), (3, 3), (4, 2), (9, 2), (10, 0), (16, 0)])
@pytest.mark.rule("not-alone", 3, 16)
def test_the_order_of_the_task_cards_is_known_as_they_are_turned_over(turn, unknown):
    d, s = at_turn(NA, 3, turn)
    assert NA.knowledge.hidden(d, s) == 48 - 6 * ((turn + 2) // 3) + unknown
    orders = {tuple(NA.knowledge.redraw(d, s, Luck(seed))[0].task) for seed in range(60)}
    assert len(orders) == {3: 6, 2: 2, 0: 1}[unknown]
    assert all(order[: 3 - unknown] == tuple(d.task[: 3 - unknown]) for order in orders)


def test_with_a_task_card_go_its_research_card_its_dock_and_whether_it_is_done():
    d, s = at_turn(NA, 3, 1)
    s.done = 1
    ours = {card: (s.location[i], s.dock[i], s.done >> i & 1) for i, card in enumerate(d.task)}
    for seed in range(20):
        world, t = NA.knowledge.redraw(d, s, Luck(seed))
        assert {card: (t.location[i], t.dock[i], t.done >> i & 1) for i, card in enumerate(world.task)} == ours


def test_the_picture_and_what_happens_do_not_tell_the_order():
    d = new_deal(make_setting(NA), 8)
    s = play(NA, d, start_state(NA, d), "start QH")
    for _ in range(60):
        moves = legal_moves(NA, d, s)
        if not moves or s.turn == 3:
            break
        pictures = {
            NA.presentation.scene(*NA.knowledge.observe(*NA.knowledge.redraw(d, s, Luck(seed)))) for seed in range(8)
        }
        assert len(pictures) == 1
        told = {
            repr([NA.presentation.events(*NA.knowledge.redraw(d, s, Luck(seed)), move) for move in moves])
            for seed in range(8)
        }
        assert len(told) == 1
        s = play_move(NA, d, s, moves[0])


@pytest.mark.parametrize("game", [DL, NA], ids=lambda game: game.name)
def test_a_move_that_deals_a_pile_reveals_something(game):
    d, s = at_turn(game, 5, 2)
    third = play(game, d, s, "rest")
    if third.status == 0:
        assert not game.knowledge.reveals(d, s, third)
        fourth = play(game, d, third, "rest")
        assert fourth.status or game.knowledge.reveals(d, third, fourth)
