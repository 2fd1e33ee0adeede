"""Frames around what a sentence is about."""

import pytest

from escapology.draw.crop import Area
from escapology.draw.frames import FRAME, frame, frame_of
from escapology.draw.scene import Box, Card, Item, Label, Line, Place, Scene, Target, Token


def scene(*items: Item) -> Scene:
    return Scene(5, 4, "A scene", "", items, places=(Place("a1", 1, 1), Place("b1", 2, 1, 2, 1)))


@pytest.mark.parametrize(
    ("item", "area"),
    [
        (Box(1, 2, 2, 1, key="it"), Area(1, 2, 3, 3)),
        (Card(1, 1, 1, 2, "3", key="it"), Area(1, 1, 2, 3)),
        (Token(2, 2, 1, "R", key="it"), Area(1.5, 1.5, 2.5, 2.5)),
        (Line(3, 1, 1, 2, key="it"), Area(1, 1, 3, 2)),
    ],
    ids=["box", "card", "token", "line"],
)
def test_items_are_found_by_key(item, area):
    assert frame_of(scene(Box(0, 0, 5, 4), item), "it") == area


def test_a_label_is_as_wide_as_its_letters():
    around = [frame_of(scene(Label(2, 2, "four", 0.5, anchor=anchor, title="it")), "it") for anchor in ("start", "end")]
    wide = around[0].right - around[0].left
    assert wide == pytest.approx(around[1].right - around[1].left)
    assert 0.5 < wide < 2
    assert (around[0].left, around[1].right) == (2, 2)


def test_all_items_of_a_name_are_within():
    two = (Box(0, 0, 1, 1, title="wall"), Box(3, 2, 1, 2, title="wall"))
    assert frame_of(scene(*two), "wall") == Area(0, 0, 4, 4)


def test_moves_are_framed_where_they_are_made_and_spaces_where_they_are():
    target = Target(4, 3, 1, 1, "b1 rest", "Rest")
    assert frame_of(scene(target), "move b1 rest") == Area(4, 3, 5, 4)
    assert frame_of(scene(target), "b1") == Area(2, 1, 4, 2)


def test_what_is_not_there_has_no_frame():
    with pytest.raises(KeyError, match=r"c9"):
        frame_of(scene(), "c9")


def test_a_frame_leaves_some_room_and_is_known_by_its_key():
    made = frame(Area(1, 1, 2, 3), "rat")
    assert made.key == f"{FRAME} rat"
    assert made.x < 1
    assert made.y < 1
    assert made.x + made.width > 2
    assert made.y + made.height > 3
