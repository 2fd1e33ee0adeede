"""Pieces to cut out: marks of fronts and backs meet, and nothing is missing."""

from itertools import pairwise

import pytest

from escapology.document import Cut, Piece
from escapology.draw.scene import Scene
from escapology.games import GAMES
from escapology.paper import PAPERS, Look
from escapology.paper.cutting import Grid
from tests.paper.conftest import A4, LETTER_LOW, PRINTED, document, printed
from tests.paper.pdf import Stroke, contents, open_pdf

CLOSE = 0.2  # millimetres
MARK = 2.6


def marks(page) -> list[Stroke]:
    """The marks to cut along: short, thin, level or upright, outside of everything."""
    return [thing for thing in contents(page) if isinstance(thing, Stroke) and abs(thing.length - MARK) < 0.01]


def cuts(name: str) -> list[Cut]:
    """What of a game's pieces is cut out."""
    return [block for block in document("pieces", name).blocks if isinstance(block, Cut)]


def said(piece: Piece) -> str:
    """What its front is, in words."""
    assert isinstance(piece.front, Scene)
    return piece.front.description


@pytest.mark.parametrize("look", [A4, LETTER_LOW])
@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[] if name in ("devils-square", "lab-rats") else pytest.mark.long)
        for kind, name in PRINTED
        if kind == "pieces"
    ],
)
def test_backs_lie_behind_fronts(name: str, look: Look) -> None:
    wide = PAPERS[look.paper][0]
    pages = open_pdf(printed("pieces", name, look)).pages
    checked = 0
    for front, back in pairwise(pages):
        if "backs" not in back.extract_text() or "backs" in front.extract_text():
            continue
        ahead = sorted((mark.x1, mark.y1, mark.x2, mark.y2) for mark in marks(front))
        turned = sorted((*sorted((wide - mark.x1, wide - mark.x2)), mark.y1, mark.y2) for mark in marks(back))
        turned = sorted((x1, y1, x2, y2) for x1, x2, y1, y2 in turned)
        assert len(ahead) == len(turned) >= 6
        for one, other in zip(ahead, turned, strict=True):
            assert one == pytest.approx(other, abs=CLOSE)
        checked += 1
    assert checked == sum(
        -(-len(block.pieces) // Grid.on(PAPERS[look.paper], (block.width, block.height)).count) for block in cuts(name)
    )


def test_nine_cards_a_page_on_either_paper() -> None:
    for paper in PAPERS.values():
        grid = Grid.on(paper, (63, 88))
        assert (grid.across, grid.down) == (3, 3)
        assert grid.left >= 9.5
        assert grid.top >= 6.5


def test_a_back_is_mirrored_from_left_to_right() -> None:
    grid = Grid.on((210, 297), (63, 88))
    for number in range(9):
        (x, y), (behind, level) = (grid.place(number, is_back=back) for back in (False, True))
        assert x + 63 / 2 == pytest.approx(210 - (behind + 63 / 2))
        assert y == level


def test_all_64_cards_are_there_and_each_has_a_back() -> None:
    (cut,) = cuts("devils-square")
    assert len({said(piece) for piece in cut.pieces}) == 64
    assert all(piece.back for piece in cut.pieces)
    assert len(open_pdf(printed("pieces", "devils-square", A4)).pages) == 2 * 8


def test_a_piecepack_that_suffices_for_lab_rats() -> None:
    tiles, coins = cuts("lab-rats")
    assert len(tiles.pieces) == 24
    shown = [said(piece) for piece in coins.pieces]
    for value in ("null", "ace", "2", "3", "4", "5"):
        assert shown.count(f"A coin that shows {value}") == 4
    assert shown.count("The rat") == 1
    assert shown.count("A pawn that marks the exit") == 2


@pytest.mark.parametrize("name", ["dont-let-them-get-you", "not-alone"])
def test_two_decks_for_who_has_none(name: str) -> None:
    decks = [cut for cut in cuts(name) if len(cut.pieces) == 52]
    assert len(decks) == 2
    for deck in decks:
        assert len({said(piece) for piece in deck.pieces}) == 52
    assert decks[0].pieces[0].back != decks[1].pieces[0].back


@pytest.mark.parametrize("look", [A4, LETTER_LOW])
def test_boards_sheets_and_hunters_of_the_house_take_a_page_each(look: Look) -> None:
    pages = [page.extract_text() for page in open_pdf(printed("pieces", "kidnap-machine", look)).pages]
    assert ["The house" in pages[0], "Six games" in pages[1], "The enemies" in pages[2]] == [True] * 3
    assert pages[1].count("Enemy:") == 6
    assert all(enemy in pages[2] for enemy in ("The Chambermaid", "The Nurse", "The Machine"))
    assert len(pages) == 5  # and the pawns


def test_no_game_brings_two_sets_of_one_name() -> None:
    for game in GAMES.values():
        names = [one.name for one in game.printing.pieces]
        assert len(names) == len(set(names))
