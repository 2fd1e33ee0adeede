"""What the pictures say that a golden file can't: overlays, and titles for those who can't see."""

from escapology.draw.scene import Line, Token
from escapology.games.pursuit.dont_let_them_get_you.scene import scene
from tests.games.pursuit.positions import DL, deal, position

MAZE = "2S- 3H- 4C| 5D-\n.   .   KD| ."


def titles(picture, kind=Line):
    return {item.title for item in picture.items if isinstance(item, kind) and item.title}


def test_sight_is_shown_as_far_as_it_goes():
    s = position(MAZE, "d1", "S@c2/n/p", location=[0, 1, 2])
    assert titles(scene(deal(), s)) == set()
    assert titles(scene(deal(), s, sees=True)) == {"♠ sees as far as c1"}
    s = position(MAZE, "a1", "S@c1/e/p", location=[0, 1, 2])
    assert titles(scene(deal(), s, sees=True)) == {"♠ sees as far as d1", "♠ sees as far as c2"}  # not behind him


def test_reach_is_where_a_walk_could_end():
    s = position(MAZE, "a1", "S@c2/n/p", location=[6, 6, 6])
    assert titles(scene(deal(cards="4S"), s, card=1)) == {"b1 is in reach", "c1 is in reach"}  # ♣4 stops you
    assert titles(scene(deal(cards="KS"), s, card=1)) == {f"{x} is in reach" for x in ("b1", "c1", "d1")}


def test_pieces_say_what_they_are():
    s = position(MAZE, "a1", "S@c2/n/p,H@d1/w/a:c1s", location=[0, 1, 2])
    assert {
        "you, on a1",
        "pursuer ♠ on c2, on patrol, facing north",
        "pursuer ♥ on d1, alert, facing west",
        "where ♥ last saw you, going south",
        "fatigue 1 of 6",
    } <= titles(scene(deal(), s), Token)


def test_the_description_has_it_all():
    s = position(MAZE, "a1", "S@c2/n/p,H@d1/w/a:c1s", location=[0, 1, 2])
    words = DL.presentation.scene(deal(cards="9S"), s).description
    for part in (
        "Turn 1 of 24. You are on a1 (♠2), fatigue 1 of 6.",
        "Pursuer ♥ is on d1 (♦5), facing west, alert; he saw you last on c1, going south.",
        "Movement cards from the bottom: this turn ♠9, ♠9, ♠9; turn 2 ♠9, ♠9; turn 3 ♠9. They use ♠9. 7 piles",
        "Row 2: nothing, nothing, ♦K upright, nothing, nothing, nothing, nothing.",
    ):
        assert part in words
