"""`make bench`: how fast the rules are, compiled and plain, for every game and variant.

perft    sequences of moves counted exhaustively: generating and playing moves, nothing else
random   whole games at random: setting up, generating, choosing and playing moves
search   positions that the search made from the rules looks at, for games that tell it what it needs to know
"""

import time
from collections.abc import Callable

from escapology.games import GAMES
from escapology.middle import new_deal, start_state
from escapology.perft import perft
from escapology.playout import Playouts
from escapology.protocol import AnyGame
from escapology.setting import Setting, make_setting
from escapology.solve.search import search
from escapology.verdict import Limits


def rate(work: Callable[[], int], seconds: float) -> float:
    """Moves per CPU second, over at least so many seconds."""
    made, start = 0, time.process_time()
    while (spent := time.process_time() - start) < seconds:
        made += work()
    return made / spent


def count_all(setting: Setting, plain: bool) -> Callable[[], int]:
    """A perft that takes a fraction of a second, over a new deal each time."""
    game, seeds = GAMES[setting.game], iter(range(1_000_000))
    depth = 1
    while sum(perft(game, new_deal(setting, 0), depth)) < (3_000 if plain else 300_000) and depth < 12:
        depth += 1
    return lambda: sum(perft(game, new_deal(setting, next(seeds)), depth, plain=plain))


def play_many(setting: Setting, plain: bool) -> Callable[[], int]:
    """Random games, the same deals every time so that dealing does not count."""
    game = GAMES[setting.game]
    deals = [new_deal(setting, seed) for seed in range(10 if plain else 500)]
    playouts = Playouts(game, deals, plain=plain)
    return lambda: playouts.run(1, most=500)


def search_all(setting: Setting, plain: bool) -> Callable[[], int]:
    """The search of a new deal each time, broken off where it would take long."""
    game, seeds = GAMES[setting.game], iter(range(1_000_000))
    limits = Limits(nodes=1_000 if plain else 300_000)

    def search_next() -> int:
        deal = new_deal(setting, next(seeds))
        return search(game, deal, start_state(game, deal), limits, plain=plain).nodes

    return search_next


def measure(game: AnyGame) -> None:
    """One line for each variant and kind of work."""
    for variant in game.facts.variants:
        setting = make_setting(game, variant.name)
        kinds = {"perft": count_all, "random": play_many} | ({"search": search_all} if game.solving.hooks else {})
        for name, make in kinds.items():
            compiled, plain = make(setting, False), make(setting, True)
            compiled()  # compiles, or loads what was compiled before
            fast, slow = rate(compiled, 1.0), rate(plain, 0.5)
            print(f"{setting.text:<32}{name:<8}{fast / 1e6:>9.2f} M{slow / 1e6:>12.4f} M{fast / slow:>10.0f} : 1")


def main() -> None:
    """The whole table."""
    print(f"{'moves per CPU second':<40}{'compiled':>11}{'plain':>14}{'ratio':>14}")
    for game in GAMES.values():
        measure(game)


if __name__ == "__main__":
    main()
