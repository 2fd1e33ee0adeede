"""Deals on paper: what is laid out is the deal, ways out are read back from the PDF and win, hints give no more."""

from __future__ import annotations

import random
import re

import pytest

from escapology.document import Block, Document, Paragraph, Pictures, Turned
from escapology.draw import Card, Token
from escapology.errors import EscapologyError
from escapology.games import GAMES, LISTED
from escapology.middle import deal_line, legal_texts, new_deal, play_move, start_state
from escapology.paper import Look, fold, pages_of, typeset
from escapology.paper.booklets import booklet_document
from escapology.paper.deals import deal_document, way_blocks
from escapology.paper.games import game_document
from escapology.paper.layout import document_data
from escapology.paper.strips import laying_blocks
from escapology.paper.typesetter import _compile, _template
from escapology.paper.worked import MOST_DEALS, Worked, find_worked, parse_levels, work_out
from escapology.record import Record, read_record
from escapology.setting import parse_setting
from escapology.testing import all_settings
from tests.kit import RECORDS
from tests.paper.pdf import Writing, contents, open_pdf
from tests.shared import made_once
from tests.shell import Shell

A4, LETTER_LOW = Look(), Look("letter", "low", "https://play.example")
COUNT = 2
QUICK = [name for name in LISTED if name != "kidnap-machine"]  # whose difficulty is told without solving all dice


@made_once
def found(name: str) -> list[Worked]:
    """Deals that can be won, whatever their difficulty."""
    return find_worked(parse_setting(name, GAMES), 1, COUNT, ())


def document_of(name: str) -> Document:
    return booklet_document(found(name), f"{name}, {COUNT} deals from seed 1")


@made_once
def booklet(name: str) -> bytes:
    return typeset(document_of(name), A4)


def text_of(pdf: bytes) -> str:
    return "\n".join(page.extract_text() for page in open_pdf(pdf).pages)


@made_once
def booklet_text(name: str) -> str:
    return text_of(booklet(name))


def ways_in(text: str) -> list[str]:
    """The records of a booklet, from the PDF's own text."""
    told = text.rpartition("Ways out")[2]
    told = re.sub(r"(?m)^.*printed with Escapology.*\n(.*from seed.*\n)?", "", told)
    records = []
    for part in re.split(r"The way out of deal \d+", told)[1:]:
        deal, _, moves = re.split(r"(In \d+ \w+:)", part, maxsplit=1)
        moves = moves.partition("The board on the way")[0]
        records.append(f"{' '.join(deal.split())}\n{' '.join(moves.split())}")
    return records


@pytest.mark.parametrize("name", LISTED)
def test_every_way_out_is_read_back_from_the_pdf_and_wins(name: str) -> None:
    records = [read_record(text) for text in ways_in(booklet_text(name))]
    assert [deal_line(r.game, r.deal) for r in records] == [deal_line(w.game, w.deal) for w in found(name)]
    assert all(r.game.rules.won(r.deal, r.last_state()) for r in records)


@pytest.mark.parametrize("name", LISTED)
def test_a_booklet_has_all_its_parts_in_order(name: str) -> None:
    text = booklet_text(name)
    parts = ["Results", "Deal 1", "Deal 2", "First hints", "Second hints", "Third hints", "Ways out"]
    places = [text.index(part) for part in parts]
    assert places == sorted(places)


def first_words(block: Block) -> str:
    """What a paragraph begins with, up to where its writing changes."""
    assert isinstance(block, Paragraph)
    first = block.words[0]
    return first if isinstance(first, str) else str(first.text)


def test_hints_are_read_in_order_when_the_page_is_upside_down() -> None:
    """All of a step that a page holds are turned around as one."""
    deals = find_worked(parse_setting("dont-let-them-get-you", GAMES), 1, 12, ())
    blocks = booklet_document(deals, "12 deals").blocks
    turned = [block for page in blocks if isinstance(page, Turned) for block in page.blocks]
    told = [first_words(block) for block in turned]
    assert told == [f"Deal {number}. " for number in range(1, 13)] * 3
    half = _compile(_template("template.typ"), document_data(booklet_document(deals, "12 deals"), A4, half=True), ())
    for page in open_pdf(half).pages:
        heights: dict[bool, list[float]] = {False: [], True: []}

        def look(text: str, cm: list[float], tm: list[float], *_: object) -> None:
            if text.strip():
                is_foot = "printed with" in text or "12 deals" in text or " / " in text
                heights[is_foot].append(tm[4] * cm[1] + tm[5] * cm[3] + cm[5])  # noqa: B023 - it is called at once

        page.extract_text(visitor_text=look)
        assert min(heights[False], default=1000) > max(heights[True][-1:], default=0)


def test_a_booklet_is_the_same_each_time_and_can_be_folded() -> None:
    document = booklet_document(find_worked(parse_setting("blank", GAMES), 1, 6, ()), "blank, 6 deals from seed 1")
    assert typeset(document, A4) == typeset(document, A4)
    folded = fold(document, LETTER_LOW)
    assert folded == fold(document, LETTER_LOW)
    assert pages_of(folded) < pages_of(typeset(document, LETTER_LOW))


def test_deals_are_the_easiest_first_and_as_many_of_each_level() -> None:
    setting = parse_setting("lab-rats/hard", GAMES)
    deals = find_worked(setting, 1, 4, (1, 5))
    assert [worked.level for worked in deals] == [1, 1, 5, 5]
    assert deals == find_worked(setting, 1, 4, (1, 5))


def shown_cards(setting) -> list[str]:
    deal = new_deal(setting, 3)
    return [
        item.text
        for laying in GAMES[setting.game].printing.deal(deal)
        for _, items in laying.rows
        for item in items
        if isinstance(item, Card | Token)
    ]


@pytest.mark.parametrize(
    "setting", [s for name in LISTED for s in all_settings(GAMES[name])], ids=lambda setting: setting.text
)
def test_what_is_laid_out_is_the_deal(setting) -> None:
    """Every card, coin and die that can't be seen at the start, in the order of the deal line."""
    line = deal_line(GAMES[setting.game], new_deal(setting, 3)).partition(": ")[2]
    shown = shown_cards(setting)
    if setting.game == "devils-square":
        assert shown == line.split()[16:]
    elif setting.game == "lab-rats":
        maze, coins, *_ = line.split()
        assert "".join(shown) == maze + coins.replace("/", "")
    elif setting.game == "kidnap-machine":
        assert "".join(shown) == (line.partition("dice=")[2] if "dice=" in line else "")
    else:
        tasks, maze, movement = line.split(" | ")
        symbols = str.maketrans("SHCD", "♠♥♣♦")
        wanted = f"{tasks} {maze if setting.variant == 'bingo' else ''} {movement}".split()
        said = {text[::-1] for text in (card.translate(symbols) for card in wanted)}
        assert len(shown) == len(wanted)
        assert {text.replace("10", "T") for text in shown} <= said | {text[::-1] for text in said}


def test_a_bag_that_coins_go_back_into_is_played_from_the_sheet_alone() -> None:
    """The stack and the table of dropped coins bring the very coins of the deal."""
    setting = parse_setting("lab-rats/rebag", GAMES)
    game, deal = GAMES["lab-rats"], new_deal(setting, 7)
    told = text_of(typeset(deal_document(Worked(game, deal, ""), shows_way=False), A4))
    line = deal_line(game, deal).split()
    head = [int(word) for word in re.findall(r"(?m)^coins left (.*)$", told)[0].split()]
    rows = [[int(word) for word in row.split()] for row in re.findall(r"(?m)^ *\d+(?:st|nd|rd|th) drop (.*)$", told)]
    assert head == list(range(21, 0, -1))
    assert len(rows) == 40
    stack, lying = list(line[2])[3:], list(line[2])[:3]
    state, luck, drops = start_state(game, deal), random.Random(7), 0
    while drops < len(rows) and (legal := legal_texts(game, deal, state)):
        runs = [text for text in legal if text[1] == ":"]
        text = luck.choice(runs if runs and luck.random() < 0.2 else [text for text in legal if text not in runs])
        state = play_move(game, deal, state, legal[text])
        if text.startswith("start"):
            continue
        place = "ABC".index(text[-1] if text.startswith("drop") else text[0])
        if text.startswith("drop"):
            stack.insert(rows[drops][head.index(len(stack))] if stack else 0, lying[place])
            drops += 1
        lying[place] = stack.pop(0) if stack else ""
        shown = dict(word.split("=") for word in game.notation.state_text(deal, state).split()[1:4])
        assert [shown[name].strip("-") for name in "ABC"] == lying
    assert drops > 10


def test_small_boards_are_found_among_the_moves() -> None:
    """Each says after which of the tokens above it the board looks so."""
    worked = found("dont-let-them-get-you")[0]
    tokens = worked.game.notation.collect(list(worked.moves))
    *_, pictures = way_blocks(worked, 76)
    assert isinstance(pictures, Pictures)
    for picture in pictures.pictures:
        number, _, told = str(picture.caption).partition(f" of {len(tokens)}: ")
        assert told in {f"after {tokens[int(number) - 1]}", "the end"}
        assert not any(isinstance(item, Card) for item in picture.scene.items)
    assert str(pictures.pictures[-1].caption).endswith("the end")


@pytest.mark.parametrize("name", LISTED)
def test_a_deal_without_its_way_out_is_one_page_or_two(name: str) -> None:
    deal = new_deal(parse_setting(name, GAMES), 7)
    for look in (A4, LETTER_LOW):
        pdf = typeset(deal_document(Worked(GAMES[name], deal, "", seed=7), shows_way=False), look)
        assert pages_of(pdf) <= 2
        assert "way out" not in text_of(pdf)


@pytest.mark.parametrize("name", LISTED)
def test_writing_can_be_read(name: str) -> None:
    """On pages of half the size, too; what a folded booklet holds is what it is folded from."""
    folded = _compile(_template("template.typ"), document_data(document_of(name), LETTER_LOW, half=True), ())
    for pdf in (booklet(name), folded):
        sizes = [item.size for page in open_pdf(pdf).pages for item in contents(page) if isinstance(item, Writing)]
        assert min(sizes) >= 7 - 0.01


def test_what_cannot_be_won_says_so() -> None:
    lost = read_record("blank: 6 5 3 4 2 1")
    text = text_of(typeset(deal_document(work_out(lost.game, lost.deal)), A4))
    assert "can't be won" in text.replace("’", "'")


@pytest.mark.parametrize("file", sorted(RECORDS.glob("*-won.txt")), ids=lambda file: file.stem)
def test_a_game_is_two_pages(file) -> None:
    record = read_record(file.read_text())
    pdf = typeset(game_document(record), A4)
    assert pages_of(pdf) == 2
    assert "Won, after" in text_of(pdf)


def test_a_game_too_long_for_a_code_is_printed_without_one() -> None:
    linked = Look(link="https://play.example")
    codes = []
    for count in (5, 1500):
        game, luck, moves = GAMES["devils-square"], random.Random(3), []
        deal = new_deal(parse_setting("devils-square", GAMES), 3)
        state = start_state(game, deal)
        for _ in range(count):
            texts = legal_texts(game, deal, state)
            moves.append(luck.choice(sorted(texts)))
            state = play_move(game, deal, state, texts[moves[-1]])
        codes.append(document_data(game_document(Record(game, deal, tuple(moves))), linked)["code"])
    assert codes[0] is not None
    assert codes[1] is None


def test_strips_name_what_they_show() -> None:
    game = GAMES["lab-rats"]
    (laying, _) = game.printing.deal(new_deal(parse_setting("lab-rats", GAMES), 7))
    *_, pictures = laying_blocks(laying, 1)
    assert isinstance(pictures, Pictures)
    assert pictures.pictures[0].scene.description.startswith("Tiles 2–13: 5, 5, 4, 4, 2, 1")


@pytest.mark.parametrize(
    ("args", "wrong"),
    [
        (("deal", "blank: 1 2 3"), "a deal has"),
        (("deal", "blank", "--seed", "1", "--paper", "a3"), "there is no paper 'a3'"),
        (("deal", "blank", "--seed", "1", "--to", "x.txt"), "use a name that ends in .pdf"),
        (("deal", "blank: 3 1 5 2 6 4", "--seed", "1"), "a deal line is complete"),
        (("deal", "blank", "--seed", "1", "--no-solution", "--to", "/dev/full/x.pdf"), "there is no folder"),
        (("booklet", "blank", "--deals", "10000"), "a booklet can't have 10,000 deals"),
        (("booklet", "devils-square", "--difficulty", "6"), "there is no difficulty '6'"),
        (("booklet", "devils-square", "--difficulty", "4-2"), "there is no difficulty '4-2'"),
        (("booklet", "dont-let-them-get-you/bingo", "--difficulty", "2"), "has no difficulty levels"),
        (("booklet", "golf"), "there is no game 'golf'"),
    ],
)
def test_bad_input_is_told_in_a_line(shell: Shell, args, wrong: str, tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert wrong in shell.bad("print", *args).removeprefix("seed ")
    assert list(tmp_path.iterdir()) == []


def test_levels_are_read_and_a_booklet_has_bounds() -> None:
    setting = parse_setting("lab-rats", GAMES)
    assert parse_levels(setting, "") == (1, 2, 3, 4, 5)
    assert parse_levels(setting, "2-3") == (2, 3)
    assert parse_levels(parse_setting("dont-let-them-get-you/bingo", GAMES), "") == ()
    for count in (0, MOST_DEALS + 1):
        with pytest.raises(EscapologyError, match="a booklet can't have"):
            find_worked(setting, 1, count, ())


def test_the_command_line_prints_both(shell: Shell, tmp_path) -> None:
    for args, told in (
        (("deal", "blank: 3 1 5 2 6 4"), "page"),
        (("booklet", "blank", "--deals", "2", "--seed", "1"), "flip on the short edge"),
    ):
        file = tmp_path / "x.pdf"
        assert told in shell.good("print", *args, "--to", str(file))
        once = file.read_bytes()
        shell.good("print", *args, "--to", str(file))
        assert file.read_bytes() == once
