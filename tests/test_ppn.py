"""Portable Piecepack Notation: what is written reads back, and so does what others would write.

The same files were read by the R package `ppn` 0.3.0, which had every piece in the same place after every move; and 30
mazes of `ppdf` were read by us.
"""

import random
import re

import pytest

from escapology.games import GAMES
from escapology.middle import deal_line, legal_texts, new_deal, play_move, start_state
from escapology.portable import portable_text, read_portable
from escapology.ppn import PPNError, Table
from escapology.record import Record, read_record, record_text
from escapology.setting import parse_setting
from escapology.testing import all_settings
from tests.shell import Shell

GAME = GAMES["lab-rats"]
SETTINGS = all_settings(GAME)
WON = "lab-rats: 54543532235313125225313 30343054/02415142/22310155\nstart 1 B:n1 back lift B B:n1 C:e2\n"


def read_one(text: str) -> Record:
    (record,) = read_portable(text)
    return record


def at_random(setting, seed: int, length: int) -> Record:
    deal, luck = new_deal(setting, seed), random.Random(seed)
    state, made = start_state(GAME, deal), list[str]()
    while len(made) < length and (legal := legal_texts(GAME, deal, state)):
        made.append(luck.choice(list(legal)))
        state = play_move(GAME, deal, state, legal[made[-1]])
    return Record(GAME, deal, tuple(made))


def test_fifty_deals_read_back() -> None:
    for seed in range(50):
        record = Record(GAME, new_deal(SETTINGS[seed % len(SETTINGS)], seed), ())
        assert record_text(read_one(portable_text(record))) == record_text(record)


def test_games_read_back_move_by_move() -> None:
    for seed, setting in enumerate(SETTINGS):
        record = at_random(setting, 100 + seed, 30)
        assert record_text(read_one(portable_text(record))) == record_text(record)


def test_a_file_holds_several_games() -> None:
    records = [at_random(SETTINGS[0], seed, 5) for seed in range(3)]
    text = "\n".join(map(portable_text, records))
    assert [record_text(r) for r in read_portable(text)] == [record_text(r) for r in records]


def test_a_file_is_as_ppn_has_it() -> None:
    text = portable_text(read_record(WON))
    head, moves = text.split("...\n")
    assert head == "---\nGameType:\n  Name: Lab Rats\nSetUp: None\nResult: playing\n"
    assert moves.startswith("Maze. nStb^@(1.5,1.5) aStb>@(3.5,2.5) 2Stb>@(5.5,1.5)")
    assert "\n1. Cp^@(2,1)\n2. ?nCc_%?Cp ?Cp-1N +?2Sc\n3. ?Cp-(2,1)\n4. ?nCc-(2,-12)\n" in moves


def test_numbers_are_small_enough_for_r() -> None:
    rebag = parse_setting("lab-rats/rebag", GAMES)
    assert re.search(r"Number: '\d+'", portable_text(Record(GAME, new_deal(rebag, 3), ())))


def test_places_in_the_bag_are_kept() -> None:
    line = "lab-rats/rebag: 53334431342235143343443 530440424153231001521523 4.0.11+7"
    record = read_record(f"{line}\nstart 0 drop A drop A drop C drop B")
    text = portable_text(record)
    assert "Number: 4.0.11+7" in text
    assert read_one(text) == record


def shifted(text: str, turns: int) -> str:
    """The same table, from another side of it and somewhere else."""

    def place(match: re.Match[str]) -> str:
        x, y = float(match[1]), float(match[2])
        for _ in range(turns):
            x, y = -y, x
        return f"({x + 40:g},{y - 7:g})"

    def turned(match: re.Match[str]) -> str:
        signs = "^<v>"
        return match[1] + signs[(signs.index(match[2]) + turns) % 4] + "@"

    text = re.sub(r"(tb)([<^v>])@", turned, text)
    text = re.sub(r"-(\d+)([NESW])", lambda m: "-" + m[1] + "NWSE"[("NWSE".index(m[2]) + turns) % 4], text)
    return re.sub(r"\((-?[\d.]+),(-?[\d.]+)\)", place, text)


@pytest.mark.parametrize("turns", range(4))
def test_a_table_may_be_seen_from_any_side(turns: int) -> None:
    record = at_random(SETTINGS[0], 7, 12)
    again = read_one(shifted(portable_text(record), turns))
    maze = deal_line(GAME, record.deal).split()[1]
    assert deal_line(GAME, again.deal).split()[1] == maze
    if turns == 0:
        assert again.moves == record.moves


def test_moves_may_be_spelt_otherwise() -> None:
    text = portable_text(read_record(WON))
    other = re.sub(r"2\. (\S+)_%\?Cp \?Cp-1N \+(\S+)", r"2. { a run } \1-&?Cp; ?Cp-<0,1> . \2~f", text)
    assert other != text
    assert record_text(read_one(other)) == WON


def test_pieces_are_placed_moved_flipped_and_taken() -> None:
    table = Table()
    for token in ("3Scb@(1,2)", "+?3Sc", "2Mc@b3", "?2M-2NE", "t@(0,0)", "?t@>90", "Cp@&?3Sc", "?3Sc_%?Cp", "*?2M"):
        table.play(token)
    assert [piece.laid for piece in table.pieces] == ["tb>@(0,0)", "3Scf@(1,2)", "Cp^@(1,2)"]


@pytest.mark.parametrize(
    ("change", "wrong"),
    [
        (lambda t: t.replace("Lab Rats", "Chess"), "GameType is 'Chess'"),
        (lambda t: t.replace("SetUp: None\n", ""), "random numbers of another program"),
        (lambda t: t.replace("SetUp: None", "SetUp: [1"), "not YAML"),
        (lambda t: t.replace("  Name: Lab Rats", "  Name: Lab Rats\n  Variant: easy"), "no variant 'easy'"),
        (lambda t: t.replace("aStb>@(3.5,2.5)", "aStb>@(4.5,2.5)"), "tile 2, .* where a die result"),
        (lambda t: t.replace("aStb>@(3.5,2.5)", "aStb^@(3.5,2.5)"), "tile 2, .* turned otherwise"),
        (lambda t: t.replace("aStb>@(3.5,2.5) ", ""), "lays 23 tiles"),
        (lambda t: re.sub(r"Coins\. \S+", "Coins.", t), "lays 23 coins"),
        (lambda t: re.sub(r"Coins\. \S+@", "Coins. xy@", t), "'xy' is not a piece"),
        (lambda t: re.sub(r"Coins\. .(.)cb@", r"Coins. \1cb@", t), "write it as in 3Scb"),
        (lambda t: t.replace("?Cp-1N", "?Cp-2N"), "2. does not leave the table as any legal move would"),
        (lambda t: t.replace("?Cp-1N", "?Dp-1N"), "2. \\?Dp-1N: 'Dp' is not a piece"),
        (lambda t: t.replace("?Cp-1N", "?Ap-1N"), "no piece on the table"),
        (lambda t: t.replace("?Cp-1N", "?{C,A}p-1N"), "stands for several actions"),
        (lambda t: "1. Cp@(1,1)", "YAML header is missing"),
    ],
)
def test_bad_files_are_refused_by_name(change, wrong: str) -> None:
    text = change(portable_text(read_record(WON)))
    with pytest.raises(PPNError, match=wrong):
        list(read_portable(text))


def test_the_command_line_goes_both_ways(shell: Shell) -> None:
    text = shell.good("ppn", "export", given=WON)
    assert text == portable_text(read_record(WON))
    assert shell.good("ppn", "import", given=text) == WON
    assert '"moves": ["start 1", "B:n1"' in shell.good("ppn", "import", "--json", given=text)
    assert "is not played with a piecepack" in shell.bad("ppn", "export", given="blank: 3 1 5 2 6 4\n")
    assert "contains no game" in shell.bad("ppn", "import", given="")
    assert "can't read 'nowhere.ppn'" in shell.bad("ppn", "import", "nowhere.ppn")
    assert "not valid UTF-8" in shell.bad("ppn", "import", given=b"\xff")
