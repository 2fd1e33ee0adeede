import pytest

from escapology.draw.canvas import HEAVY, LIGHT, Canvas, text_width


def picture(text):
    """The lines of a triple-quoted picture, without its first and last newline."""
    return text.strip("\n")


def test_frames_side_by_side_share_their_border():
    canvas = Canvas()
    canvas.frame(0, 0, 2, 4, LIGHT, "ink")
    canvas.frame(0, 4, 2, 8, LIGHT, "ink")
    canvas.frame(2, 0, 4, 4, LIGHT, "ink")
    assert canvas.text() == picture("""
┌───┬───┐
│   │   │
├───┼───┘
│   │
└───┘
""")


def test_heavy_and_light_lines_join():
    canvas = Canvas()
    canvas.frame(0, 0, 4, 8, HEAVY, "wall")
    canvas.line((2, 0), (2, 8), LIGHT, "ink")
    canvas.line((0, 4), (4, 4), LIGHT, "ink")
    canvas.line((2, 4), (4, 4), HEAVY, "wall")
    assert canvas.text() == picture("""
┏━━━┯━━━┓
┃   │   ┃
┠───╁───┨
┃   ┃   ┃
┗━━━┻━━━┛
""")


def test_round_corners_turn_into_joints_where_lines_meet():
    canvas = Canvas()
    canvas.frame(0, 0, 2, 4, LIGHT, "ink", rounded=True)
    canvas.line((2, 4), (2, 6), LIGHT, "ink")
    assert canvas.text() == picture("""
╭───╮
│   │
╰───┴─╴
""")


def test_dashes_only_where_nothing_else_runs():
    canvas = Canvas()
    canvas.frame(0, 0, 2, 4, LIGHT, "ink", dashed=True)
    canvas.line((2, 1), (2, 3), LIGHT, "ink")
    assert canvas.text() == picture("""
┌╌╌╌┐
╎   ╎
└───┘
""")


def test_single_ends_point_the_right_way():
    canvas = Canvas()
    canvas.line((0, 0), (0, 1), LIGHT, "ink")
    canvas.line((0, 3), (1, 3), HEAVY, "ink")
    assert canvas.text() == "╶╴ ╻\n   ╹"


def test_writing_that_covers_part_of_other_writing_removes_all_of_it():
    canvas = Canvas()
    canvas.write(0, 0, "hello", "ink")
    canvas.write(0, 4, "you", "ink")
    assert canvas.text() == "    you"


def test_a_line_runs_under_writing_and_comes_to_light_again():
    canvas = Canvas()
    canvas.write(0, 2, "abc", "ink")
    canvas.line((0, 0), (0, 6), LIGHT, "ink")
    assert canvas.text() == "╶─abc─╴"
    canvas.write(0, 4, "d", "ink")
    assert canvas.text() == "╶───d─╴"


def test_clear_removes_writing_it_only_touches():
    canvas = Canvas()
    canvas.write(0, 0, "hello", "ink")
    canvas.write(1, 0, "there", "ink")
    canvas.clear(0, 4, 0, 9)
    assert canvas.text() == "\nthere"


def test_detach_cuts_what_points_into_an_area():
    canvas = Canvas()
    canvas.line((1, 0), (1, 6), LIGHT, "ink")
    canvas.line((0, 2), (2, 2), LIGHT, "ink")
    canvas.clear(1, 3, 1, 4)
    canvas.detach(1, 3, 1, 4)
    assert canvas.text() == picture("""
  ╷
╶─┤  ╶╴
  ╵
""")


def test_what_is_above_or_left_of_the_sheet_is_cut_off():
    canvas = Canvas()
    canvas.frame(-1, -1, 1, 1, LIGHT, "ink")
    assert canvas.text() == " │\n─┘"


def test_an_empty_sheet_is_empty():
    assert Canvas().text() == ""


@pytest.mark.parametrize(("text", "width"), [("", 0), ("abc", 3), ("♠10", 3), ("猫", 2), ("e\u0301", 1), ("a\x07", 2)])
def test_text_width(text, width):
    assert text_width(text) == width


def test_wide_characters_take_two_columns():
    canvas = Canvas()
    canvas.write(0, 1, "猫", "ink")
    canvas.write(0, 3, "|", "ink")
    assert canvas.text() == " 猫|"
    canvas.write(0, 2, "x", "ink")  # on its second half
    assert canvas.text() == "  x|"


def test_control_characters_do_not_reach_the_terminal():
    canvas = Canvas()
    canvas.write(0, 0, "a\x1b[2J", "ink")
    assert "\x1b" not in canvas.text()


def test_colour_changes_nothing_but_colour():
    canvas = Canvas()
    canvas.write(0, 0, "ab", "red")
    canvas.write(0, 2, "c", "ink")
    canvas.write(0, 5, "d", "green")
    assert canvas.text(colour=True) == "\x1b[31mab\x1b[0mc  \x1b[32md\x1b[0m"
    assert canvas.text() == "abc  d"
