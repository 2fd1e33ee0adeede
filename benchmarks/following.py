"""Where hints lead: `python -m benchmarks.following SETTING [GAMES [FIRST SEED]]`, a JSON object a game.

Each game is followed to its end as a browser does it: for every move the worker is asked for a hint by the record of
the game so far. Told are how it ended, how many positions came twice, and whether what was said last was true: a game
called lost must not be winnable, and one that was not must be over.
"""

import json
import sys
import time

from tests.solve.test_following import follow

from escapology.games import GAMES
from escapology.middle import legal_moves, new_deal
from escapology.setting import parse_setting
from escapology.solve import Limits, solve

FIRST = 70_000


def main(setting_text: str, games: str = "200", first: str = str(FIRST)) -> None:
    """Follow hints through so many games."""
    setting = parse_setting(setting_text, GAMES)
    game = GAMES[setting.game]
    for seed in range(int(first), int(first) + int(games)):
        deal, began = new_deal(setting, seed), time.process_time()
        states, said = follow(game, deal)
        if said == "lost":
            end = "told that it is lost"
            true = game.facts.has_dice or solve(game, deal, states[-1], Limits(seconds=10)).verdict != "winnable"
        else:
            end = "won" if game.rules.won(deal, states[-1]) else "lost"
            true = not legal_moves(game, deal, states[-1])
        print(
            json.dumps(
                {
                    "setting": setting_text,
                    "seed": seed,
                    "end": end,
                    "moves": len(states) - 1,
                    "twice": len(states) - len({repr(state) for state in states}),
                    "true": true,
                    "cpu": round(time.process_time() - began, 2),
                }
            ),
            flush=True,
        )


if __name__ == "__main__":
    main(*sys.argv[1:])
