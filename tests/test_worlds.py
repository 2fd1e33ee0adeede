"""The worlds that `redraw` gives: just those that look the same to the player, each equally likely, in every setting.

Late in a real game little is hidden. Then all ways to fill in what is hidden can be listed and tried: a way is a
*world* if it makes a legal deal in which the same moves lead to the same view. That listing knows nothing of how
`redraw` works.
"""

import functools
import itertools
import math
import random
from collections import Counter
from dataclasses import dataclass
from typing import Any

import pytest

from escapology.errors import DealError
from escapology.games import GAMES
from escapology.games.lab_rats.rules import Deal as RatsDeal
from escapology.games.pursuit.rules.state import LAY
from escapology.luck import Luck
from escapology.middle import legal_moves, legal_texts, new_deal, parse_deal_line, play_move, read_move, start_state
from escapology.setting import Setting
from escapology.solve import solve
from tests import typed
from tests.games.pursuit.players import wary_turn
from tests.settings import all_settings

SETTINGS = all_settings()
EACH = 8  #: draws for each world: with five the chi-square test is good enough
MAZES = ("dont-let-them-get-you", "not-alone")
Place = tuple[str, int]  #: a field of the deal, and a place in it


@dataclass(frozen=True)
class Game:
    """A real game, as far as it went."""

    setting: Setting
    deal: Any
    moves: tuple[int, ...]
    state: Any

    @property
    def game(self) -> Any:
        return GAMES[self.setting.game]

    def seen(self) -> Any:
        return self.game.knowledge.observe(self.deal, self.state)


def play_at_random(setting: Setting, seed: int, most_hidden: int) -> Game | None:
    """Until so little is hidden, but something; None if it does not come to that."""
    game, luck = GAMES[setting.game], random.Random(seed)
    deal = new_deal(setting, seed)
    state = start_state(game, deal)
    moves: list[int] = []
    line = iter(solve(game, deal).moves if setting.game == "devils-square" else ())
    for _ in range(400):
        if 0 < game.knowledge.hidden(deal, state) <= most_hidden:
            return Game(setting, deal, tuple(moves), state)
        legal = legal_texts(game, deal, state)
        if not legal:
            return None
        made = [_choose(setting, legal, luck)]
        if setting.game == "devils-square":
            made = [legal[next(line, min(legal))]]
        elif setting.game in MAZES and state.phase != LAY:
            made = wary_turn(game, deal, state, luck)
        for move in made:
            state = play_move(game, deal, state, move)
            moves.append(move)
    return None


def _choose(setting: Setting, legal: dict[str, int], luck: random.Random) -> int:
    """Lab Rats: a coin that is dropped, or run with where it would go back into the bag, is out of the way."""
    wanted = ":" if setting.variant == "rebag" else "drop"
    texts = [text for text in sorted(legal) if wanted in text and luck.random() < 0.7]
    return legal[luck.choice(texts or sorted(legal))]


@functools.cache
def late_game(setting: Setting) -> Game:
    """A game of which little is hidden: a few cards, coins or dice; in the maze games the last pile."""
    if setting.game == "kidnap-machine":
        _, deal = parse_deal_line(f"{setting.text}: house=3x3 route=c3,c2,b2 dice=61")
        state = start_state(GAMES[setting.game], deal)
        move = read_move(GAMES[setting.game], deal, state, "?b1")
        return Game(setting, deal, (move,), play_move(GAMES[setting.game], deal, state, move))
    most = 6 if setting.game in MAZES else 4
    games = (play_at_random(setting, seed, most) for seed in range(2_000))
    return next(game for game in games if game is not None)


def hidden_places(game: Game) -> list[Place]:
    """Where the player's view of the deal differs from the deal."""
    seen, _ = game.seen()
    places = []
    for name in game.game.rules.deal_type.fields:
        ours, shown = getattr(game.deal, name), getattr(seen, name)
        if isinstance(ours, list) and not isinstance(ours[0], list):
            places += [(name, i) for i in range(len(ours)) if ours[i] != shown[i]]
    return places


def filled(deal: Any, places: list[Place], values: tuple[int, ...]) -> Any:
    world = deal.copy()
    for (name, i), value in zip(places, values, strict=True):
        getattr(world, name)[i] = value
    return world


def values_at(deal: Any, places: list[Place]) -> tuple[int, ...]:
    return tuple(getattr(deal, name)[i] for name, i in places)


def find_worlds(game: Game, places: list[Place]) -> dict[tuple[int, ...], Any]:
    """All worlds, by what is at these places: the deal and the state."""
    if game.setting.game == "kidnap-machine":
        fillings = set(itertools.product(range(1, 7), repeat=len(places)))
    else:
        fillings = set(itertools.permutations(values_at(game.deal, places)))
    seen = game.seen()
    worlds = {}
    for values in fillings:
        deal = filled(game.deal, places, values)
        state = _replay(game, deal)
        if state is not None and game.game.knowledge.observe(deal, state) == seen:
            worlds[values] = (deal, state)
    return worlds


def _replay(game: Game, deal: Any) -> Any:
    """The state after the same moves, None if it is no legal deal, or they are not legal in it."""
    try:
        state = start_state(game.game, game.game.notation.parse_deal(game.setting, game.game.notation.deal_text(deal)))
    except DealError:
        return None
    for move in game.moves:
        if move not in legal_moves(game.game, deal, state):
            return None
        game.game.rules.play(deal, state, move)
    return state


def check_even(counts: Counter[Any], cells: int) -> None:
    """The chi-square test: such a sum comes up once in millions if all are equally likely."""
    assert len(counts) == cells, "all of them, and no others"
    each = counts.total() / cells
    assert each >= EACH
    squares = sum((count - each) ** 2 / each for count in counts.values())
    free = cells - 1
    assert squares < free + 5 * math.sqrt(2 * free) + 10
    assert squares > free - 5 * math.sqrt(2 * free), "too even to be luck"


ORDINARY = [
    # 720 worlds of long games take their time; of the maze games' options only `vessel` touches what is known
    pytest.param(s, marks=pytest.mark.long if s.game in MAZES and "[" in s.text and "vessel" not in s.text else [])
    for s in SETTINGS
    if s.variant != "rebag" and "clock=off" not in s.text
]


@pytest.mark.parametrize("setting", ORDINARY, ids=lambda s: s.text)
def test_all_worlds_are_equally_likely(setting: Setting) -> None:
    game = late_game(setting)
    places = hidden_places(game)
    if setting.game == "kidnap-machine":  # dice that are not listed are hidden, too
        places = [("dice", i) for i in range(game.state.rolled, 2 * game.deal.last_turn)]
        game.deal.dice_count = 2 * game.deal.last_turn
    assert len(places) == game.game.knowledge.hidden(game.deal, game.state) > 1
    worlds = find_worlds(game, places)
    assert values_at(game.deal, places) in worlds or setting.game == "kidnap-machine"
    counts: Counter[tuple[int, ...]] = Counter()
    luck = Luck(1)
    for i in range(max(1_500, EACH * len(worlds))):
        world = game.game.knowledge.redraw(game.deal, game.state, luck)
        key = values_at(world[0], places)
        counts[key] += 1
        if i < 200:
            assert world == worlds[key], "the deal that is drawn leads to the state that is drawn"
    check_even(counts, len(worlds))


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda s: s.text)
def test_the_same_whatever_the_world_is(setting: Setting) -> None:
    """With the same luck, `redraw` gives the same in all worlds that look the same."""
    game = late_game(setting)
    view = game.seen()
    for seed in range(5):
        expected = game.game.knowledge.redraw(game.deal, game.state, Luck(seed))
        assert game.game.knowledge.redraw(*view, Luck(seed)) == expected, "it uses nothing but the view"
        for other in range(5, 15):
            world = game.game.knowledge.redraw(game.deal, game.state, Luck(other))
            assert game.game.knowledge.observe(*world) == view
            assert game.game.knowledge.redraw(*world, Luck(seed)) == expected


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda s: s.text)
def test_the_same_in_real_worlds_from_the_start_on(setting: Setting) -> None:
    """Two deals whose games look the same so far, move by move."""
    game = GAMES[setting.game]
    luck = random.Random(3)
    different = 0
    for seed in range(4):
        deal = new_deal(setting, seed)
        state = start_state(game, deal)
        other, its_state = game.knowledge.redraw(deal, state, Luck(seed))
        for _ in range(12):
            if game.knowledge.observe(deal, state) != game.knowledge.observe(other, its_state):
                break  # now something else was turned up
            different += (deal, state) != (other, its_state)
            assert game.knowledge.redraw(deal, state, Luck(9)) == game.knowledge.redraw(other, its_state, Luck(9))
            texts = legal_texts(game, deal, state)
            assert list(texts) == list(legal_texts(game, other, its_state))
            if not texts:
                break
            text = luck.choice(list(texts))
            state = play_move(game, deal, state, texts[text])
            its_state = play_move(game, other, its_state, read_move(game, other, its_state, text))
    assert different >= 4


@pytest.mark.parametrize("setting", [s for s in SETTINGS if s.variant == "rebag"], ids=lambda s: s.text)
def test_the_bag_of_rebag(setting: Setting) -> None:
    """Coins go back into the bag at unknown places, so it is the bag that is in any order; then come numbers."""
    game = late_game(setting)
    count = game.state.bag_count
    assert count > 1
    orders = set(itertools.permutations(game.state.bag[:count]))
    luck = Luck(2)
    counts: Counter[tuple[int, ...]] = Counter()
    numbers: Counter[int] = Counter()
    for _ in range(6_000):
        deal, state = game.game.knowledge.redraw(game.deal, game.state, luck)
        counts[tuple(state.bag[:count])] += 1
        numbers[deal.number >> 28] += 1
    assert set(counts) == orders
    check_even(counts, len(orders))
    check_even(numbers, 16)


def test_bags_that_coins_went_back_into_are_in_any_order() -> None:
    """Each order of the bag is equally likely: by dealing anew until the same was seen, two drops into a bag of two."""
    rats = GAMES["lab-rats"]
    setting = next(s for s in SETTINGS if s.text == "lab-rats/rebag")
    deal = typed.new_deal(RatsDeal, setting, 0)
    counts: Counter[tuple[int, ...]] = Counter()
    for seed in range(6_000):
        deal.number = Luck(seed).below(2**32)
        state = start_state(rats, deal)
        state.rat, state.bag_count = 0, 2
        state.bag[:2] = [4, 5] if seed % 2 else [5, 4]  # two that were never seen
        for move in (6, 6):  # drop A, twice
            rats.rules.play(deal, state, move)
        if state.stack[0][0] & 7 == 5:
            counts[tuple(coin & 7 for coin in state.bag[:2])] += 1
    check_even(counts, 2)


def test_endless_dice() -> None:
    """Without a clock: the next dice, and the number that the rest comes from."""
    game = late_game(next(s for s in SETTINGS if s.text == "kidnap-machine[clock=off]"))
    luck = Luck(3)
    dice: Counter[tuple[int, int]] = Counter()
    numbers: Counter[int] = Counter()
    for _ in range(1_500):
        deal, _ = game.game.knowledge.redraw(game.deal, game.state, luck)
        assert deal.dice[:2] == [6, 1], "what was rolled stays"
        dice[deal.dice[2], deal.dice[3]] += 1
        numbers[deal.seed >> 28] += 1
    check_even(dice, 36)
    check_even(numbers, 16)


def test_bingo_while_the_maze_is_laid() -> None:
    """Places of the number stack get numbers, all else may lie anywhere."""
    setting = next(s for s in SETTINGS if s.text == "dont-let-them-get-you/bingo")
    game = GAMES[setting.game]
    deal = new_deal(setting, 5)
    state, moves = start_state(game, deal), []
    while game.knowledge.hidden(deal, state) > 48 + 5:
        legal = legal_texts(game, deal, state)
        moves.append(legal[min(legal)])
        state = play_move(game, deal, state, moves[-1])
    laid = Game(setting, deal, tuple(moves), state)
    places = [place for place in hidden_places(laid) if place[0] == "maze"]
    assert len(places) == 5
    worlds = find_worlds(laid, places)
    assert 1 < len(worlds) < 120
    luck = Luck(4)
    drawn = [game.knowledge.redraw(deal, state, luck)[0] for _ in range(40 * len(worlds))]
    check_even(Counter(values_at(world, places) for world in drawn), len(worlds))
    check_even(Counter(world.movement[0] for world in drawn), 48)


@pytest.mark.parametrize("setting", [s for s in SETTINGS if s.game == "not-alone"], ids=lambda s: s.text)
def test_the_order_of_the_task_cards(setting: Setting) -> None:
    """Before the first one is turned over; the piles are drawn beside that, so both together are even, too."""
    game = GAMES["not-alone"]
    deal = new_deal(setting, 6)
    state = start_state(game, deal)
    luck = Luck(5)
    drawn = [game.knowledge.redraw(deal, state, luck)[0] for _ in range(1_500)]
    check_even(Counter(tuple(world.task) for world in drawn), 6)
    check_even(Counter((tuple(world.task), world.movement[7] // 13) for world in drawn), 24)
