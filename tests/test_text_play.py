"""Text play, driven through its streams: moves, undo, the tree, saving and loading, and what it says to bad input."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from escapology.games import GAMES
from escapology.middle import new_deal
from escapology.play import Play
from escapology.record import read_record
from escapology.setting import make_setting
from escapology.text_play import Session, Terminal, choose_setting, load_play, rules_text, screen
from escapology.text_play.commands import BY_NAME, COMMANDS
from escapology.text_play.saving import save_text
from escapology.wording.plays import status_line

BLANK = "blank: 3 1 5 2 6 4"
# Devil's Square, the deal of seed 0, won.
WON_SQUARE = """
b1>c3 b2>a3 c2>b1 c2>c4 c2>a3 b4>a3 d2>a1 a2>d2 a2>a3 b1>a2 b4>b1 a4>b4 a1:1>c2 d2>c2 d2>d4 d2>c2 a2:1>a3 c4>a2
b4:1>a3 b1>a3 b1>b4 b1>b3 b1>d4 a2>a1 a2>d4 b1>a2 c2:1>a2 a3:1>c2 a3>a4 a3>b1 a3>c1 b3>c1 b3>c3 c2>b3 b3>a3 a3>d2
d1>a3 d1>c2 d1>a4 c3>a4 a2>a4 c1>d1 a3>d1 c1>a2 a2>b1 b2>a4 a4>a1 a3>c2 d4>c2 b3>c4 b4>c4 c3>d2 d3>d2
"""


class Typist(io.StringIO):
    """A person at a keyboard."""

    def isatty(self) -> bool:
        return True


def play(*lines: str, deal: str = BLANK, width: int = 80) -> str:
    """What is shown when these lines come through a pipe."""
    out = io.StringIO()
    Session(Play.of_line(deal), Terminal(io.StringIO("".join(f"{x}\n" for x in lines)), out, width=width)).run()
    return out.getvalue()


def answer(*lines: str, deal: str = BLANK) -> str:
    """What is shown after the last of these lines."""
    return play(*lines, deal=deal).rpartition(f"> {lines[-1]}\n")[2]


# moves


def test_a_move_is_a_number_or_a_text_in_any_case() -> None:
    for line in ("1", "climb", "  CLIMB "):
        assert "Blank · 1 move · 4 hidden" in play(line)
        assert "climb: Climb onto the 3." in play(line)


def test_legal_moves_are_numbered_and_said_in_words() -> None:
    assert "1  climb  Climb onto the 3   2  skip   Skip the 3\n" in play()
    assert "1  climb  Climb onto the 3\n2  skip   Skip the 3\n" in play(width=30)
    assert "1  climb  Climb onto\n          the 3\n" in play(width=20)


def test_a_game_is_won() -> None:
    shown = play("climb", "skip", "climb", "skip", "climb")
    assert "You won! You climbed out of the hole. 5 moves.\n" in shown
    assert "Type undo, restart" in shown


def test_a_game_is_lost() -> None:
    assert "You lost. There is nothing left to climb onto: 0 of 3 climbs were made. 6 moves." in play(*["skip"] * 6)


def test_a_whole_game_of_devils_square() -> None:
    game = GAMES["devils-square"]
    out = io.StringIO()
    moves = io.StringIO(WON_SQUARE.replace(" ", "\n").strip())
    Session(Play(game, new_deal(make_setting(game), 0)), Terminal(moves, out), 0).run()
    assert "You won! All 16 books are out, and so are you. Score 160, 53 moves." in out.getvalue()


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("3", "There is no move '3': the moves are 1 to 2."),
        ("0", "There is no move '0': the moves are 1 to 2."),
        ("9" * 5000, "There is no move '999"),
        ("jump", "'jump' is neither a move nor a command: write a number, climb or skip, or help."),
        ("undo", "There is nothing to undo."),
        ("redo", "There is nothing to redo."),
        ("goto", "Goto is incomplete: write goto NUMBER or NAME."),
        ("goto 5", "There is no place '5': choose 0 to 0; see tree."),
        ("mark", "Mark is incomplete: write mark NAME."),
        ("mark 5", "'5' can't be the name of a mark: numbers are places in the tree."),
        ("save", "Save needs a file name: write save FILE."),
        ("load", "Load is incomplete: write load FILE."),
        ("load /no/such/file", "Can't read '/no/such/file': no such file or directory."),
        ("save /no/such/file", "Can't write '/no/such/file': no such file or directory."),
        ("save /", "'/' already exists: `save! /` replaces it."),
        ("save! /", "Can't write '/': it is a folder; give a file name."),
        ("save a\0b", "'a\\x00b' is not a file name."),
        ("new luck", "'luck' is not a seed: a seed is a whole number from 0 to 18446744073709551615."),
        ("new 99999999999999999999", "Seed 99999999999999999999 is out of range"),
        ("undo twice", "'undo twice' is neither a move nor a command"),
    ],
)
def test_an_error_is_one_line_and_changes_nothing(line: str, said: str) -> None:
    shown, _, recorded = play(line, "record").partition("> record\n")
    assert shown.splitlines()[-1].startswith(said)
    assert recorded == f"{BLANK}\n"


def test_an_illegal_move_says_why() -> None:
    assert answer("1", "climb") == "'climb' is not legal here: the 1 is lower than the 3 you stand on.\n"
    assert "the game is over" in answer(*["skip"] * 6, "climb")
    assert "it is over" in answer(*["skip"] * 6, "1")


def test_a_board_that_is_too_wide_is_drawn_finer() -> None:
    started = Play.of_line("lab-rats: 53334431342235143343443 53044042/41532310/01521523")
    started.do("start 0")
    usual = screen.board(started)
    widest = max(len(line) for line in usual.splitlines())
    assert screen.board(started, width=widest) == usual
    finer = screen.board(started, width=widest - 1)
    assert max(len(line) for line in finer.splitlines()) < widest
    assert screen.board(started, width=10) == usual, "what can't fit is left as it is"


# undo and the tree


def test_undo_past_a_reveal_says_so() -> None:
    shown = answer("climb", "undo")
    assert "(You have now seen what comes next.)" in shown
    assert "0 moves · 5 hidden · saw what comes next" in shown
    assert "now seen" not in answer("climb", "u", "r")


def test_the_end_tells_of_looking_ahead() -> None:
    shown = play("climb", "u", "1", "skip", "climb", "skip", "climb")
    assert "5 moves. On the way you took back 1 move that had shown you what comes next." in shown


def test_tree_with_branches_marks_and_places() -> None:
    lines = ("climb", "mark fork", "skip", "goto fork", "restart", "skip", "climb", "goto 2", "tree")
    assert answer(*lines).splitlines() == [
        "0 start",
        "  1 climb [fork] · 2 skip <- here",
        "  3 skip · 4 climb",
    ]


def test_tree_wraps_to_the_width() -> None:
    started = Play.of_line(BLANK)
    for _ in range(6):
        started.do("skip")
    lines = screen.tree_lines(started, 30)
    assert max(len(line) for line in lines) <= 30
    assert lines[-1].endswith("6 skip <- here")


def test_giving_up_can_be_undone() -> None:
    assert "You gave up. 1 move." in answer("skip", "give up")
    assert "1 move · 4 hidden" in answer("skip", "give up", "undo")
    assert "already over" in answer("give up", "give up")


def test_stuck_is_told() -> None:
    class Stuck(Play):
        def status(self) -> str:
            return "stuck"

    assert "stuck: there are moves, but they lead nowhere" in status_line(Stuck.of_line(BLANK))


# deals, records, rules, help


def test_deal_and_record() -> None:
    assert answer("climb", "deal") == f"{BLANK}\n"
    assert answer("climb", "skip", "record") == f"{BLANK}\nclimb skip\n"


def test_new_deals_another_one_of_the_same_setting() -> None:
    shown = play("climb", "new 7", "record", deal="blank/long[skips=two]: 3 1 5 2 6 4 7 8 9")
    assert "Deal 7 of blank/long[skips=two]." in shown
    assert shown.splitlines()[-1].startswith("blank/long[skips=two]: ")
    assert answer("new").startswith("Blank, by the Escapology developers (2026). Deal ")


def test_rules_and_help() -> None:
    assert answer("rules").startswith("# Blank")
    for name in ("?", "help", "HELP"):
        for command in COMMANDS:
            assert command.usage in answer(name)
            assert command.words in answer(name)
    assert "\x1b" in rules_text(GAMES["blank"], rendered=True, width=60)


def test_an_empty_line_shows_the_board_again() -> None:
    assert answer("climb", "") == answer("climb").partition("\n")[2]


# saving


def test_save_and_load(tmp_path: Path) -> None:
    file = tmp_path / "my game.txt"
    assert answer("climb", "skip", f"save {file}") == f"Saved as {file}.\n"
    assert read_record(file.read_text()).moves == ("climb", "skip")
    assert answer(f"load {file}", "record") == file.read_text()
    assert [path.name for path in tmp_path.iterdir()] == ["my game.txt"], "no draft is left"


def test_save_never_overwrites_unless_told_to(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text("dear")
    assert "already exists" in answer("climb", f"save {file}")
    assert file.read_text() == "dear"
    assert "Saved" in answer("climb", f"save! {file}")
    assert file.read_text() == f"{BLANK}\nclimb\n"


def test_save_again_needs_no_name(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    assert "Saved" in answer("climb", f"save {file}", "skip", "save")
    assert file.read_text() == f"{BLANK}\nclimb skip\n"
    assert "Saved" in answer(f"load {file}", "climb", "save")
    assert file.read_text() == f"{BLANK}\nclimb skip climb\n"


def test_save_that_fails_leaves_the_older_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "game.txt"
    file.write_text("dear")

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", fail)
    assert "no space left" in answer("climb", f"save! {file}")
    assert file.read_text() == "dear"
    assert [path.name for path in tmp_path.iterdir()] == ["game.txt"]


def test_save_through_a_link_writes_the_file_behind_it(tmp_path: Path) -> None:
    file, link = tmp_path / "game.txt", tmp_path / "link"
    link.symlink_to(file)
    save_text("x\n", str(link), overwrite=True)
    assert link.is_symlink()
    assert file.read_text() == "x\n"


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (f"{BLANK}\nclimb climb\n", "line 2, column 7 (move 2): 'climb' is not legal here"),
        (f"{BLANK}\n\n{BLANK}\n", "contains more than one record"),
        ("", "contains no record"),
        ("\x00\x01", "is not a deal line"),
    ],
)
def test_a_bad_file_is_not_loaded_at_all(tmp_path: Path, content: str, said: str) -> None:
    file = tmp_path / "game.txt"
    file.write_text(content)
    assert said in answer("climb", f"load {file}")
    assert answer("climb", f"load {file}", "record") == f"{BLANK}\nclimb\n"


def test_load_play_stands_at_the_end(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text(f"{BLANK}\nclimb skip\n")
    assert load_play(str(file)).here.number == 2


# streams


def test_a_person_is_asked_before_a_game_is_lost() -> None:
    out = io.StringIO()
    typed = Typist("quit\nclimb\n")
    Session(Play.of_line(BLANK), Terminal(typed, out)).run()
    assert typed.read() == "climb\n", "nothing was played, so nothing is lost"
    typed = Typist("climb\nnew 7\nskip\nquit\nquit\nrecord\n")
    Session(Play.of_line(BLANK), Terminal(typed, out)).run()
    assert typed.read() == "record\n"
    assert "not saved: type `save FILE` to keep it, or new 7 again to discard it" in out.getvalue()
    assert "Deal 7" not in out.getvalue()


def test_a_pipe_sees_its_commands_a_person_sees_a_prompt() -> None:
    assert "> skip\nskip: Skip the 3.\n" in play("skip")
    out = io.StringIO()
    Session(Play.of_line(BLANK), Terminal(Typist("skip\n"), out)).run()
    assert "> skip: Skip the 3.\n" in out.getvalue()


def test_colour_is_for_terminals_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    assert "\x1b" not in play("climb")
    screen_out = Typist()
    Session(Play.of_line(BLANK), Terminal(io.StringIO(), screen_out)).run()
    assert "\x1b[1m" in screen_out.getvalue()
    monkeypatch.setenv("NO_COLOR", "1")
    assert not Terminal(io.StringIO(), Typist()).colour


def test_rubbish_does_no_harm() -> None:
    rubbish = io.TextIOWrapper(io.BytesIO(bytes(range(256)) * 100), encoding="utf-8")
    out = io.StringIO()
    Session(Play.of_line(BLANK), Terminal(rubbish, out)).run()
    assert "0 moves" in out.getvalue()
    assert "\x07" not in out.getvalue()


# the menu


def choose(*lines: str) -> tuple[str | None, str]:
    out = io.StringIO()
    setting = choose_setting(Terminal(io.StringIO("".join(f"{x}\n" for x in lines)), out))
    return None if setting is None else setting.text, out.getvalue()


def test_menu_by_number_and_by_name() -> None:
    assert choose("1", "1")[0] == "devils-square"
    assert choose("devils-square")[0] == "devils-square"
    assert choose("blank/long[skips=two]")[0] == "blank/long[skips=two]", "the example can be named"


def test_menu_asks_for_the_variant_where_there_are_several() -> None:
    assert choose("blank", "")[0] == "blank"
    assert choose("blank", "2")[0] == "blank/long"
    assert choose("blank", "odd", "long")[0] == "blank/long"
    assert choose("blank", "q")[0] is None


def test_menu_leaves_the_example_out_and_can_be_left() -> None:
    chosen, shown = choose("chess", "quit")
    assert chosen is None
    assert "there is no game 'chess'" in shown
    assert GAMES["blank"].facts.pitch not in shown
    assert choose()[0] is None


def test_a_whole_turn_is_typed_as_one_token_and_told_step_by_step():
    record = (Path(__file__).parent / "records" / "dont-let-them-get-you-won.txt").read_text(encoding="utf-8")
    shown = play("enter g7", "1:ww", "rest", deal=record.splitlines()[0], width=130)
    assert "w: You step west to f7, ♣5." in shown
    assert "rest: You rest; they move by" in shown
    assert "♠ steps " in shown


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_no_move_is_a_command(game):
    """Else the command could not be given."""
    assert [name for name in BY_NAME if game.notation.move_pattern.fullmatch(name)] == []
