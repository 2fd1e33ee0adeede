"""Bots on the same deals, and what their choices cost: `python -m benchmarks.bots SETTING GAMES BOT[:WORLDS] …`.

    python -m benchmarks.bots lab-rats/hard 200 learned fair:16 learned-ahead:16 --seed 80000000

The games are those of `escapology bots --worlds WORLDS`, the same on every machine. Each deal is played by all bots
before the next; a line a bot follows, with Wilson's interval, the processor time of a choice on average, and the
longest. Then each bot is compared, deal by deal, with those before it.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from itertools import combinations

from escapology.api.match import compare, rate_of
from escapology.games import GAMES
from escapology.luck import Luck, bots_luck
from escapology.middle import new_deal
from escapology.protocol import AnyGame, Deal, Struct
from escapology.setting import parse_setting
from escapology.solve.bots import Bot, make_bot, play_game, random
from escapology.verdict import Effort


class Timed:
    """A bot whose choices are timed; its first game is not, for code is compiled then."""

    def __init__(self, text: str) -> None:
        self.text, (name, _, worlds) = text, text.partition(":")
        self._name, self._effort = name, Effort(worlds=int(worlds or 1))
        self.won: list[bool] = []
        self.times: list[float] = []

    def play(self, game: AnyGame, deal: Deal, seed: int) -> bool:
        """Play a deal to its end; whether it was won."""
        bot = make_bot(self._name, self._effort)

        def choose(game: AnyGame, deal: Deal, state: Struct, luck: Luck) -> Sequence[int]:
            began = time.process_time()
            moves = bot(game, deal, state, luck)
            self.times.append(time.process_time() - began)
            return moves

        player: Bot = choose
        return play_game(game, deal, player, bots_luck(seed), may_return=bot is random).is_won

    def __str__(self) -> str:
        rate = rate_of(self.text, sum(self.won), len(self.won))
        mean = sum(self.times) / len(self.times)
        return f"{rate}; {1000 * mean:.3f} ms of CPU a choice, {1000 * max(self.times):.1f} ms the longest"


def main() -> None:
    """Play and tell."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.bots")
    parser.add_argument("setting")
    parser.add_argument("games", type=int)
    parser.add_argument("bots", nargs="+", metavar="BOT[:WORLDS]")
    parser.add_argument("--seed", type=int, default=80_000_000, help="of the first deal")
    options = parser.parse_args()
    setting = parse_setting(options.setting, GAMES)
    game, bots = GAMES[setting.game], [Timed(text) for text in options.bots]
    for bot in bots:
        bot.play(game, new_deal(setting, options.seed), options.seed)
        bot.times.clear()
    for seed in range(options.seed, options.seed + options.games):
        for bot in bots:
            bot.won.append(bot.play(game, new_deal(setting, seed), seed))
    for bot in bots:
        print(options.setting, bot, flush=True)
    for first, second in combinations(bots, 2):
        print(options.setting, compare(second.text, first.text, zip(second.won, first.won, strict=True)), flush=True)


if __name__ == "__main__":
    main()
