"""A part of a scene as a scene of its own."""

from escapology.draw.crop import Area, area_of, crop
from escapology.draw.scene import Box, Card, Item, Label, Line, Place, Scene, Sheet, Token


def scene(*items: Item) -> Scene:
    places = (Place("a1", 1, 1), Place("b1", 2, 1), Place("c1", 3, 1))
    return Scene(5, 4, "A scene", "", items, sheets=(Sheet(0, 0, 5, 4),), places=places)


AREA = Area(1, 1, 3, 2)  # a1 and b1


def cropped(*items: Item) -> list[Item]:
    return list(crop(scene(*items), AREA).items)


def test_an_area_holds_its_places():
    assert area_of(list(scene().places[:2])) == AREA


def test_the_picture_is_as_large_as_the_area_and_has_its_places_alone():
    shown = crop(scene(), AREA)
    assert (shown.width, shown.height, shown.sheets) == (2, 1, ())
    assert shown.places == (Place("a1", 0, 0), Place("b1", 1, 0))


def test_boxes_are_cut_off_at_the_edge():
    assert cropped(Box(0, 0, 2, 4, "board"), Box(3, 2, 1, 1, "board")) == [Box(0, 0, 1, 1, "board")]


def test_level_and_upright_lines_are_cut_off_others_are_whole_or_not_there():
    level, upright = Line(0, 1.5, 5, 1.5, "wall", 0.1), Line(2, 0, 2, 4, "wall", 0.1)
    assert cropped(level, upright) == [Line(0, 0.5, 2, 0.5, "wall", 0.1), Line(1, 0, 1, 1, "wall", 0.1)]
    assert cropped(Line(0, 0, 2, 2, "wall", 0.1), Line(0, 3, 5, 3, "wall", 0.1)) == []
    assert cropped(Line(1, 1, 2, 2, "wall", 0.1)) == [Line(0, 0, 1, 1, "wall", 0.1)]


def test_cards_are_there_if_their_middle_is():
    assert cropped(Card(0.8, 1, 1, 1, "♠K"), Card(0, 1, 1, 1, "♠Q")) == [Card(0.8 - 1, 0, 1, 1, "♠K")]


def test_pieces_and_writing_that_would_be_cut_off_are_left_out():
    assert cropped(Token(2, 1.5, 0.5, "@"), Token(2, 1.1, 0.5, "T")) == [Token(1, 0.5, 0.5, "@")]
    assert cropped(Label(2, 1.5, "a", 0.3), Label(2, 1.1, "b", 0.3)) == [Label(1, 0.5, "a", 0.3)]


def test_writing_at_the_edge_is_there_if_it_stands_inside():
    assert len(cropped(Label(2.95, 1.5, "end", 0.3, anchor="end"))) == 1
    assert cropped(Label(2.95, 1.5, "beginning", 0.3, anchor="start")) == []
    assert cropped(Label(2.95, 1.5, "middle", 0.3)) == []
