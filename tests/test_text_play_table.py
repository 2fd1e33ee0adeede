"""Games at real tables in the terminal: told line by line, corrected, kept in a file."""

import io

import pytest

from escapology.errors import EscapologyError
from escapology.games import GAMES
from escapology.record import read_record
from escapology.setting import parse_setting
from escapology.sitting import Sitting
from escapology.text_play import TableSession, Terminal, load_sitting
from tests.table import Table


def played(setting, lines, sitting=None, file=""):
    out = io.StringIO()
    terminal = Terminal(io.StringIO("".join(f"{line}\n" for line in lines)), out, width=120)
    session = TableSession(sitting or Sitting.begin(parse_setting(setting, GAMES), 3), terminal, file)
    session.run()
    return out.getvalue(), session


@pytest.mark.parametrize("name", ["blank", "kidnap-machine", pytest.param("not-alone", marks=pytest.mark.long)])
def test_a_whole_game_is_told_line_by_line(name):
    table = Table.won(name)
    sitting = Sitting.begin(table.deal.setting, 8)
    lines = []
    while text := table.tell(sitting):
        lines.append(text.removeprefix("="))
        sitting = sitting.tell(text)
    told, session = played(name, [*lines, "record"])
    assert "Won!" in told
    record = read_record(told[told.index(f"{table.deal.setting.text}: ") :].partition("\n> ")[0].strip() + "\n")
    assert list(record.moves) == table.moves
    assert session.sitting.told == sitting.told


def test_several_pieces_in_a_row_and_moves_by_number():
    told, session = played("blank", ["3", "1", "5", "2", "4"])
    assert session.sitting.told == ("=3", "climb", "=5", "skip", "=4")
    assert "- Climb onto the 3." in told
    assert "Turn up the top card of the pile: which is it?" in told


def test_what_is_told_is_corrected():
    told, session = played("blank", ["3", "climb", "5", "climb", "6", "told", "correct 3 2", "correct 1 4"])
    assert "   3  5, card 2 of the pile" in told
    assert session.sitting.told == ("=4", "climb", "=5", "climb", "=6")
    assert "Then number 4, climb, does not fit any more" in " ".join(told.split())
    _, dropped = played("blank", ["3", "climb", "5", "climb", "6", "correct! 3 2"])
    assert dropped.sitting.told == ("=3", "climb", "=2")
    assert dropped.undone == ["=6", "climb"]


def test_what_can_not_be_is_refused_and_changes_nothing():
    told, session = played(
        "blank", ["9", "climb", "3", "3", "5 5", "climb", "undo", "redo", "redo", "record", "hint now"]
    )
    for says in (
        "'9' can't lie there: write 1, 2, 3, 4, 5 or 6.",
        "There is nothing to redo.",
        "The game is not over, and this is not known yet: the pile (5 of 6).",
        "'hint' can't lie there",
    ):
        assert says in told
    assert session.sitting.told == ("=3", "climb")


def test_it_is_kept_in_a_file(tmp_path):
    file = str(tmp_path / "game.txt")
    played("blank", ["3", f"save {file}", "climb", "5"])
    again = load_sitting(file)
    assert again.told == ("=3", "climb", "=5")
    played("blank", ["skip"], again, file)
    assert load_sitting(file).told == ("=3", "climb", "=5", "skip")
    (tmp_path / "bad.txt").write_text("blank: 3 1 5 2 6 4\n")
    for name, says in (("bad.txt", "is not a game at a table"), ("none.txt", "can't read")):
        with pytest.raises(EscapologyError, match=says):
            load_sitting(str(tmp_path / name))


def test_the_command(shell):
    assert "on your own table" in shell.good("play", "--table", "blank", given="3\nclimb\n")
    assert "with --table you deal the cards yourself" in shell.bad("play", "--table", "blank", "--seed", "1")
