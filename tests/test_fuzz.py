"""One fuzzer for all games: whatever stands in deal lines, records and moves, the answer is right or a clear error."""

import io
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from escapology.errors import EscapologyError
from escapology.games import GAMES
from escapology.luck import Luck
from escapology.middle import deal_line, legal_texts, new_deal, parse_deal_line, play_move, read_move, start_state
from escapology.record import read_records, record_text
from tests.settings import all_settings

SETTINGS = all_settings()
ANY_SETTING = st.sampled_from(SETTINGS)


def random_record(setting, seed: int) -> str:
    """A real record, to be damaged."""
    game = GAMES[setting.game]
    deal = new_deal(setting, seed)
    luck = Luck(seed)
    state = start_state(game, deal)
    moves = []
    for _ in range(luck.below(12)):
        legal = legal_texts(game, deal, state)
        if not legal:
            break
        text = luck.choose(sorted(legal))
        moves.append(text)
        state = play_move(game, deal, state, legal[text])
    return f"{deal_line(game, deal)}\n{'; '.join(moves)}\n"


def damage(data: bytes, cuts: list[tuple[int, int, bytes]]) -> bytes:
    """Pieces of the data replaced by others."""
    for place, length, piece in cuts:
        at = place % (len(data) + 1)
        data = data[:at] + piece + data[at + length :]
    return data


CUTS = st.lists(
    st.tuples(
        st.integers(0, 10_000),
        st.integers(0, 6),
        st.one_of(
            st.binary(max_size=4), st.sampled_from([b" ", b"\n", b":", b"/", b"[", b"]", b"\n\n", b"1", b">", b"?"])
        ),
    ),
    max_size=4,
)


def check_error(error: EscapologyError) -> None:
    message = str(error)
    assert message
    assert re.fullmatch(r"[^\x00-\x1f\x7f]+", message), "an error is one printable line"
    assert len(message) < 500


@settings(max_examples=400, deadline=None)
@given(ANY_SETTING, st.integers(0, 50), CUTS)
def test_damaged_records(setting, seed, cuts):
    data = damage(random_record(setting, seed).encode(), cuts)
    try:
        records = list(read_records(io.BytesIO(data)))
    except EscapologyError as error:
        check_error(error)
    else:
        for record in records:  # what is accepted means something, and is written the same way ever after
            text = record_text(record)
            (again,) = read_records(io.BytesIO(text.encode()))
            assert record_text(again) == text
            assert again.moves == record.moves


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=200))
def test_any_text_as_deal_line(text):
    for line in (text, f"devils-square: {text}", f"lab-rats{text}", f"lab-rats/bag: {text}"):
        try:
            game, deal = parse_deal_line(line)
        except EscapologyError as error:
            check_error(error)
        else:
            assert parse_deal_line(deal_line(game, deal))[1] == deal


@settings(max_examples=300, deadline=None)
@given(ANY_SETTING, st.integers(0, 20), st.data())
def test_any_text_as_move(setting, seed, data):
    game = GAMES[setting.game]
    deal = new_deal(setting, seed)
    state = start_state(game, deal)
    before = state.copy()
    text = data.draw(st.one_of(st.text(max_size=12), st.from_regex(game.notation.move_pattern, fullmatch=True)))
    try:
        move = read_move(game, deal, state, text)
    except EscapologyError as error:
        check_error(error)
    else:
        assert move in legal_texts(game, deal, state).values()
    assert state == before


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda s: s.text)
def test_undamaged_records_are_read(setting):
    for seed in range(5):
        assert len(list(read_records(io.BytesIO(random_record(setting, seed).encode())))) == 1
