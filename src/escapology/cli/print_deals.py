"""`escapology print deal` and `print booklet`: deals to lay out on a table."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from typing import Annotated, TypeVar

import typer

from escapology.background import in_thread, need_numba
from escapology.cli.inputs import GameName, OptionTexts, VariantName, first_seed, is_pasted, read_setting, whole
from escapology.cli.print import Fold, InkName, Link, Paper, To, path_of, put
from escapology.errors import SettingError
from escapology.files import read_named_file
from escapology.games import GAMES
from escapology.luck import MAX_SEED
from escapology.middle import new_deal, parse_deal_line

__all__ = ["booklet", "deal"]

T = TypeVar("T")
_SEEDS = whole(0, MAX_SEED)
_MANY = 10**9


def deal(  # noqa: PLR0913, PLR0917 - one for each option
    game: Annotated[str, typer.Argument(metavar="GAME", help="A game such as lab-rats/hard, or a deal line.")],
    variant: VariantName = None,
    option: OptionTexts = None,
    seed: Annotated[int | None, typer.Option(parser=_SEEDS, metavar="N", help="Print the deal of this seed.")] = None,
    solution: Annotated[
        bool, typer.Option("--solution/--no-solution", help="Add the solution, upside down on the last page.")
    ] = True,
    to: To = None,
    paper: Paper = "a4",
    ink: InkName = "colour",
    link: Link = "",
) -> Iterator[str]:
    """Print how to lay out a deal on your table.

    Which cards to stack and which dice to read off, so that you play exactly this deal. The sheet says how hard the
    deal is and whether it can be won; the solution is upside down on another page.

    Examples:
      escapology print deal lab-rats --seed 7
      escapology print deal 'blank: 3 1 5 2 6 4' --no-solution
      escapology print deal not-alone --seed 3 --paper letter --ink low --link https://play.example
    """
    from escapology.paper.deals import deal_document
    from escapology.paper.worked import Worked, work_out

    if is_pasted(game):
        if variant is not None or option or seed is not None:
            raise SettingError("a deal line is complete: leave out --variant, --option and --seed")
        chosen, dealt = parse_deal_line(game, read_named_file)
    else:
        setting = read_setting(game, variant, option)
        seed = first_seed(seed)
        chosen, dealt = GAMES[setting.game], new_deal(setting, seed)
    name = f"{chosen.name}-deal"
    path_of(name, to)
    worked = Worked(chosen, dealt, "", seed=seed)
    if solution:
        need_numba()
        worked = _stoppable(lambda stop: work_out(chosen, dealt, seed=seed, stop=stop))
    yield put(deal_document(worked, shows_way=solution), name, to, paper, ink, link)


def booklet(  # noqa: PLR0913, PLR0917 - one for each option
    game: GameName,
    variant: VariantName = None,
    option: OptionTexts = None,
    deals: Annotated[int, typer.Option(parser=whole(1, _MANY), metavar="N", help="Number of deals.")] = 20,
    difficulty: Annotated[
        str, typer.Option(metavar="N-M", help="Difficulty from 1 (easy) to 5 (fiendish): 2, or 1-5.")
    ] = "",
    seed: Annotated[int | None, typer.Option(parser=_SEEDS, metavar="N", help="First seed to try.")] = None,
    folded: Fold = True,
    to: To = None,
    paper: Paper = "a4",
    ink: InkName = "colour",
    link: Link = "",
) -> Iterator[str]:
    """Print a booklet of winnable deals, easiest first.

    Hints and solutions are at the back. Print double-sided at actual size, flip on the short edge, and fold; with
    --no-fold the pages follow one another. Finding the deals may take minutes. The same seed gives the same booklet.

    Examples:
      escapology print booklet devils-square --deals 20 --difficulty 1-5 --seed 1
      escapology print booklet lab-rats/hard --deals 5 --difficulty 4-5 --no-fold
    """
    from escapology.paper.booklets import booklet_document
    from escapology.paper.worked import check_count, find_worked, parse_levels

    setting = read_setting(game, variant, option)
    levels = parse_levels(setting, difficulty)
    check_count(deals)
    name = f"{setting.game}-booklet"
    path_of(name, to)
    need_numba()
    first = first_seed(seed)
    found = _stoppable(lambda stop: find_worked(setting, first, deals, levels, stop=stop, tell=_progress()))
    about = f"{setting.text}, {deals} deal{'s' * (deals != 1)} from seed {first}"
    if levels:
        about += f", difficulty {levels[0]}" + (f" to {levels[-1]}" if len(levels) > 1 else "")
    yield put(booklet_document(found, about, folded=folded), name, to, paper, ink, link, folded=folded)


def _progress() -> Callable[[int, int], None]:
    """A line that counts, for people at a terminal."""
    if sys.stderr is None or not sys.stderr.isatty():
        return lambda found, tried: None

    def tell(found: int, tried: int) -> None:
        sys.stderr.write(f"\rfound {found} in {tried:,} deals ")
        sys.stderr.flush()

    return tell


def _stoppable(work: Callable[[threading.Event], T]) -> T:
    """Done in a thread, and ended with this command."""
    stop = threading.Event()
    try:
        return in_thread(lambda: work(stop))
    finally:
        stop.set()
