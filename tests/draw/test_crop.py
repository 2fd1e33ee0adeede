"""A part of a scene is what lies there, seen from its corner."""

import pytest

from escapology.draw import Box, Card, Label, Line, Place, Scene, Target, Token, svg, text
from escapology.draw.crop import Area, area_of, crop

AREA = Area(1, 1, 3, 2)


def cropped(*items, places=()):
    return crop(Scene(4, 4, "title", "words", items, places=places), AREA)


def test_its_size_is_the_area():
    scene = cropped()
    assert (scene.width, scene.height, scene.items, scene.sheets) == (2, 1, (), ())
    assert (scene.title, scene.description) == ("title", "words")


def test_boxes_are_cut_off_at_its_edge():
    assert cropped(Box(0, 0, 4, 4)).items == (Box(0, 0, 2, 1),)
    assert cropped(Box(2.5, 1.5, 1, 1)).items == (Box(1.5, 0.5, 0.5, 0.5),)
    assert cropped(Box(3, 1, 1, 1)).items == ()


def test_lines_are_cut_off_and_slanting_ones_are_whole_or_not_there():
    assert cropped(Line(0, 1.5, 4, 1.5)).items == (Line(0, 0.5, 2, 0.5),)
    assert cropped(Line(2, 0, 2, 1.25)).items == (Line(1, 0, 1, 0.25),)
    assert cropped(Line(0, 3, 4, 3)).items == ()
    assert cropped(Line(1, 1, 2, 2)).items == (Line(0, 0, 1, 1),)
    assert cropped(Line(1, 1, 4, 2)).items == ()


@pytest.mark.parametrize(
    ("inside", "moved", "outside"),
    [
        (Token(2, 1.5, 0.5, "x"), Token(1, 0.5, 0.5, "x"), Token(3.1, 1.5, 0.5, "x")),
        (Label(1, 1, "x"), Label(0, 0, "x"), Label(1, 0.9, "x")),
        (Card(2.4, 1, 1, 1, "x"), Card(1.4, 0, 1, 1, "x"), Card(2.6, 1, 1, 1, "x")),
        (Target(1, 1, 1, 1, "m", "w"), Target(0, 0, 1, 1, "m", "w"), Target(0, 0, 1, 1, "m", "w")),
    ],
)
def test_other_things_are_there_if_their_middle_is(inside, moved, outside):
    assert cropped(inside, outside).items == (moved,)


def test_places_go_along():
    places = (Place("in", 2, 1), Place("out", 0, 0))
    assert cropped(places=places).places == (Place("in", 1, 0),)
    assert area_of(list(places)) == Area(0, 0, 3, 2)


def test_it_can_be_drawn():
    scene = cropped(Box(0, 0, 4, 4, outline="wall"), Token(2, 1.5, 0.5, "x"))
    assert "x" in text(scene)
    assert svg(scene).startswith("<svg")
