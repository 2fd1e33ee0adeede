"""What more thinking could win in Devil's Square: `python -m benchmarks.playouts [WORLDS [DEALS [FIRST SEED]]]`.

Two players are compared with the quick player (`solver/quick.py`): the fair player whom hints follow, and one who plays
the quick player's game to its end, from behind every choice that the fair player rates nearly as high as the best, in
so many redrawn worlds, and takes the choice that wins most of them (sequential halving).

Counting wins would take a hundred thousand games to tell such players apart. Instead, wherever a player's choice is not
the quick player's, both choices are played out once more, in the same fresh worlds. The sum of these differences along
a game is, on average, how much more often that player wins than the quick one does (Kakade and Langford, 2002).
"""

import functools
import sys
import time
from collections.abc import Callable, Sequence
from statistics import fmean, stdev
from typing import Final, NamedTuple, cast

import numpy as np

from escapology.games import GAMES
from escapology.games.devils_square.knowledge import observe
from escapology.games.devils_square.rules import CARDS, SPACES, Deal, State
from escapology.games.devils_square.solver.advice import advise
from escapology.games.devils_square.solver.links import ALL_CARDS, Ints, link_graph
from escapology.games.devils_square.solver.quick import choose, draw_cards, make_move
from escapology.games.devils_square.solver.spots import ONE, Spots, enter, spot_table
from escapology.games.devils_square.solver.start import find_structures
from escapology.halving import halve
from escapology.luck import bots_luck, draw_at
from escapology.middle import legal_moves, new_deal, start_state
from escapology.native import compile_kernel, rule
from escapology.setting import make_setting
from escapology.verdict import Effort, Rated

GAME = GAMES["devils-square"]
FIRST = 6_000_000  # seed
WORLDS, DEALS = 4_000, 200
FRESH = 2_000  # worlds in which two choices are compared
MARGIN = 0.05  # below the best, by the fair player's rating, that a choice is played out at all
MOST = 8  # choices that are
TRUST = 0.75  # the part that games count; the rest is the fair player's rating
DRAWS: Final = CARDS - SPACES
ENOUGH: Final = DRAWS * ONE  # progress with which all cards are drawn


#: Behind a choice: the spot and the naming of each colour before new cards arrive, and the spaces that were opened
Start = tuple[list[tuple[int, int]], int]
Player = Callable[["Position", list[Rated], int], Rated]  #: (position, what the fair player says, seed): its choice


class Starts(NamedTuple):
    """Where games go on from, behind the choices of one position."""

    heads: Ints  # [choice]: of the four colours after it, before new cards arrive
    namings: Ints  # [choice]: from their items to the heads'
    opened: Ints  # [choice]: spaces it opens
    deck: Ints  # of one world
    wins: Ints  # [choice]: games that were won


@rule
def _shuffle(deck: Ints, drawn: int, seed: int, world: int) -> None:
    """Another order of the cards that are still to be drawn."""
    first = SPACES + drawn
    for i in range(CARDS - 1, first, -1):
        j = first + draw_at(seed, world * CARDS + i, i - first + 1)
        deck[i], deck[j] = deck[j], deck[i]


@rule
def _wins(t: Spots, deck: Ints, drawn: int, heads: Ints, namings: Ints) -> int:
    """Whether the quick player wins from here."""
    while drawn < DRAWS:
        if t.reach[heads[0], 0] + t.reach[heads[1], 0] + t.reach[heads[2], 0] + t.reach[heads[3], 0] >= ENOUGH:
            return 1
        c = choose(t, heads)
        if c < 0:
            return 0
        opened = make_move(t, heads, namings, c)
        drawn = draw_cards(t, deck, drawn, heads, namings, opened)
    return 1


def play_out(t: Spots, starts: Starts, here: Ints, alive: Ints, drawn: int, worlds: int, seed: int, first: int) -> None:
    """Play from behind the choices that are alive, in so many worlds from that number on."""
    heads, namings = here[0], here[1]
    for choice in alive:
        starts.wins[choice] = 0
    for world in range(first, first + worlds):
        _shuffle(starts.deck, drawn, seed, world)
        for choice in alive:
            for c in range(4):
                heads[c], namings[c] = starts.heads[choice, c], starts.namings[choice, c]
            then = draw_cards(t, starts.deck, drawn, heads, namings, starts.opened[choice])
            starts.wins[choice] += _wins(t, starts.deck, then, heads, namings)


@functools.cache
def _kernel() -> Callable[..., None]:
    return compile_kernel(play_out)


class Position:
    """A position as somebody sees it who can't see the draw pile."""

    def __init__(self, deal: Deal, state: State) -> None:
        self.deal, self.state = observe(deal, state)
        self.unseen = sorted(set(range(CARDS)).difference(deal.deck[: SPACES + state.drawn]))
        arrived = [ALL_CARDS] * 4
        for card in self.unseen:
            arrived[card >> 4] ^= 1 << (card & 15)
        structures = find_structures(link_graph(), state, arrived)
        self.arrived = arrived
        self.spots = [enter(spot_table(), structures[c], arrived[c]) for c in range(4)]

    def quick_choice(self) -> Start:
        """What the quick player does."""
        heads, namings = (np.array(part) for part in zip(*self.spots, strict=True))
        opened = make_move(spot_table(), heads, namings, choose(spot_table(), heads))
        return list(zip(heads.tolist(), namings.tolist(), strict=True)), int(opened)

    def behind(self, moves: Sequence[int]) -> Start:
        """The spots after a choice, before new cards arrive, and the spaces it opens."""
        after = self.state.copy()
        unknown = self.deal.copy()
        unknown.deck[SPACES + after.drawn :] = self.unseen  # any order: what arrives is left out again
        for move in moves:
            GAME.rules.play(unknown, after, move)
        arrived = self.arrived.copy()
        for card in unknown.deck[SPACES + self.state.drawn : SPACES + after.drawn]:
            arrived[card >> 4] |= 1 << (card & 15)
        structures = find_structures(link_graph(), after, arrived)
        spots = [enter(spot_table(), structures[c], self.arrived[c]) for c in range(4)]
        return spots, after.drawn - self.state.drawn

    def count_wins(self, starts: list[Start], alive: Sequence[int], worlds: int, seed: int, first: int) -> list[int]:
        """The games won from behind these choices."""
        laid = Starts(
            np.array([[head for head, _ in spots] for spots, _ in starts], np.int64),
            np.array([[naming for _, naming in spots] for spots, _ in starts], np.int64),
            np.array([opened for _, opened in starts], np.int64),
            np.array([*self.deal.deck[: SPACES + self.state.drawn], *self.unseen], np.int64),
            np.zeros(len(starts), np.int64),
        )
        scratch = np.empty((2, 4), np.int64)
        _kernel()(spot_table(), laid, scratch, np.array(alive, np.int64), self.state.drawn, worlds, seed, first)
        return [int(laid.wins[choice]) for choice in alive]


def fair(_position: Position, rated: list[Rated], _seed: int) -> Rated:
    """As hints choose."""
    return rated[0]


def by_playouts(position: Position, rated: list[Rated], seed: int, worlds: int) -> Rated:
    """What wins most games of the quick player."""
    tried = [choice for choice in rated if choice.worlds and choice.chance >= rated[0].chance - MARGIN][:MOST]
    starts = [position.behind(choice.moves) for choice in tried]

    def sample(alive: Sequence[int], first: int, count: int) -> Sequence[float]:
        wins = position.count_wins(starts, alive, count, seed, first)
        return [TRUST * won + (1 - TRUST) * count * tried[i].chance for won, i in zip(wins, alive, strict=True)]

    return tried[halve(len(tried), sample, Effort(worlds=worlds), step=128)[0].choice] if len(tried) > 1 else rated[0]


def advantage(position: Position, choice: Rated, seed: int) -> float:
    """How much more often the quick player wins behind that choice than behind its own."""
    starts = [position.behind(choice.moves), position.quick_choice()]
    if starts[0] == starts[1]:
        return 0.0
    won, he_won = position.count_wins(starts, [0, 1], FRESH, seed, 0)
    return (won - he_won) / FRESH


def play(seed: int, player: Player) -> float:
    """What the player's choices gain in the game of a deal, until a win or a loss is certain."""
    deal, luck = cast(Deal, new_deal(make_setting(GAME), seed)), bots_luck(seed)
    state, gained = cast(State, start_state(GAME, deal)), 0.0
    while legal_moves(GAME, deal, state):
        rated = advise(*observe(deal, state), Effort(worlds=CARDS))
        if not rated[0].worlds:
            break
        position = Position(deal, state)
        choice = player(position, rated, luck.next64() >> 32)
        gained += advantage(position, choice, luck.next64() >> 32)
        for move in choice.moves:
            GAME.rules.play(deal, state, move)
    return gained


def main(worlds: int = WORLDS, deals: int = DEALS, first: int = FIRST) -> None:
    """Both players, on the same deals."""
    players: dict[str, Player] = {
        "fair": fair,
        f"playouts in {worlds:,} worlds": functools.partial(by_playouts, worlds=worlds),
    }
    for name, player in players.items():
        began = time.process_time()
        gained = [play(seed, player) for seed in range(first, first + deals)]
        spent = (time.process_time() - began) / deals
        gain, error = fmean(gained), 1.96 * stdev(gained) / len(gained) ** 0.5
        print(f"{name}: wins {gain:+.2%} ± {error:.2%} against the quick player; {deals} deals, {spent:.2f} s each")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
