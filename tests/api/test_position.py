"""Positions, and views of them."""

import dataclasses
import hashlib
from typing import Any

import pytest

import escapology as esc
from escapology.games import GAMES
from tests.settings import all_settings

LINE = "blank: 3 1 5 2 6 4"


def test_positions_are_played() -> None:
    start = esc.read_deal(LINE).start()
    assert start.legal == ("climb", "skip")
    position = start.play("climb").play("skip", "climb")
    assert position.moves == ("climb", "skip", "climb")
    assert position.record == f"{LINE}\nclimb skip climb\n"
    assert position.text == "on=5 climbed=2 skipped=1 pile=264 status=playing"
    assert (position.status, position.score, position.hidden) == ("playing", 0, 2)
    assert not position.is_won
    assert not position.is_over
    won = position.play("skip", "climb")
    assert (won.is_won, won.is_over, won.legal, won.score, won.status) == (True, True, (), 1, "won")
    assert start.moves == (), "it is what it was"
    assert position.words("skip") == "Skip the 2"


def test_positions_are_equal_by_content() -> None:
    game = esc.read_deal("blank: 1 2 3 4 5 6")
    assert game.start() == game.start()
    assert len({game.start(), game.start(), game.start().play("climb")}) == 2
    assert game.start() != esc.read_deal(LINE).start()
    assert game.start() != game.start().view()


def test_how_it_was_reached_makes_no_difference() -> None:
    position = esc.read_record(f"{LINE}\nclimb skip")
    other = dataclasses.replace(position, moves=("skip", "climb"))
    assert other == position
    assert hash(other) == hash(position)


def test_nothing_can_be_changed() -> None:
    position = esc.read_deal(LINE).start()
    for thing, name in ((position, "moves"), (position.view(), "game"), (position.deal, "seed"), (position.game, "x")):
        with pytest.raises((dataclasses.FrozenInstanceError, AttributeError)):
            setattr(thing, name, None)


def test_bad_moves_say_why() -> None:
    position = esc.read_deal(LINE).start().play("climb")
    with pytest.raises(esc.IllegalMoveError, match="'climb' is not legal here: the 2 is lower than the 3"):
        position.play("skip", "skip", "climb", "climb")
    with pytest.raises(esc.IllegalMoveError, match="'climb' is not legal here"):
        position.play("climb")
    with pytest.raises(esc.MoveSyntaxError, match="'jump' is not a move of Blank: write climb or skip"):
        position.play("jump")


def test_records_are_read() -> None:
    position = esc.read_record(f"{LINE}\nclimb skip\n")
    assert position == esc.read_deal(LINE).start().play("climb", "skip")
    assert esc.read_record(position.record) == position
    assert esc.read_record(LINE) == esc.read_deal(LINE).start()
    with pytest.raises(esc.RecordError, match="column 7"):
        esc.read_record(f"{LINE}\nclimb climb\n")


def test_pictures_show_what_the_player_sees() -> None:
    position = esc.read_deal(LINE).start()
    assert position.picture() == position.view().picture()
    assert "3" in position.picture()
    assert position.svg().startswith("<svg")
    assert position.svg(palette="dark") == position.view().svg(palette="dark") != position.svg()


def public(view: esc.View) -> dict[str, Any]:
    """All that somebody finds who looks at everything a view offers."""
    found: dict[str, Any] = {}
    for name in dir(view):
        if not name.startswith("_"):
            value = getattr(view, name)
            if name == "sample":
                value = value(esc.Luck(1)).text
            elif name == "words":
                value = [value(move) for move in view.legal]
            elif callable(value):
                value = value()
            found[name] = value
    return found


def prying(view: esc.View, luck: esc.Luck) -> str:
    """A bot that lets its choice depend on all that it can find out."""
    digest = hashlib.sha256(repr((sorted(public(view).items()), repr(view))).encode()).digest()
    return view.legal[(int.from_bytes(digest[:6]) + luck.below(7)) % len(view.legal)]


@pytest.mark.parametrize("setting", [s for s in all_settings() if "[" not in s.text], ids=lambda s: s.text)
def test_a_view_holds_nothing_that_is_hidden(setting: Any) -> None:
    """Redraw what is hidden: every choice stays the same, however a bot comes to it."""
    luck, others = esc.Luck(5), 0
    position = esc.game(setting.text).deal(4).start()
    for turn in range(8):
        view = position.view()
        if position.is_over:
            break
        world = view.sample(luck)
        others += world != position
        assert world.view() == view
        assert hash(world.view()) == hash(view)
        move = prying(view, esc.Luck(turn))
        assert prying(world.view(), esc.Luck(turn)) == move
        for name in ("legal", "status", "score", "hidden", "is_won", "is_over"):
            assert getattr(position, name) == getattr(view, name), name
        position = position.play(move)
    assert others or not GAMES[setting.game].knowledge.hidden(*position.deal.start()._here)


def test_an_imagined_position_has_no_record() -> None:
    world = esc.read_deal(LINE).start().play("climb").view().sample(esc.Luck(2))
    assert world.is_imagined
    assert world.deal.seed is None
    assert world.play("skip").moves == ("skip",)
    assert world.play("skip").is_imagined
    assert "imagined" in repr(world)
    with pytest.raises(esc.RecordError, match="a sampled position has no record"):
        world.record  # noqa: B018
    found = world.solve()
    assert found.record is None
    assert found.verdict == "unwinnable" or world.play(*found.moves).is_won
