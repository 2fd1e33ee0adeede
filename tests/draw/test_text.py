import re

import pytest

from escapology.draw import Box, Card, Label, Line, Target, Token, text
from escapology.draw.canvas import text_width
from tests.draw.scenes import EMBLEMS, ROLES, everything, scene


def picture(lines):
    return lines.strip("\n")


def card(x, y, name, width=1.0, height=1.4, **more):
    return Card(x, y, width, height, name, **more)


def drawn(*items, columns=7.0, rows=3.0, **options):
    return text(scene(*items, columns=columns, rows=rows), **options)


def test_square_boxes_share_their_border_and_walls_are_heavy():
    boxes = [Box(x, y, 1, 1, outline="ink") for x in (0, 1) for y in (0, 1)]
    wall = Line(1, 0, 1, 1)
    assert drawn(*boxes, wall, Label(0.5, 0.5, "3"), columns=4, rows=2) == picture("""
┌───┰───┐
│ 3 ┃   │
├───╀───┤
│   │   │
└───┴───┘
""")


def test_rounded_boxes_have_each_their_own_border():
    boxes = [Box(x, 0, 1, 1, "space", "ink", 0.1) for x in (0, 1)]
    assert drawn(*boxes, columns=4) == "╭──╮╭──╮\n│  ││  │\n╰──╯╰──╯"


def test_boxes_without_outline_are_not_seen_but_free_spaces_are():
    assert drawn(Box(0, 0, 1, 1), columns=4, rows=2) == ""
    assert drawn(Box(0, 0, 1, 1, "space"), columns=4, rows=2) == "┌╌╌╌┐\n╎   ╎\n└╌╌╌┘"


def test_a_box_covers_what_is_below_it():
    below = Label(1, 0.5, "covered")
    assert drawn(below, Line(0, 0.5, 2, 0.5), Box(0.5, 0, 1, 1, outline="ink"), columns=4, rows=2) == picture("""
  ┌───┐
╺━┥   ┝━╸
  └───┘
""")


def test_slanting_lines_are_left_out_and_arrows_have_heads():
    assert drawn(Line(0, 0, 1, 1)) == ""
    assert drawn(Line(0, 0, 1, 0, "path", arrow=True), columns=4) == "╶───▸"
    assert drawn(Line(1, 0, 0, 0, "path", arrow=True, dashed=True), columns=4) == "◂╌╌╌╴"
    assert drawn(Line(0, 1, 0, 0, "path", arrow=True), rows=2) == "▴\n│\n╵"


class TestCards:
    def test_framed(self):
        assert drawn(card(0, 0, "G3A")) == picture("""
╭─────╮
│ G3A │
│     │
╰─────╯
""")

    def test_a_fan_shows_each_card_on_its_own_row(self):
        assert drawn(card(0, 0, "G1K"), card(0, 0.34, "G2A"), card(0, 0.68, "G3C")) == picture("""
╭ G1K ╮
╭ G2A ╮
╭ G3C ╮
│     │
│     │
╰─────╯
""")

    def test_a_fan_too_narrow_for_the_rows_is_spread(self):
        fan = [card(0, 0.34 * i, name) for i, name in enumerate(["G1K", "G2A", "G3C", "G4S"])]
        assert drawn(*fan, rows=1.5) == picture("""
╭ G1K ╮
╭ G2A ╮
╭ G3C ╮
╭ G4S ╮
╰─────╯
""")

    def test_a_fan_to_the_right_shows_each_name(self):
        assert drawn(card(0, 0, "K♠"), card(0.5, 0, "Q♠"), card(1, 0, "J♠"), columns=8, rows=2) == picture("""
╭K♠─╭Q♠─╭─ J♠ ─╮
│   │   │      │
╰───╰───╰──────╯
""")

    def test_a_card_with_no_room_for_its_name_in_sight_shows_none(self):
        assert "K♠" not in drawn(card(0, 0, "K♠"), card(0, 0, "Q♠"))

    def test_two_rows_have_the_name_on_the_edge(self):
        assert drawn(card(0, 0, "7♦", 1, 0.7), columns=6) == "╭ 7♦ ╮\n╰────╯"

    def test_one_row_has_the_bare_name(self):
        assert drawn(card(0, 0, "7♦", 0.66, 0.92), columns=6, rows=1) == " 7♦"

    def test_one_row_marks_sideways_cards(self):
        assert drawn(card(0, 0, "7♦", 1, 0.66, sideways=True), columns=6, rows=1) == "╶─7♦─╴"

    def test_face_down(self):
        assert drawn(card(0, 0, "G3A", back=True)) == "╭─────╮\n│▒▒▒▒▒│\n│▒▒▒▒▒│\n╰─────╯"
        assert drawn(card(0, 0, "G3A", back=True), columns=2, rows=0.5) == "▒▒"
        assert drawn(card(0, 0, "", back=True), card(0, 0.34, "G2A")).splitlines()[0] == "╭─ ▒▒ ╮"

    def test_covers_what_is_below_it_cleanly(self):
        below = [Label(0, 0.5, "a long label below", anchor="start"), Line(0, 1, 3, 1)]
        assert drawn(*below, card(1, 0, "G3A")) == picture("""
       ╭─────╮
       │ G3A │
       │     │
╺━━━━━━╰─────╯━━━━━━━╸
""")


class TestTokens:
    @pytest.mark.parametrize(("facing", "sign"), [("n", "▴"), ("e", "▸"), ("s", "▾"), ("w", "◂")])
    def test_facing(self, facing, sign):
        assert drawn(Token(1, 0.2, 0.5, "@", "pawn", facing=facing)).strip() == f"@{sign}"

    def test_out_of_play(self):
        assert drawn(Token(1, 0.2, 0.5, "3", "coin", faded=True)).strip() == "(3)"

    @pytest.mark.parametrize("emblem", EMBLEMS)
    def test_without_text_the_emblem_is_shown(self, emblem):
        assert text_width(drawn(Token(1, 0.2, 0.5, "", emblem=emblem)).strip()) == 1

    @pytest.mark.parametrize(("shape", "sign"), [("disc", "●"), ("pawn", "♙"), ("die", "▢"), ("coin", "◎")])
    def test_without_text_and_emblem_the_shape_is_shown(self, shape, sign):
        assert drawn(Token(1, 0.2, 0.5, "", shape)).strip() == sign

    def test_moves_over_for_writing(self):
        items = Box(0, 0, 1, 1, outline="ink"), Token(0.5, 0.5, 0.5, "3", "coin"), Token(0.5, 0.5, 0.5, "R")
        assert drawn(*items, columns=4, rows=2) == "┌───┐\n│ 3R│\n└───┘"

    def test_never_crosses_a_wall(self):
        items = Box(0, 0, 1, 1, outline="wall"), Box(1, 0, 1, 1, outline="wall"), Label(0.5, 0.5, "123")
        assert drawn(*items, Token(0.5, 0.5, 0.5, "R"), columns=4, rows=2) == "┏━━━┳━━━┓\n┃ R ┃   ┃\n┗━━━┻━━━┛"

    def test_stays_on_its_card(self):
        assert drawn(card(0, 0, "7♥", 1, 0.7), Token(0.5, 0.2, 0.4, "@", facing="e"), columns=8) == "╭─ 7♥ ─╮\n╰──@▸──╯"
        assert drawn(card(0, 0, "7♥"), Token(0.5, 0.5, 0.4, "@"), columns=8) == picture("""
╭──────╮
│  7♥@ │
│      │
╰──────╯
""")


class TestLabels:
    @pytest.mark.parametrize(("anchor", "line"), [("start", "    abc"), ("middle", "   abc"), ("end", " abc")])
    def test_anchor(self, anchor, line):
        assert drawn(Label(1, 0.2, "abc", anchor=anchor), columns=4) == line

    def test_never_start_left_of_the_picture(self):
        assert drawn(Label(0, 0.2, "abc")) == "abc"

    @pytest.mark.parametrize("text", ["♠♥♣♦", "猫 cat", "naïve"])
    def test_keep_what_follows_in_its_column(self, text):
        line = drawn(Label(0, 0.2, text, anchor="start"), Label(2, 0.2, "|", anchor="start"))
        assert text_width(line) == 15
        assert line.endswith("|")


def test_targets_are_marked_only_when_asked_for():
    target = Target(0, 0, 1, 1, "go", "Go")
    assert drawn(target, columns=4, rows=2) == ""
    assert drawn(target, columns=4, rows=2, targets=True) == "\n  ◦"


def test_no_line_ends_in_blanks_and_none_is_wider_than_the_picture():
    lines = text(everything()).splitlines()
    assert lines
    assert all(line == line.rstrip() for line in lines)
    assert max(map(text_width, lines)) <= 4 * 4 + 1
    assert len(lines) <= 3 * 2 + 1


def test_colour_never_says_anything_that_characters_do_not():
    coloured = text(everything(), colour=True)
    assert "\x1b[32m" in coloured
    assert re.sub(r"\x1b\[[\d;]*m", "", coloured) == text(everything())
    assert all(line.count("\x1b[0m") * 2 == line.count("\x1b[") for line in coloured.splitlines())


@pytest.mark.parametrize("role", ROLES)
def test_every_role_can_be_written(role):
    assert re.sub(r"\x1b\[[\d;]*m", "", drawn(Label(0, 0.2, "x", role=role), colour=True)) == "x"


def test_suits_follow_the_deck():
    club = card(0, 0, "7♣", emblem="club")
    assert "\x1b[" not in drawn(club, colour=True)
    assert "\x1b[32m" in drawn(club, colour=True, deck="four")
