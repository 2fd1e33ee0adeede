"""Certificates: they are made, checked, and refused when anything is wrong with them, each with its reason."""

from __future__ import annotations

import ast
import itertools
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import escapology as esc
from escapology.certificate import Certificate, CertificateError, TooLargeError, make, read, verify, write
from escapology.certificate.make import pack
from escapology.errors import EscapologyError
from escapology.games import GAMES
from escapology.games.lab_rats.proof import relaxed
from escapology.luck import Luck
from escapology.middle import deal_line, legal_moves, legal_texts, new_deal, play_move, start_state
from escapology.proof import Claim
from escapology.record import Record, moves_text, read_record, record_text
from escapology.setting import parse_setting
from tests.oracles import devils_square as twin

SOURCES = Path(__file__).parents[1] / "src/escapology"

# Seeds whose deals are lost, and the argument that proves it
LOST = [
    ("devils-square", 28, "colours"),
    ("devils-square", 11, "colours"),
    ("lab-rats/hard", 1, "stacks"),
    ("lab-rats/bag", 1, "stacks"),
    ("lab-rats", 27, "purses"),
    ("dont-let-them-get-you", 5, "turns"),
]


def about(setting: str, seed: int) -> Record:
    parsed = parse_setting(setting, GAMES)
    return Record(GAMES[parsed.game], new_deal(parsed, seed), ())


HOPELESS = read_record("blank: 6 5 4 3 2 1\n")
BLANK = make(HOPELESS, None)
COLOURS = make(about("devils-square", 28), None)


def refused(data: bytes) -> str:
    """Why a certificate is refused."""
    with pytest.raises(CertificateError) as caught:
        verify(read(data))
    return str(caught.value)


def changed(data: bytes, **parts: Any) -> bytes:
    """The same with a right checksum but other contents."""
    return pack(replace(read(data), **parts))


@pytest.mark.parametrize(("setting", "seed", "argument"), LOST)
def test_losses_are_proved(setting, seed, argument):
    lost = about(setting, seed)
    data = make(lost, None)
    told = read(data)
    assert (told.verdict, told.argument, told.deal.partition(":")[0]) == ("unwinnable", argument, setting)
    assert verify(told) == lost
    assert make(lost, None) == data  # the same deal, the same bytes
    # Whoever plays it at random never leaves what is claimed
    d = lost.deal
    members = [_claim(line) for line in told.body.splitlines()]
    proof = next(a for a in lost.game.proving.all_arguments(lost.game.rules) if a.name == argument)
    luck = Luck(seed)
    for _ in range(5):
        s = start_state(lost.game, d)
        for _ in range(60):
            level = told.level - s.drawn if argument == "colours" else told.level
            for alternatives in proof.opens(d, s, level):
                assert any(member.covers(claim) for claim in alternatives for member in members)
            moves = legal_moves(lost.game, d, s)
            if not moves:
                break
            s = play_move(lost.game, d, s, luck.choose(moves))
            assert not lost.game.rules.won(d, s)


def _claim(line):
    from escapology.certificate.verify import _read_claim

    return _read_claim(line, 0)


def test_a_win_is_proved_by_its_record():
    easy = read_record("blank: 3 1 5 2 6 4\nclimb\n")
    data = make(easy, ("skip", "climb", "skip", "climb"))
    told = read(data)
    assert (told.verdict, told.moves) == ("winnable", "climb")
    assert verify(told) == easy
    body = told.body
    assert "another deal" in refused(changed(data, body=body.replace("3 1 5 2 6 4", "3 2 5 1 6 4")))
    assert "does not end in a win" in refused(changed(data, body="blank: 3 1 5 2 6 4\nclimb\n"))
    assert "not legal" in refused(changed(data, body=body.replace("skip", "climb")))  # one move changed
    assert "another deal or position" in refused(changed(data, moves="skip"))


def test_a_claim_more_or_less_is_found():
    for data in (BLANK, COLOURS):
        lines = read(data).body.splitlines(keepends=True)
        for left_out in range(len(lines)):
            assert "is not covered" in refused(changed(data, body="".join(lines[:left_out] + lines[left_out + 1 :])))
    told = read(BLANK)
    won = play_move(HOPELESS.game, HOPELESS.deal, start_state(HOPELESS.game, HOPELESS.deal), 0)
    won.climbed = 3
    line = f"{' '.join(map(str, won.packed()))}||0\n"
    assert HOPELESS.game.rules.won(HOPELESS.deal, won)
    assert "is a win" in refused(changed(BLANK, body=told.body + line))


def test_the_start_must_be_covered():
    body = read(COLOURS).body
    start = "".join(f"{line}\n" for line in body.splitlines() if not line.startswith("0 "))
    assert "the start is not covered" in refused(changed(COLOURS, body=start))
    assert "is not covered" in refused(changed(COLOURS, deal=read(make(about("devils-square", 11), None)).deal))
    assert "is not covered" in refused(changed(BLANK, deal="blank: 3 1 5 2 6 4"))


def test_what_an_argument_needs_is_checked():
    assert "leaves one of the sixteen spaces open" in refused(changed(COLOURS, level=3, body=_closed_below(3)))
    counted = 3 + 15 * 64  # four colours counted, which says less than to play them out
    assert "leaves one of the sixteen spaces open" in refused(
        changed(COLOURS, level=counted, body=_closed_below(counted))
    )
    assert "is not an argument for this position" in refused(changed(COLOURS, level=48))
    assert "is not an argument for this position" in refused(changed(COLOURS, argument="stacks"))
    assert "is not a claim of this deal" in refused(changed(COLOURS, body=read(COLOURS).body + "9 99999999999||0\n"))
    assert "is not a claim" in refused(changed(COLOURS, body=read(COLOURS).body + "1 2 x||0\n"))


def _closed_below(level: int) -> str:
    """All claims that hold each other up with fewer cards laid down, which is not enough."""
    from escapology.certificate.verify import claim_text

    lost = about("devils-square", 28)
    argument, s = lost.game.proving.arguments[0], start_state(lost.game, lost.deal)
    waiting = [claims[0] for claims in argument.opens(lost.deal, s, level)]
    found = set(waiting)
    while waiting:
        for (claim,) in argument.follows(lost.deal, waiting.pop(), level):
            if claim not in found:
                found.add(claim)
                waiting.append(claim)
    return "".join(f"{claim_text(claim)}\n" for claim in sorted(found))


def test_damage_is_told_apart_from_falsehood():
    assert "not a certificate" in refused(b"blank: 3 1 5 2 6 4\n")
    assert "not a certificate" in refused(b"")
    head, _, body = BLANK.partition(b"\n\n")
    assert "version '2'" in refused(BLANK.replace(b"certificate 1", b"certificate 2"))
    assert "cut off in its header" in refused(head)
    for end in range(1, len(body)):
        assert "cut off" in refused(head + b"\n\n" + body[:end])
    for place in range(len(BLANK)):
        broken = BLANK[:place] + bytes([BLANK[place] ^ 1]) + BLANK[place + 1 :]
        assert any(word in refused(broken) for word in ("damaged", "not a certificate", "version", "cut off"))
    assert "extra data after its end" in refused(BLANK + b"x")
    assert "announces 27 claims, but has 28" in refused(_recounted(BLANK, 27))


def _recounted(data: bytes, claims: int) -> bytes:
    from escapology.certificate.verify import digest

    head, _, body = data.partition(b"\n\n")
    lines = head.decode().split("\n")
    lines[-2:] = [f"claims: {claims}"]
    lines.append(f"sha256: {digest(chr(10).join(lines), read(data).body)}")
    return "\n".join(lines).encode() + b"\n\n" + body


def test_devils_square_by_the_twin():
    """What follows on the claims of a proof, found by the twin, is in the proof; and the piles are enough."""
    told = read(COLOURS)
    claims = {tuple(map(int, line.partition("|")[0].split())) for line in told.body.splitlines()}
    counted = {colour - 4: tuple(rest) for colour, *rest in claims if colour >= 4}
    assert len(counted) == (told.level // 64).bit_count() == 2
    fewest = {colour: min(_fewest_by_counting(numbers)) for colour, numbers in counted.items()}
    for colour, *codes in claims:
        if colour >= 4:
            continue
        fewest[colour] = min(fewest.get(colour, 16), len(codes))
        field: twin.Field = {space: [] for space in twin.SPACES}
        field |= {space: _cards(code) for space, code in zip(twin.SPACES, codes, strict=False)}
        for move in twin.legal_moves(field):
            source, count, target = twin.read_move(field, move)
            after = {space: list(pile) for space, pile in field.items()}
            after[target] += after[source][-count:]
            del after[source][-count:]
            piles = [pile for pile in after.values() if pile and not twin.is_book(pile)]
            assert (colour, *sorted(map(_code, piles))) in claims
    deck = told.deal.partition(": ")[2].split()[: 16 + told.level % 64]
    for colour, letter in enumerate("YRGB"):
        cards = [card for card in deck if card[0] == letter]
        if colour in counted:
            assert counted[colour] == tuple(sum(card[1] == number for card in cards) for number in "1234")
        else:
            assert (colour, *sorted(_code([card]) for card in cards)) in claims
    assert sum(fewest.values()) >= 16


def _fewest_by_counting(numbers: tuple[int, ...]) -> Iterator[int]:
    """Piles, by trying how many of each number lie on the one before, however many books have gone."""
    for books in range(min(numbers) + 1):
        left = [number - books for number in numbers]
        yield min(
            sum(left) - sum(linked)
            for linked in itertools.product(*(range(count + 1) for count in left[1:]))
            if all(linked[i] <= left[i] for i in range(3))
        )


def _number(card: str) -> int:
    return 1 + 16 * "YRGB".index(card[0]) + 4 * "1234".index(card[1]) + "KASC".index(card[2])


def _code(pile: list[str]) -> int:
    code = 0
    for card in pile:
        code = 65 * code + _number(card)
    return code


def _cards(code: int) -> list[str]:
    by_number = {_number(card): card for card in twin.ALL_CARDS}
    cards: list[str] = []
    while code:
        cards.insert(0, by_number[code % 65])
        code //= 65
    return cards


# Of every game without dice a position that is lost: the deal, as a line or a seed, and moves that lead there
ATTACKED: dict[str, tuple[Any, Any, str]] = {
    "blank": ("6 5 4 3 2 1", (), "positions"),
    "devils-square": (28, (), "colours"),
    "lab-rats/hard": (1, (), "stacks"),
    "lab-rats/bag": (1, (), "stacks"),
    "lab-rats": (27, (), "purses"),
    "lab-rats/rebag": (27, (), "purses"),
    "dont-let-them-get-you": (2, ("rest",) * 18, "turns"),
    "not-alone": (1, 8, "positions"),  # the end of a game at random, but for so many moves
}


@pytest.fixture(scope="module", params=ATTACKED)
def lost(request):
    """Where a game is lost, and what proves it."""
    deal, moves, argument = ATTACKED[request.param]
    start = read_record(f"{request.param}: {deal}\n") if isinstance(deal, str) else about(request.param, deal)
    if isinstance(moves, int):
        moves = _at_random(start, deal)[:-moves]
    stand = replace(start, moves=moves)
    data = make(stand, None, 20_000)
    assert (read(data).argument, verify(read(data))) == (argument, stand)
    return data


@pytest.mark.parametrize(("seed", "level", "claims"), [(27, 0b11, 25), (13, 0b1111, 625)])
def test_a_proof_by_coins_counts_no_more_values_than_it_needs(seed: int, level: int, claims: int) -> None:
    told = read(make(about("lab-rats", seed), None))
    assert (told.argument, told.level, told.claims) == ("purses", level, claims)
    verify(told)


def test_coins_that_cannot_be_had_in_time_prove_a_loss() -> None:
    """Some order of them gets out, so counting coins proves nothing."""
    data = make(about("lab-rats", 849), None)
    told = read(data)
    assert (told.argument, told.claims) == ("relaxed", 6_250)
    verify(told)
    lines = told.body.splitlines(keepends=True)
    assert "is not covered" in refused(changed(data, body="".join(lines[:3_000] + lines[3_001:])))


def test_where_coins_can_be_had_in_time_the_same_claims_prove_nothing() -> None:
    """A forgery: all that it claims is true, but the rat gets out."""
    from escapology.certificate.verify import claim_text

    winnable: Any = about("lab-rats", 1)
    d, s, level = winnable.deal, winnable.last_state(), 0b11
    squares = {key: places for start in (0, 1) for key, places in relaxed._squares(d, start, level).items()}
    body = "".join(sorted(f"{claim_text(Claim(key, places=places))}\n" for key, places in squares.items()))
    assert relaxed.RELAXED.opens(d, s, level)
    forged = pack(Certificate(deal_line(winnable.game, d), "", "unwinnable", "relaxed", level, body))
    assert "the rat may get out with coins that can be freed" in refused(forged)


def _at_random(start: Record, seed: int) -> tuple[str, ...]:
    """A whole game."""
    luck, state, row = Luck(seed), start.last_state(), []
    while texts := legal_texts(start.game, start.deal, state):
        row.append(luck.choose(list(texts)))
        state = play_move(start.game, start.deal, state, texts[row[-1]])
    return tuple(row)


def _spread(count: int) -> range:
    """Some of so many places, the first among them."""
    return range(0, count, count // 12 + 1)


def test_a_loss_without_one_of_its_positions_is_refused(lost):
    lines = read(lost).body.splitlines(keepends=True)
    for left_out in _spread(len(lines)):
        assert "is not covered" in refused(changed(lost, body="".join(lines[:left_out] + lines[left_out + 1 :])))


def test_a_loss_with_another_position_in_place_of_one_is_refused(lost):
    lines = read(lost).body.splitlines(keepends=True)
    for place in _spread(len(lines)):
        first, blank, rest = lines[place].partition(" ")
        other = f"{int(first) + 1}{blank}{rest}"
        assert "the certificate is false: " in refused(
            changed(lost, body="".join([*lines[:place], other, *lines[place + 1 :]]))
        )


def test_a_loss_is_refused_for_another_position(lost):
    """One move of those that lead there left out, changed or added."""
    told = read(lost)
    stand = verify(told)
    state, before = stand.last_state(), replace(stand, moves=stand.moves[:-1])
    others = [(*stand.moves, text) for text in legal_texts(stand.game, stand.deal, state)]
    if stand.moves:
        others += [(*before.moves, text) for text in legal_texts(stand.game, stand.deal, before.last_state())]
        others.remove(stand.moves)
        others.append(before.moves)
    for moves in others:
        text = " ".join(moves_text(stand.game, "", moves).split("\n")).strip()
        stands = next(a for a in stand.game.proving.all_arguments(stand.game.rules) if a.name == told.argument)
        members = [_claim(line) for line in told.body.splitlines()]
        there = replace(stand, moves=moves)
        opens = stands.opens(there.deal, there.last_state(), told.level)
        if all(any(member.covers(claim) for claim in claims for member in members) for claims in opens):
            assert verify(replace(told, moves=text)) == there  # it follows, so it is lost as well
        else:
            assert "the start is not covered" in refused(changed(lost, moves=text))


def test_a_loss_with_one_byte_flipped_is_refused(lost):
    for place in range(0, len(lost), len(lost) // 200 + 1):
        for bit in (1, 128):
            broken = lost[:place] + bytes([lost[place] ^ bit]) + lost[place + 1 :]
            assert any(word in refused(broken) for word in ("damaged", "not a certificate", "version", "cut off"))


@pytest.mark.parametrize(
    "setting", ["blank", "devils-square", "lab-rats", "lab-rats/hard", "dont-let-them-get-you", "not-alone"]
)
def test_a_win_with_one_move_changed_or_left_out_is_refused(setting):
    found = next(found for seed in range(20) if (found := esc.game(setting).deal(seed).solve()).verdict == "winnable")
    data = found.certificate()
    won = read_record(read(data).body)
    assert won.game.rules.won(won.deal, won.last_state())
    assert "does not end in a win" in _ends(data, replace(won, moves=won.moves[:-1]))
    ends = set()
    for place in range(0, len(won.moves), len(won.moves) // 4 + 1):
        before = replace(won, moves=won.moves[:place])
        rest = won.moves[place + 1 :]
        ends.add(_ends(data, replace(won, moves=before.moves + rest)))
        for other in list(legal_texts(won.game, won.deal, before.last_state()))[:2]:
            if other != won.moves[place]:
                ends.add(_ends(data, replace(won, moves=(*before.moves, other, *rest))))
    assert ends - {"won"}
    for place in range(0, len(data), len(data) // 100 + 1):
        broken = data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :]
        assert any(word in refused(broken) for word in ("damaged", "not a certificate", "version", "cut off"))


def _ends(data: bytes, forged: Record) -> str:
    """Why a win with other moves is refused; "won" if it is one nevertheless, as playing it through says."""
    body = record_text(forged)
    try:
        state = read_record(body).last_state()
    except EscapologyError:
        why = refused(changed(data, body=body))
        assert "the certificate is false: line" in why
        return why
    if forged.game.rules.won(forged.deal, state):
        verify(read(changed(data, body=body)))
        return "won"
    why = refused(changed(data, body=body))
    assert "does not end in a win" in why
    return why


def test_what_can_not_be_proved():
    with pytest.raises(CertificateError, match="has dice"):
        make(read_record("kidnap-machine: house=3x3 route=c3,c2,b2\n"), None)
    with pytest.raises(TooLargeError, match="more than 10 claims"):
        make(HOPELESS, None, most=10)
    with pytest.raises(CertificateError, match="a win is possible"):
        make(read_record("blank: 3 1 5 2 6 4\n"), None)


def test_files_are_written_whole_or_not_at_all(tmp_path, monkeypatch):
    file = tmp_path / "deal.proof"
    write(file, BLANK)
    assert file.read_bytes() == BLANK

    def fail(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", fail)
    with pytest.raises(OSError, match="No space"):
        write(file, COLOURS)
    assert [path.name for path in tmp_path.iterdir()] == ["deal.proof"]
    assert file.read_bytes() == BLANK


def test_the_verifier_is_short_and_trusts_no_solver(tmp_path):
    source = (SOURCES / "certificate/verify.py").read_text()
    assert len(source.splitlines()) <= 200
    for module in [SOURCES / "certificate/verify.py", SOURCES / "proof.py", *SOURCES.glob("games/**/proof.py")]:
        imports = [n for n in ast.walk(ast.parse(module.read_text())) if isinstance(n, ast.Import | ast.ImportFrom)]
        names = [getattr(n, "module", None) or n.names[0].name for n in imports]
        assert not [name for name in names if "solve" in name or name in ("numba", "numpy")]
    file = tmp_path / "deal.proof"
    file.write_bytes(COLOURS)
    check = (
        "import sys; from escapology.cli import main; main(['verify', sys.argv[1]]); "
        "assert not {'numba', 'numpy'} & set(sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", check, file], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("unwinnable (proved by 12 claims: colours): devils-square: ")


def test_the_command_line(shell, tmp_path):
    file = tmp_path / "deal.proof"
    shell.good("solve", "--certificate", str(file), "blank: 6 5 4 3 2 1")
    assert file.read_bytes() == BLANK
    assert shell.good("verify", str(file)) == "unwinnable (proved by 28 claims: positions): blank: 6 5 4 3 2 1\n"
    shell.good("solve", "--certificate", str(file), "blank: 3 1 5 2 6 4")
    assert shell.good("verify", str(file)) == "winnable (by its record): blank: 3 1 5 2 6 4\n"
    kept = file.read_bytes()
    for args, words in [
        (["--limit-claims", "5", "blank: 6 5 4 3 2 1"], "too large: it needs more than 5 claims"),
        (["--limit-nodes", "1", "blank: 6 5 4 3 2 1"], "undecided (nodes)"),
        (["kidnap-machine: house=3x3 route=c3,c2,b2"], "has dice"),
        (["blank: 6 5 4 3 2 1", "blank: 3 1 5 2 6 4"], "takes one deal, not 2"),
    ]:
        assert words in shell.bad("solve", "--certificate", str(file), *args)
    assert "give a file name in an existing folder" in shell.bad(
        "solve", "--certificate", str(tmp_path), "blank: 6 5 4 3 2 1"
    )
    assert file.read_bytes() == kept
    assert "can't read" in shell.bad("verify", str(tmp_path / "none"))
    file.write_bytes(b"hello")
    assert "this is not a certificate" in shell.bad("verify", str(file))
