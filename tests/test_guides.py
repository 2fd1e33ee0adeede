"""Guided first games, all of them played: every move is legal, every mark is there, every wrong try is answered."""

import pytest

from escapology.draw import Box
from escapology.draw.frames import FRAME
from escapology.errors import sentence
from escapology.games import GAMES, LISTED
from escapology.guide import guide_of, has_guide
from escapology.record import read_record

MOST_STEPS = 25
MOST_MOVES = 45  # that one makes by oneself
LONGEST = 270  # characters of a step: all of it stands beside the board, also on a phone
LONGEST_ANSWER = 170


def replayed(guide):
    """The game that a guide leads through, read as any record is."""
    moves = [node.move for node in guide.points[-1].node.way()[1:]]
    return read_record("\n".join([guide.play.deal_line(), *moves]) + "\n")


@pytest.mark.parametrize("name", LISTED)
def test_every_game_in_the_menu_has_one(name):
    assert has_guide(LISTED[name])


@pytest.mark.parametrize("name", GAMES)
def test_it_is_a_game_that_is_won(name):
    guide = guide_of(GAMES[name])
    record = replayed(guide)
    assert guide.game.rules.won(record.deal, record.last_state())
    assert guide.points[-1].node is guide.play.here, "the last step asks for nothing more"
    assert not guide.points[-1].move
    assert 5 <= len(guide.steps) <= MOST_STEPS
    assert sum(bool(point.move) for point in guide.points) <= MOST_MOVES
    assert [point.number for point in guide.points] == list(range(1, guide.last + 1))


@pytest.mark.parametrize("name", GAMES)
def test_what_it_says_fits_beside_the_board(name):
    for step in guide_of(GAMES[name]).steps:
        assert len(step.say) + len(step.ask) <= LONGEST, step.say
        for words in (step.say, step.ask, step.wrong, *step.instead.values()):
            assert not words or (not words[0].islower() and words[-1] in ".!"), words
        for answer in (step.wrong, *step.instead.values()):
            assert len(answer) <= LONGEST_ANSWER, answer
        assert bool(step.ask) == bool(step.moves), "what is asked for can be done"
        assert not (step.moves and step.watch)
        assert bool(step.moves) or not (step.wrong or step.instead), "there is nothing to try"


@pytest.mark.parametrize("name", GAMES)
def test_every_wrong_try_is_answered(name):
    guide = guide_of(GAMES[name])
    texts = {node.move for node in guide.points[-1].node.way()[1:]}
    for point in guide.points:
        legal = guide.legal(point)
        assert bool(legal) == bool(point.move)
        for text in legal:
            answer = guide.answer(point, text)
            assert bool(answer) == (text != point.move), (point.number, text)
            if answer:
                assert answer in (point.step.wrong, *point.step.instead.values())
        tidy = guide.game.notation.tidy
        for text in {text for text in texts if tidy(guide.play.deal, point.node.state, text) not in legal}:
            assert guide.answer(point, text), (point.number, text)
            if point.move:  # the rulebook's own refusal
                why = guide.game.presentation.why_not(guide.play.deal, point.node.state, text)
                assert sentence(why).lower()[:-1] in guide.answer(point, text).lower()
        assert guide.answer(point, "no move at all")


@pytest.mark.parametrize("name", GAMES)
def test_special_answers_are_to_moves_that_can_be_tried(name):
    guide = guide_of(GAMES[name])
    for place, step in enumerate(guide.steps, 1):
        tried = {text for point in guide.points if point.place == place for text in guide.legal(point)}
        asked = {point.move for point in guide.points if point.place == place}
        assert set(step.instead) <= tried - asked


@pytest.mark.parametrize("name", GAMES)
def test_marks_are_on_the_board(name):
    """What is named is there, and so is the place of the move that is asked for, wherever it has one."""
    guide = guide_of(GAMES[name])
    for point in guide.points:
        scene = guide.scene(point)  # a KeyError if something is not there
        framed = [item for item in scene.items if isinstance(item, Box) and item.key.startswith(FRAME)]
        assert len({item.key for item in framed}) == len(framed)
        assert len(framed) >= len(point.step.marks)
        for box in framed:
            assert 0 < box.x + box.width <= scene.width + 1
            assert 0 < box.y + box.height <= scene.height + 1
        assert framed or not point.move, "one sees where to move"


@pytest.mark.parametrize("name", GAMES)
def test_points_that_nobody_can_reach(name):
    guide = guide_of(GAMES[name])
    assert guide.point(-5) is guide.points[0]
    assert guide.point(10**9) is guide.points[-1]
