"""`escapology print …`: PDFs to play at a real table.

A new command builds a `Document` and hands it to `put`, with the options that all of them take.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Annotated, Any, Final

import typer
from typer.core import TyperGroup

from escapology.cli.inputs import GameName, read_setting
from escapology.document import Document
from escapology.errors import EscapologyError, SettingError, shorten
from escapology.games import GAMES, LISTED
from escapology.paper import INKS, PAPERS, Look, fold, is_there, pages_of, parse_link, typeset, write_whole
from escapology.protocol import AnyGame

__all__ = ["Fold", "InkName", "Link", "Paper", "To", "path_of", "print_app", "put"]


def _one_of(names: Any, what: str) -> Callable[[str], str]:
    def read(text: str) -> str:
        if text not in names:
            raise typer.BadParameter(f"there is no {what} {shorten(str(text))}: choose {' or '.join(names)}")
        return text

    return read


To = Annotated[
    Path | None, typer.Option("--to", metavar="FILE.pdf", help="The PDF to write. Default: named after its contents.")
]
Paper = Annotated[
    str, typer.Option("--paper", parser=_one_of(PAPERS, "paper"), metavar="a4|letter", help="Paper size.")
]
InkName = Annotated[
    str,
    typer.Option(
        "--ink", parser=_one_of(INKS, "ink"), metavar="colour|low", help="Full colour, or black line art to save ink."
    ),
]
Link = Annotated[
    str,
    typer.Option("--link", metavar="URL", help="Address of your web app, to print as a QR code."),
]
Fold = Annotated[bool, typer.Option("--fold/--no-fold", help="Lay out as a booklet to fold, or page by page.")]
_SUFFIX: Final = ".pdf"


def put(
    document: Document, name: str, to: Path | None, paper: str, ink: str, link: str, *, folded: bool = False
) -> str:
    """Typeset and write a document, and describe the result. `name` is the default name of the file."""
    path = path_of(name, to)
    look = Look(paper, ink, parse_link(link) if link else "")  # type: ignore[arg-type]  # both were looked up
    pdf = (fold if folded else typeset)(document, look)
    write_whole(path, pdf)
    sides = pages_of(pdf)
    size = {"a4": "A4", "letter": "Letter"}[look.paper]
    told = f"{sides} {'page' if sides == 1 else 'pages'}, {size}, {'in colour' if ink == 'colour' else 'low ink'}"
    return f"wrote {path}: {told}{'; print double-sided, flip on the short edge, and fold' if folded else ''}"


def path_of(name: str, to: Path | None) -> Path:
    """Where a PDF goes, refused before any work is done if it can't go there."""
    if not is_there():
        raise SettingError("printing needs more packages: pip install 'escapology[print]'")
    path = Path(name + _SUFFIX) if to is None else to
    if path.suffix.lower() != _SUFFIX:
        raise EscapologyError(f"can't write a PDF to {shorten(str(path), 80)}: use a name that ends in {_SUFFIX}")
    if not path.parent.is_dir():
        raise EscapologyError(f"there is no folder {shorten(str(path.parent), 80)}: create it first")
    return path


def _game(text: str) -> AnyGame:
    return GAMES[read_setting(text, None, None).game]


def pieces(
    game: GameName,
    only: Annotated[
        list[str] | None, typer.Option("--only", metavar="NAME", help="Only these pieces. Repeatable.")
    ] = None,
    to: To = None,
    paper: Paper = "a4",
    ink: InkName = "colour",
    link: Link = "",
) -> Iterator[str]:
    """Print the pieces of a game, to cut out.

    Cards, tiles, coins, tokens, tracks and boards. Every second page has the backs: print double-sided at actual size,
    and flip on the long edge.

    Examples:
      escapology print pieces devils-square
      escapology print pieces lab-rats --only coins --paper letter --ink low --to coins.pdf
    """
    from escapology.paper.pieces import pieces_document, sets_of

    chosen = _game(game)
    document = pieces_document(chosen, sets_of(chosen, only or []))
    yield put(document, f"{chosen.name}-pieces", to, paper, ink, link)


def aid(game: GameName, to: To = None, paper: Paper = "a4", ink: InkName = "colour", link: Link = "") -> Iterator[str]:
    """Print a one-page player aid.

    The short rules with pictures, and the order of a turn.

    Examples:
      escapology print aid kidnap-machine
      escapology print aid lab-rats --link https://play.example
    """
    from escapology.paper.aids import aid_document

    chosen = _game(game)
    yield put(aid_document(chosen), f"{chosen.name}-aid", to, paper, ink, link)


def cards(
    game: GameName, to: To = None, paper: Paper = "a4", ink: InkName = "colour", link: Link = ""
) -> Iterator[str]:
    """Print reference cards to look things up during play.

    Examples:
      escapology print cards dont-let-them-get-you
    """
    from escapology.paper.aids import cards_document

    chosen = _game(game)
    yield put(cards_document(chosen), f"{chosen.name}-cards", to, paper, ink, link)


def rules(
    game: GameName,
    folded: Fold = True,
    to: To = None,
    paper: Paper = "a4",
    ink: InkName = "colour",
    link: Link = "",
) -> Iterator[str]:
    """Print the full rules as a booklet.

    With all figures and rulings. Print double-sided at actual size, flip on the short edge, and fold. With --no-fold
    the pages follow one another.

    Examples:
      escapology print rules not-alone
      escapology print rules devils-square --no-fold --paper letter
    """
    from escapology.paper.aids import rules_document

    chosen = _game(game)
    yield put(rules_document(chosen, folded=folded), f"{chosen.name}-rules", to, paper, ink, link, folded=folded)


class _PrintGroup(TyperGroup):
    """The commands; any other word is refused with a list of them."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Which command it is."""
        if args[0] not in self.commands and not args[0].startswith("-"):
            hint = f", as in escapology print pieces {args[0]}" if args[0] in LISTED else ""
            known = ", ".join(self.commands)
            raise SettingError(f"can't print {shorten(args[0])}: choose from {known}{hint}")
        return super().resolve_command(ctx, args)


def print_app(words: Callable[[Callable[..., object]], str]) -> typer.Typer:
    """All of them; `words` makes help of a docstring."""
    from escapology.cli.print_deals import booklet, deal  # they take their options from here

    app = typer.Typer(
        rich_markup_mode=None, add_completion=False, cls=_PrintGroup, no_args_is_help=True, help=words(_print)
    )
    for command in (pieces, aid, cards, rules, deal, booklet):
        app.command(help=words(command))(command)
    return app


def _print() -> None:
    """Print cards, boards, aids, rules and deals as PDF.

    Examples:
      escapology print pieces devils-square
      escapology print aid lab-rats --paper letter --ink low
      escapology print rules kidnap-machine --to booklet.pdf
      escapology print deal lab-rats --seed 7
      escapology print booklet devils-square --deals 20 --difficulty 1-5 --seed 1
    """
