"""Tiny deals and tiny positions of every game, and the slow twins in the same positions.

Where the sizes of a game are fixed, tiny positions are real ones shortly before the end, or positions that play could
lead to, with little left to do. `HOOKED` has every game with what the search made from rules needs to know: all of the
position, nothing folded away, and a test of its own for what is hopeless.
"""

import itertools
import pickle
import random
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from escapology.games import GAMES
from escapology.games.devils_square.notation import card_text
from escapology.games.lab_rats.rules import Deal as RatsDeal
from escapology.games.pursuit.not_alone.rules.state import AWAY
from escapology.games.pursuit.not_alone.solver.insight import _is_research_lost
from escapology.games.pursuit.rules.cards import distance_value
from escapology.games.pursuit.rules.state import PLAYING, TURN
from escapology.middle import deal_line, legal_texts, new_deal, play_move, read_move, start_state
from escapology.native import rule
from escapology.protocol import Hooks
from escapology.setting import Setting
from escapology.solve import Limits, solve
from tests import typed
from tests.games.lab_rats.solver.brute_force import put, small_position
from tests.games.pursuit.solver.searched import all_of_dl, all_of_na
from tests.oracles import blank, devils_square, dont_let_them_get_you, lab_rats, not_alone


@dataclass(frozen=True)
class Tiny:
    """A position, and how to get the twin there."""

    deal: Any
    state: Any
    twin: Callable[[], Any]


# Hooks for the search: positions as bags of numbers, each marked by its place. Kernels are kept by the text of the
# package's sources: who edits a rule that stands in a test gives it another name, or the old one goes on running.


@rule
def _too_few_cards(d: Any, s: Any) -> bool:
    return s.climbed + d.size - s.top < d.goal


@rule
def _all_of_blank(d: Any, s: Any, bag: Any) -> int:
    bag[0] = s.top | s.on << 8 | s.climbed << 16 | s.skipped << 24
    return 1


@rule
def _all_of_square(d: Any, s: Any, bag: Any) -> int:
    """The piles where they lie: that they could lie elsewhere is not used."""
    for space in range(16):
        bag[space] = space + 1
        for i in range(s.height[space]):
            bag[space] = bag[space] << 7 | 64 | s.pile[space][i]
    bag[16] = 1 << 40 | s.drawn << 8 | s.books
    return 17


@rule
def _has_a_dead_bottom(d: Any, s: Any) -> bool:
    """The draw pile is empty, and nowhere is there a card that the bottom card of a pile could ever lie on."""
    if s.drawn < 48:
        return False
    for space in range(16):
        if s.height[space] == 0 or s.pile[space][0] & 12 == 0:
            continue
        wanted = (s.pile[space][0] >> 2) - 1
        found = False
        for other in range(16):
            for i in range(s.height[other]):
                card = s.pile[other][i]
                found = found or (card >> 2 == wanted and (card ^ s.pile[space][0]) & 3 != 0)
        if not found:
            return True
    return False


@rule
def _all_of_rats(d: Any, s: Any, bag: Any) -> int:
    n = 0
    for stack in range(3):
        bag[n] = 1
        for k in range(s.height[stack]):
            bag[n] = bag[n] << 3 | s.stack[stack][k] & 7
        bag[n] |= stack + 1 << 56
        n += 1
    bag[n] = s.rat + 1 | s.bag_count << 8 | 4 << 56
    n += 1
    for k in range(s.trail_count):
        bag[n] = s.trail_square[k] | (s.trail_coin[k] & 7) << 8 | k << 16 | 5 << 56
        n += 1
    return n


@rule
def _out_of_reach(d: Any, s: Any) -> bool:
    """Where no coin is ever used twice: all coins together don't lead as far as the exit is from the first square."""
    if s.rat < 0 or d.has_lift_any or d.has_rebag:
        return False
    far = 0
    for stack in range(3):
        for k in range(s.height[stack]):
            far += 48 if s.stack[stack][k] & 7 == 0 else s.stack[stack][k] & 7
    for k in range(s.bag_count):
        far += 48 if s.bag[k] & 7 == 0 else s.bag[k] & 7
    home = s.rat
    if d.has_backing and s.trail_count > 0:
        home = s.trail_square[0]
        for k in range(s.trail_count):
            far += 48 if s.trail_coin[k] & 7 == 0 else s.trail_coin[k] & 7
    first = abs(d.x[home] - d.x[96]) + abs(d.y[home] - d.y[96])
    second = abs(d.x[home] - d.x[97]) + abs(d.y[home] - d.y[97])
    return far < min(first, second)


@rule
def _too_few_turns(d: Any, s: Any) -> bool:
    """Each task takes a turn."""
    left = 0
    for task in range(3):
        left += 1 - (s.done >> task & 1)
    return left > 25 - s.turn


@rule
def _lost_research(d: Any, s: Any) -> bool:
    return _is_research_lost(s)


HOOKED = {
    name: replace(GAMES[name], solving=replace(GAMES[name].solving, hooks=hooks))
    for name, hooks in {
        "blank": Hooks(_all_of_blank, _too_few_cards),
        "devils-square": Hooks(_all_of_square, _has_a_dead_bottom),
        "lab-rats": Hooks(_all_of_rats, _out_of_reach),
        "dont-let-them-get-you": Hooks(all_of_dl, _too_few_turns),
        "not-alone": Hooks(all_of_na, _lost_research),
    }.items()
}


# Families


def blank_deals(setting: Setting, luck: random.Random, count: int) -> Iterator[Tiny]:
    """Every deal of six cards; of nine cards so many."""
    game = GAMES["blank"]
    size = 6 if setting.variant == "short" else 9
    orders = list(itertools.permutations(range(1, size + 1))) if size == 6 else None
    for i in range(len(orders) if orders else count):
        cards = orders[i] if orders else luck.sample(range(1, size + 1), size)
        d = game.notation.parse_deal(setting, " ".join(map(str, cards)))
        yield Tiny(d, start_state(game, d), partial(blank.Twin, deal_line(game, d)))


def square_ends(setting: Setting, luck: random.Random, count: int) -> Iterator[Tiny]:
    """Two colours are out. Of the other two the field is full of single cards, or of what random play made of them."""
    game = GAMES["devils-square"]
    for _ in range(count):
        colours = luck.sample(range(4), 2)
        cards = [colour * 16 + i for colour in colours for i in range(16)]
        luck.shuffle(cards)
        d = game.rules.deal_type.blank(setting)
        d.deck = [card for card in range(64) if card >> 4 not in colours] + cards
        s = game.rules.state_type()
        s.books, s.drawn = 8, 32
        for space, card in enumerate(cards[:16]):
            s.height[space], s.rank[space], s.items[space] = 1, card >> 2, 1 << (card & 3)
            s.pile[space][0] = card
        s = _wander(game, d, s, luck, luck.choice([0, 8, 20, 30, 40]))
        yield Tiny(d, s, partial(_square_twin, d, s))


def square_lines(setting: Setting, luck: random.Random, count: int) -> Iterator[Tiny]:
    """Shortly before the end of a game that wins, and a few moves off its way."""
    game = GAMES["devils-square"]
    for _ in range(count):
        d = new_deal(setting, luck.randrange(10_000))
        moves = solve(game, d).moves
        s = start_state(game, d)
        for text in moves[: max(0, len(moves) - luck.randint(2, 16))]:
            s = play_move(game, d, s, read_move(game, d, s, text))
        s = _wander(game, d, s, luck, luck.randint(0, 6))
        if s.drawn == 48:
            yield Tiny(d, s, partial(_square_twin, d, s))


def _wander(game: Any, d: Any, s: Any, luck: random.Random, moves: int) -> Any:
    for _ in range(moves):
        legal = sorted(legal_texts(game, d, s).values())
        if legal:
            s = play_move(game, d, s, luck.choice(legal))
    return s


def _square_twin(d: Any, s: Any) -> devils_square.Twin:
    twin = object.__new__(devils_square.Twin)
    twin.field = {
        space: [card_text(card) for card in s.pile[i][: s.height[i]]] for i, space in enumerate(devils_square.SPACES)
    }
    twin.draw_pile = [card_text(card) for card in d.deck[16 + s.drawn :]]
    twin.drawn, twin.books = s.drawn, [[]] * s.books
    return twin


def rats_with_two_coins(setting: Setting, luck: random.Random, count: int) -> Iterator[Tiny]:
    """In one maze: every square near the exit, with every one coin, two coins on a stack, and on two stacks."""
    game = GAMES["lab-rats"]
    d = typed.new_deal(RatsDeal, setting, luck.randrange(1_000))
    for rat in range(96 - count, 96):
        for values in [*itertools.product(range(6), repeat=1), *itertools.product(range(6), repeat=2)]:
            ways = {tuple(range(len(values)))} if d.has_bag else {(0,) * len(values), tuple(range(len(values)))}
            for stacks in sorted(ways):
                s = start_state(game, d)
                s.rat, s.height, s.bag_count, s.turned = rat, [0, 0, 0], 0, [0] * 8
                s.stack, s.bag = [[0] * 8 for _ in range(3)], [0] * 24
                for stack, value in zip(stacks, values, strict=True):
                    put(s, stack, value + 8)
                yield Tiny(d, s, partial(_rats_twin, d, s))


def rats_with_few_coins(setting: Setting, luck: random.Random, count: int) -> Iterator[Tiny]:
    """In many mazes, a few coins, and some of them laid."""
    options = dict(setting.options)
    for _ in range(count):
        d, s = small_position(setting.variant, options, luck.randrange(10**6), 4 if setting["lift"] == "last" else 3)
        yield Tiny(d, s, partial(_rats_twin, d, s))


def _rats_twin(d: Any, s: Any) -> lab_rats.Twin:
    twin = lab_rats.Twin(deal_line(GAMES["lab-rats"], d))

    def square(i: int) -> tuple[int, int]:
        return d.x[i], d.y[i]

    for i, stack in enumerate("ABC"):
        twin.stacks[stack] = [str(coin & 7) for coin in reversed(s.stack[i][: s.height[i]])]
    twin.bag = [str(coin & 7) for coin in reversed(s.bag[: s.bag_count])]
    twin.rat = square(s.rat)
    twin.trail = [(str(s.trail_coin[i] & 7), square(s.trail_square[i])) for i in range(s.trail_count)]
    twin.dropped = [(str(s.dropped_coin[i] & 7), square(s.dropped_square[i])) for i in range(s.dropped_count)]
    return twin


def maze_ends(setting: Setting, luck: random.Random, count: int) -> Iterator[Tiny]:
    """Shortly before a win, with one, two or three turns left, and some moves at random later."""
    game = GAMES[setting.game]
    twins: Any = {"dont-let-them-get-you": dont_let_them_get_you, "not-alone": not_alone}
    made = 0
    while made < count:
        dealt = d = new_deal(setting, luck.randrange(10_000))
        s = start_state(game, d)
        between: list[tuple[int, Any]] = []
        moves = solve(game, d, s, Limits(nodes=3_000)).moves
        for i, text in enumerate(moves, 1):
            s = play_move(game, d, s, read_move(game, d, s, text))
            if s.phase == TURN and (setting.game != "not-alone" or s.vessel != AWAY):
                between.append((i, s))
        for i, state in between[-3:]:
            for left in (1, 2, 3):
                late = state.copy()
                late.turn = max(state.turn, 25 - left)
                turn, later = late.turn, []
                d = _with_a_good_last_card(dealt, state) if setting.game == "not-alone" else dealt
                for _ in range(luck.choice([0, 1, 3, 6])):
                    if late.status == PLAYING:
                        later.append(luck.choice(sorted(legal_texts(game, d, late))))
                        late = play_move(game, d, late, read_move(game, d, late, later[-1]))

                def twin(d=d, first=moves[:i], turn=turn, later=tuple(later)) -> Any:
                    twin = twins[setting.game].Twin(deal_line(game, d))
                    for text in first:
                        twin.play(text)
                    twin.turn = turn
                    for text in later:
                        twin.play(text)
                    return twin

                made += 1
                yield Tiny(d, late, twin)


def _with_a_good_last_card(d: Any, s: Any) -> Any:
    """The same deal, but for the cards not dealt yet: the very last one takes you on board, if there is such a card."""
    d = d.copy()
    for place in range(6 * ((s.turn + 2) // 3), 48):
        if distance_value(d.movement[place]) == distance_value(d.task[2]):
            d.movement[place], d.movement[47] = d.movement[47], d.movement[place]
            break
    return d


# The twins' brute force


def key_of(twin: Any) -> Hashable:
    """All of the twin's position that can matter."""
    if isinstance(twin, devils_square.Twin):
        return frozenset(map(tuple, twin.field.values())), len(twin.draw_pile)
    if isinstance(twin, lab_rats.Twin):
        return twin.rat, tuple(map(tuple, twin.stacks.values())), tuple(twin.trail), len(twin.bag)
    if isinstance(twin, blank.Twin):
        return twin.state()
    return twin.state(), frozenset(twin.walked)


def is_won(twin: Any) -> bool:
    if isinstance(twin, devils_square.Twin):
        return len(twin.books) == 16
    return twin.state().endswith("status=won")


def twin_wins(twin: Any, most: int) -> bool | None:
    """Whether a win is left, by trying every move of the twin; None = there are more positions than that."""
    if is_won(twin):
        return True
    seen = {key_of(twin)}
    waiting = [pickle.dumps(twin)]
    while waiting:
        here = waiting.pop()
        for move in pickle.loads(here).moves():
            after = pickle.loads(here)
            after.play(move)
            if is_won(after):
                return True
            key = key_of(after)
            if key not in seen:
                seen.add(key)
                waiting.append(pickle.dumps(after))
        if len(seen) > most:
            return None
    return False
