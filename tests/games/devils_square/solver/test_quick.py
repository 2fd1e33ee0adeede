"""The quick player of Devil's Square: what he knows of a colour is right, he never cheats, and his wins are wins."""

import itertools
import random

import numpy as np
import pytest

from escapology.games import GAMES
from escapology.games.devils_square.knowledge import observe, redraw
from escapology.games.devils_square.rules import CARDS, SPACES, Deal, State, opens_space
from escapology.games.devils_square.solver import solve
from escapology.games.devils_square.solver.links import ALL_CARDS, link_graph
from escapology.games.devils_square.solver.quick import choose, draw_cards, find_start, make_move
from escapology.games.devils_square.solver.spots import (
    LOOKS,
    NO_SPOT,
    ONE,
    Spots,
    arrive,
    enter,
    make_spots,
    spot_table,
)
from escapology.luck import Luck
from escapology.middle import legal_moves, play_move, start_state
from escapology.setting import make_setting
from escapology.verdict import Limits
from tests.typed import new_deal

GAME = GAMES["devils-square"]


@pytest.fixture(scope="module")
def spots() -> Spots:
    return spot_table()


def deal_of(seed: int) -> tuple[Deal, State]:
    deal = new_deal(Deal, make_setting(GAME), seed)
    return deal, start_state(GAME, deal)


def wander(d, s, seed: int, moves: int) -> State:
    luck = random.Random(seed)
    for _ in range(moves):
        found = legal_moves(GAME, d, s)
        if found:
            s = play_move(GAME, d, s, luck.choice(found))
    return s


def enter_all(t: Spots, d: Deal, s: State) -> tuple[np.ndarray, np.ndarray]:
    start = find_start(d, s)
    entered = [enter(t, start[c], start[4 + c]) for c in range(4)]
    return np.array([head for head, _ in entered]), np.array([naming for _, naming in entered])


def reach(structure: int, cards: int) -> int:
    """The highest progress that can be reached with those cards, by trying everything."""
    g = link_graph()
    seen, waiting = {structure}, [structure]
    while waiting:
        here = waiting.pop()
        for there in g.to[g.first[here] : g.first[here + 1]].tolist():
            if there not in seen and g.alive[there] and not g.linked[there] & ~cards:
                seen.add(there)
                waiting.append(there)
    return max(int(g.progress[there]) for there in seen)


def mean_reach(structure: int, cards: int, more: int) -> float:
    missing = [1 << card for card in range(16) if not cards >> card & 1]
    sets = [sum(added) for added in itertools.combinations(missing, min(more, len(missing)))]
    return sum(reach(structure, cards | added) for added in sets) / len(sets)


def test_the_outlook_is_how_far_a_colour_can_go(spots):
    g, luck = link_graph(), random.Random(1)
    tried = 0
    while tried < 60:
        structure = luck.randrange(len(g.triple))
        cards = int(g.linked[structure]) | luck.getrandbits(16) & luck.getrandbits(16)
        head, _ = enter(spots, structure, cards)
        if head == NO_SPOT:
            assert not g.alive[structure]
        elif g.progress[structure] > 4:
            right = [mean_reach(structure, cards, more) for more in range(LOOKS)]
            assert (spots.reach[head] / ONE).tolist() == pytest.approx(right, abs=0.01)
            assert spots.outlook[head] == spots.reach[head].sum()
            tried += 1


def test_a_card_that_arrives_leads_where_one_would_enter_with_it(spots):
    g, luck = link_graph(), random.Random(2)
    for _ in range(500):
        structure = luck.randrange(len(g.triple))
        cards = int(g.linked[structure])
        if not g.alive[structure] or cards == ALL_CARDS:
            continue
        head, naming = enter(spots, structure, cards)
        for card in luck.sample(range(16), 16):
            if not cards >> card & 1:
                cards |= 1 << card
                head, naming = arrive(spots, head, naming, card)
                assert head == enter(spots, structure, cards)[0]


def test_part_moves_change_nothing(spots):
    tried = 0
    for seed in range(40):
        d, s = deal_of(seed)
        s = wander(d, s, seed, 12)
        for move in legal_moves(GAME, d, s):
            if not opens_space(s, move):
                after = play_move(GAME, d, s, move)
                assert enter_all(spots, d, after)[0].tolist() == enter_all(spots, d, s)[0].tolist()
                tried += 1
    assert tried > 20


def play_out(t: Spots, d: Deal, heads: np.ndarray, namings: np.ndarray) -> bool:
    """Let him play to the end: who has drawn all cards, with four colours that can be completed, has won."""
    drawn = 0
    while drawn < CARDS - SPACES and (c := choose(t, heads)) >= 0:
        drawn = draw_cards(t, np.array(d.deck), drawn, heads, namings, make_move(t, heads, namings, c))
    return drawn == CARDS - SPACES


def step(structures: set[int], cards: int, progress: int) -> set[int]:
    """All structures of that progress which these lead to with those cards, by part moves and one move more."""
    g = link_graph()
    seen, waiting, found = set(structures), list(structures), set()
    while waiting:
        here = waiting.pop()
        for there in g.to[g.first[here] : g.first[here + 1]].tolist():
            if there not in seen and not g.linked[there] & ~cards:
                seen.add(there)
                if g.progress[there] == g.progress[here]:
                    waiting.append(there)
                elif g.progress[there] == progress:
                    found.add(there)
    return found


@pytest.mark.parametrize("seed", range(10))
def test_a_win_is_a_win(spots, seed):
    """Each of his moves is looked for among all moves there are, and each card is drawn for a space it opened."""
    g, (d, s) = link_graph(), deal_of(seed)
    start = find_start(d, s)
    heads, namings = enter_all(spots, d, s)
    says = play_out(spots, d, heads.copy(), namings.copy())
    can_be = [{structure} for structure in start[:4]]  # of each colour: the structures he may have
    cards, progress, drawn = start[4:8], [0] * 4, 0
    while drawn < CARDS - SPACES and (c := choose(spots, heads)) >= 0:
        progress[c] += make_move(spots, heads, namings, c)
        can_be[c] = {
            there
            for there in step(can_be[c], cards[c], progress[c])
            if g.alive[there] and enter(spots, there, cards[c])[0] == heads[c]
        }
        while drawn < min(sum(progress), CARDS - SPACES):
            card = d.deck[SPACES + drawn]
            c = card >> 4
            cards[c] |= 1 << (card & 15)
            drawn += 1
            heads[c], namings[c] = arrive(spots, heads[c], namings[c], card & 15)
            can_be[c] = {there for there in can_be[c] if enter(spots, there, cards[c])[0] == heads[c]}
        assert all(can_be)
    assert says == (drawn == CARDS - SPACES)
    if says:
        assert solve(d, s, Limits()).verdict == "winnable"
    else:  # no move is left that keeps its colour alive
        further = [step(can_be[c], cards[c], progress[c] + more) for c in range(4) for more in (1, 2)]
        assert not any(g.alive[there] for found in further for there in found)


def choices(t: Spots, d: Deal) -> list[tuple[int, int]]:
    """The cards drawn and the colour chosen, at every choice of a game."""
    heads, namings = enter_all(t, d, start_state(GAME, d))
    drawn, found = 0, []
    while drawn < CARDS - SPACES and (c := choose(t, heads)) >= 0:
        found.append((drawn, int(t.after[heads[c]])))
        for _ in range(make_move(t, heads, namings, c)):
            if drawn < CARDS - SPACES:
                card = d.deck[SPACES + drawn]
                heads[card >> 4], namings[card >> 4] = arrive(t, heads[card >> 4], namings[card >> 4], card & 15)
                drawn += 1
    return found


def test_he_does_not_know_what_comes(spots):
    """Worlds that differ only in cards that come later give the same choices until they come."""
    for seed in range(20):
        d, s = deal_of(seed)
        s.drawn = 10
        other, _ = redraw(*observe(d, s), Luck(seed))
        assert other.deck != d.deck
        early = [[choice for choice in choices(spots, world) if choice[0] <= 10] for world in (d, other)]
        assert early[0] == early[1]


def test_compiled_and_plain_tables_are_the_same(monkeypatch):
    g = link_graph()
    late = g._replace(alive=((g.alive == 1) & (g.progress >= 11)).astype(np.int8))
    compiled = make_spots(late)
    monkeypatch.setenv("ESCAPOLOGY_PLAIN", "1")
    plain = make_spots(late)
    assert len(plain.head) > 1000
    for name, one, other in zip(Spots._fields, compiled, plain, strict=True):
        assert (one == other).all(), name
