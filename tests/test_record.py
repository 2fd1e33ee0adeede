"""Records: everything is checked, nothing is half read, and every error names its spot."""

import io

import pytest

from escapology.errors import RecordError
from escapology.record import MAX_CHARACTERS, read_record, read_records, record_text

DEAL = "blank: 3 1 5 2 6 4"


def read_all(text: str | bytes):
    return list(read_records(io.BytesIO(text.encode() if isinstance(text, str) else text), "game.txt"))


def test_moves_over_any_number_of_lines():
    for moves in ("climb skip climb", "climb\nskip\nclimb", "climb;skip ; climb", " climb\tskip\r\n climb\r\n"):
        record = read_record(f"{DEAL}\n{moves}")
        assert record.moves == ("climb", "skip", "climb")
        assert record_text(record) == f"{DEAL}\nclimb skip climb\n"


def test_a_deal_line_is_a_record():
    record = read_record(DEAL)
    assert record.moves == ()
    assert record_text(record) == f"{DEAL}\n"


def test_many_records():
    records = read_all(f"\n{DEAL}\nclimb\n\n\n{DEAL}\n{DEAL}\nskip")
    assert [record.moves for record in records] == [("climb",), (), ("skip",)]


def test_no_record_at_all():
    assert read_all("\n\n") == []
    with pytest.raises(RecordError, match="there are 0 records, but one is expected"):
        read_record("")


def test_states():
    record = read_record(f"{DEAL}\nclimb skip")
    assert [record.game.notation.state_text(record.deal, state) for state in record.states()] == [
        "on=0 climbed=0 skipped=0 pile=315264 status=playing",
        "on=3 climbed=1 skipped=0 pile=15264 status=playing",
        "on=3 climbed=1 skipped=1 pile=5264 status=playing",
    ]


def test_long_records_are_wrapped():
    moves = "a1:1>b1 b1:1>a1 " * 30
    rest = [c + n + i for c in "YRGB" for n in "1234" for i in "KASC"]
    for card in ("Y1K", "Y1S", "Y2A"):
        rest.remove(card)
    line = f"devils-square: Y1K Y1S Y2A {' '.join(sorted(rest, key=lambda c: c[1:]))}"
    text = record_text(read_record(f"{line}\nc1>a1 {moves}"))
    assert all(len(part) <= 100 for part in text.splitlines()[1:])
    assert record_text(read_record(text)) == text


def test_a_byte_order_mark_is_skipped():
    assert len(read_all(b"\xef\xbb\xbf" + DEAL.encode())) == 1


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("rubbish", "game.txt line 1: 'rubbish' is not a deal line: it has no colon"),
        ("chess: e4", "game.txt line 1: there is no game 'chess'"),
        (f"\n\n{DEAL} 7", "game.txt line 3: blank: '7' is not a card: the cards are 1 to 6"),
        (f"{DEAL}\nclimb\n skip jump", "game.txt line 3, column 7: 'jump' is not a move of Blank: write climb or skip"),
        (f"{DEAL}\nclimb climb skip", "game.txt line 2, column 7 (move 2): 'climb' is not legal here: the 1 is lower"),
        (f"{DEAL}\nclimbskip", "game.txt line 2, column 1: 'climbskip' is not a move"),
        (f"{DEAL}\n{'skip ' * 7}", "line 2, column 31 (move 7): 'skip' can't be played: the game is over (over)"),
        (f"climb\n{DEAL}", "game.txt line 1: 'climb' is not a deal line"),
        (b"blank: 3 \xff", "game.txt line 1, column 10: byte 0xff is not text"),
        (b"\x00\x01\x02", "game.txt line 1: '\\x00\\x01\\x02' is not a deal line"),
        (b"x" * (MAX_CHARACTERS + 1), "game.txt line 1 is too long: the limit of a record is 200,000 characters"),
        (f"{DEAL}\n" + "\t\t\t;\n" * 300_000, "column 1: the record is too long"),
    ],
)
def test_refusals(text, message):
    with pytest.raises(RecordError) as error:
        read_all(text)
    assert message in str(error.value)
    assert "\n" not in str(error.value)


def test_reading_stops_at_the_first_error():
    class Endless(io.RawIOBase):
        asked = 0

        def readable(self):
            return True

        def readinto(self, buffer):
            Endless.asked += len(buffer)
            buffer[:] = b"?" * len(buffer)
            return len(buffer)

    with pytest.raises(RecordError, match="too long"):
        list(read_records(io.BufferedReader(Endless())))
    assert Endless.asked < 3 * MAX_CHARACTERS
