"""What is compiled ahead of time, for machines that have no compiler.

    python -m escapology.ahead wasm|ptx FOLDER [GAME …]

wasm  for each game a module that browsers and Node run, and what loads it (needs the extra `wasm`)
ptx   for each game the assembly of NVIDIA's GPUs, to look at; no GPU is needed (needs the extra `gpu`)

The kernel is that of random play (`playout.py`), which goes through all rules of a game.
"""

from __future__ import annotations

import argparse
import shutil
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

from escapology.errors import SettingError
from escapology.games import GAMES
from escapology.middle import new_deal
from escapology.playout import Playouts, playout
from escapology.protocol import AnyGame
from escapology.setting import make_setting

__all__ = ["arguments_of", "ptx_of", "wasm_of"]


def arguments_of(game: AnyGame) -> dict[str, Any]:
    """What random play of a game is called with: one game, a seed, and a bound for its moves."""
    deal = new_deal(make_setting(game), 1)
    return {"t": Playouts(game, [deal]).games, "seed": 1, "most": 1000}


def wasm_of(game: AnyGame) -> bytes:
    """Random play of a game as a WebAssembly module."""
    from escapology.native.wasm import make_module

    return make_module({playout(game): arguments_of(game)})


def ptx_of(game: AnyGame) -> bytes:
    """Random play of a game in PTX."""
    from escapology.native.cuda import ptx

    return ptx(playout(game), tuple(arguments_of(game).values())).encode()


_TARGETS: Final[dict[str, Callable[[AnyGame], bytes]]] = {"wasm": wasm_of, "ptx": ptx_of}


def main(asked: Sequence[str]) -> None:
    """Compile, and say what was written."""
    parser = argparse.ArgumentParser(prog="python -m escapology.ahead", description="Compile games ahead of time.")
    parser.add_argument("target", choices=_TARGETS)
    parser.add_argument("folder", type=Path, metavar="FOLDER", help="where to")
    parser.add_argument("games", nargs="*", metavar="GAME", help="all of them if none is named")
    options = parser.parse_args(asked)
    if unknown := set(options.games) - set(GAMES):
        parser.error(f"there is no game {min(unknown)!r}; there are {', '.join(GAMES)}")
    options.folder.mkdir(parents=True, exist_ok=True)
    for name in options.games or GAMES:
        try:
            code = _TARGETS[options.target](GAMES[name])
        except SettingError as error:  # a compiler or linker is not here
            parser.exit(1, f"{error}\n")
        file = options.folder / f"{name}.{options.target}"
        file.write_bytes(code)
        sys.stdout.write(f"{file}: {len(code):,} bytes\n")
    if options.target == "wasm":
        from escapology.native.wasm import LOADER

        shutil.copy(LOADER, options.folder)


if __name__ == "__main__":
    main(sys.argv[1:])
