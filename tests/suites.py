"""`python -m tests.suites NAME` makes what a game's tests go by, as far as it is not there: by its twin, not by itself.

perft suites   each setting, three deals, as deep as some thousand sequences go
deals          each setting, three seeds
records        each variant, played at random; and a game that is won, as the solver or the best of many bots has it

Then `python -m tests.golden` draws the golden pictures. What is there is never changed; `--anew NAME` deletes all of it
first, for a game whose deals or moves are others now.
"""

from __future__ import annotations

import copy
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

from escapology.games import GAMES
from escapology.luck import Luck
from escapology.middle import deal_line, new_deal
from escapology.record import Record, record_text
from escapology.setting import Setting, make_setting
from escapology.solve import Limits, bots, solve
from tests import kit
from tests.settings import all_settings

SEEDS = (0, 7, 2**63 + 11)
MOST_SEQUENCES = 3_000  # at the last depth
MOST_DEPTH = 9
MOST_TRIES = 500  # deals that are tried for a win


def counts_by_twin(twin: kit.Twin) -> list[int]:
    """Sequences of 1, 2, 3 … moves, as far as there are not too many."""
    counts: list[int] = []
    here = [twin]
    while here and len(counts) < MOST_DEPTH:
        after = [_played(one, move) for one in here for move in one.moves()]
        if len(after) > MOST_SEQUENCES and counts:
            break
        counts.append(len(after))
        here = after
    return counts


def _played(twin: kit.Twin, move: str) -> kit.Twin:
    after = copy.deepcopy(twin)
    after.play(move)
    return after


def perft_text(name: str) -> str:
    """A suite of all settings."""
    twin, game = kit.twin_of(name), GAMES[name]
    lines = [deal_line(game, new_deal(setting, seed)) for setting in _settings(name) for seed in (1, 2, 3)]
    return "\n".join(f"{line}\n= {' '.join(map(str, counts_by_twin(twin(line))))}\n" for line in lines)


def deals_text(name: str) -> str:
    """The deals of a few seeds."""
    game = GAMES[name]
    return "".join(
        f"{seed} {deal_line(game, new_deal(setting, seed))}\n" for setting in _settings(name) for seed in SEEDS
    )


def _settings(name: str) -> list[Setting]:
    return [setting for setting in all_settings() if setting.game == name]


def lost_record(setting: Setting) -> Record:
    """A game played at random that was not won."""
    game = GAMES[setting.game]
    for seed in range(MOST_TRIES):
        outcome = bots.play_game(game, new_deal(setting, seed), bots.random, Luck(seed))
        if not outcome.is_won:
            return outcome.record
    raise SystemExit(f"{setting.text}: no random game was lost; write a record of one that is not won yourself")


def won_record(setting: Setting) -> Record:
    """A game that was won: by the solver's moves where deals can be decided, else by a bot."""
    game = GAMES[setting.game]
    for seed in range(MOST_TRIES):
        deal = new_deal(setting, seed)
        if game.solving.solve or game.solving.hooks:
            verdict = solve(game, deal, limits=Limits(seconds=2))
            if verdict.verdict == "winnable":
                return Record(game, deal, verdict.moves)
        else:
            outcome = bots.play_game(game, deal, bots.greedy, Luck(seed))
            if outcome.is_won:
                return outcome.record
    raise SystemExit(f"{setting.text}: no win was found; write a record of a game that is won yourself")


def record_of(name: str, stem: str) -> str:
    """The record that should be called so: `NAME-won`, `NAME` or `NAME-VARIANT`."""
    variant = stem.removeprefix(name).removeprefix("-")
    if variant == "won":
        return record_text(won_record(make_setting(GAMES[name])))
    return record_text(lost_record(make_setting(GAMES[name], variant or None)))


def make(name: str) -> list[Path]:
    """Write all that is missing; which files these are."""
    wanted: dict[Path, Callable[[], str]] = {
        kit.deals_file(name): partial(deals_text, name),
        GAMES[name].facts.folder / "EXAMPLE.txt": partial(record_of, name, f"{name}-won"),
    }
    if kit.has_twin(name):
        wanted[kit.perft_file(name)] = partial(perft_text, name)
    wanted |= {kit.RECORDS / f"{stem}.txt": partial(record_of, name, stem) for stem in kit.missing_records(name)}
    written = [path for path in wanted if not path.exists()]
    for path in written:
        path.write_text(wanted[path](), encoding="utf-8")
    return written


def main(arguments: list[str]) -> None:
    anew = arguments[:1] == ["--anew"]
    for name in arguments[anew:] or ([] if anew else list(GAMES)):
        if name not in GAMES:
            raise SystemExit(f"there is no game {name}: there are {', '.join(GAMES)}")
        for path in kit.made_files(name) if anew else []:
            path.unlink()
        for path in make(name):
            print(f"made {path.relative_to(kit.FOLDER.parent)}")  # noqa: T201 - it says what it has done
        for words in kit.missing(name):
            print(words)  # noqa: T201


if __name__ == "__main__":
    main(sys.argv[1:])
