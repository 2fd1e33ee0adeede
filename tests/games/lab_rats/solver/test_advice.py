"""What a fair player of Lab Rats does next."""

import itertools
from collections.abc import Iterator

import pytest

from escapology.games import GAMES
from escapology.games.lab_rats.rules import DROP, STACKS, VALUES, Deal, State
from escapology.games.lab_rats.solver.advice import advise, prospects
from escapology.games.lab_rats.solver.kernels import kernel_of
from escapology.games.lab_rats.solver.quick import STAY, lay_out, play_orders, table_of
from escapology.luck import Luck
from escapology.middle import legal_moves, play_move, start_state
from escapology.setting import parse_setting
from escapology.solve.breadth import find_look
from escapology.verdict import Effort, Limits
from tests.games.lab_rats.solver.looked_up import chance_of
from tests.typed import new_deal

GAME = GAMES["lab-rats"]


def dealt(setting: str, seed: int) -> tuple[Deal, State]:
    d = new_deal(Deal, parse_setting(setting, GAMES), seed)
    return d, start_state(GAME, d)


def follow(d: Deal, s: State, row: tuple[int, ...]) -> State:
    for move in row:
        s = play_move(GAME, d, s, move)
    return s


def near_the_exit(setting: str, seed: int, coins: int) -> tuple[Deal, State]:
    """A position with so few coins left, the others dropped, with the rat not far from the exit."""
    d, s = dealt(setting, seed)
    GAME.rules.play(d, s, 0)
    while sum(s.height) + s.bag_count > coins:
        stack = max(range(STACKS), key=lambda i: s.height[i])
        GAME.rules.play(d, s, DROP + stack)
    s.rat = next(square for square in range(95, -1, -1) if d.exit_run[square] == 0) - 4 * (seed % 3)
    return d, s


def worlds(s: State) -> Iterator[State]:
    """All that may be hidden, each as often as it is likely."""
    unseen = [coin for i in range(STACKS) for coin in s.stack[i][: s.height[i]] if coin < VALUES]
    for order in itertools.permutations(unseen):
        coins = iter(order)
        after = s.copy()
        for i in range(STACKS):
            after.stack[i][: s.height[i]] = [next(coins) if c < VALUES else c for c in s.stack[i][: s.height[i]]]
        yield after


def quick_move(d: Deal, s: State) -> int:
    """The quick player's move, by the rules and the table of chances."""
    unseen = [coin for i in range(STACKS) for coin in s.stack[i][: s.height[i]] if coin < VALUES]
    best, chosen = -1.0, -1
    for move in legal_moves(GAME, d, s):
        after = play_move(GAME, d, s, move)
        if GAME.rules.won(d, after):
            return move
        stack = next(i for i in range(STACKS) if after.height[i] < s.height[i])
        top = after.height[stack] - 1
        chances = []
        for value in unseen if top >= 0 else [0]:
            after.stack[stack][max(top, 0)] = value
            chances.append(chance_of(d, after))
        if sum(chances) / len(chances) > best:
            best, chosen = sum(chances) / len(chances), move
    return chosen


@pytest.mark.parametrize("seed", range(4))
def test_the_quick_player_gets_out_as_often_as_by_the_rules(seed: int) -> None:
    d, s = near_the_exit("lab-rats/hard", seed, 6)
    won = count = 0
    for world in worlds(s):
        here = world
        while legal_moves(GAME, d, here):
            here = play_move(GAME, d, here, quick_move(d, here))
        won, count = won + GAME.rules.won(d, here), count + 1
    tries = lay_out(*GAME.knowledge.observe(d, s), [(STAY, s.rat)])
    play_orders(table_of(d), tries, False, 2_000, 1, 0)
    assert tries.wins[0] / 2_000 == pytest.approx(won / count, abs=0.05)


@pytest.mark.parametrize("setting", ["lab-rats/hard", "lab-rats/bag"])
def test_plain_and_compiled_games_are_the_same(setting: str) -> None:
    d, s = dealt(setting, 5)
    seen = GAME.knowledge.observe(d, s)
    found = []
    for play in (play_orders, kernel_of(play_orders)):
        tries = lay_out(*seen, [(STAY, 0), (STAY, 1)])
        play(table_of(d), tries, bool(d.has_bag), 12, 7, 3)
        found.append(tries.wins.tolist())
    assert found[0] == found[1]
    assert sum(found[0])


def test_who_can_run_out_does() -> None:
    d, s = dealt("lab-rats/hard", 1)
    GAME.rules.play(d, s, 0)
    s.rat = next(square for square in range(96) if d.exit_run[square] == 1)
    best = advise(*GAME.knowledge.observe(d, s), Luck(1), Effort(worlds=1))[0]
    assert (best.chance, best.worlds) == (1.0, 0)
    assert GAME.rules.won(d, play_move(GAME, d, s, best.moves[0]))


@pytest.mark.parametrize("seed", [*range(10), 13, 15])
def test_whoever_waits_for_the_right_coin_wins_rebag_whatever_is_hidden(seed: int) -> None:
    d, s = dealt("lab-rats/rebag", seed)
    is_winnable = GAME.solving.solve and GAME.solving.solve(d, s, Limits()).verdict == "winnable"
    for _ in range(1_000):
        if not legal_moves(GAME, d, s):
            break
        best = advise(*GAME.knowledge.observe(d, s), Luck(1), Effort(worlds=1))[0]
        assert (best.chance, best.worlds) == (float(bool(is_winnable)), 0)
        if not is_winnable:
            assert best.moves[0] in legal_moves(GAME, d, s)
            return
        s = play_move(GAME, d, s, best.moves[0])
    assert GAME.rules.won(d, s)


@pytest.mark.parametrize("setting", ["lab-rats", "lab-rats[dropped=liftable]", "lab-rats[lift=any]"])
def test_a_look_shows_a_coin_and_loses_none(setting: str) -> None:
    looked = 0
    for seed in range(6):
        d, s = dealt(setting, seed)
        GAME.rules.play(d, s, 0)
        while row := find_look(GAME, *GAME.knowledge.observe(d, s)):
            after = follow(d, s, row)
            assert GAME.knowledge.hidden(d, after) == GAME.knowledge.hidden(d, s) - 1 or GAME.rules.won(d, after)
            assert after.dropped_count == 0
            looked, s = looked + 1, after
            if GAME.rules.won(d, s):
                break
    assert looked > 20


def test_without_backing_up_nothing_is_free() -> None:
    d, s = dealt("lab-rats/hard", 1)
    GAME.rules.play(d, s, 0)
    assert find_look(GAME, *GAME.knowledge.observe(d, s)) == ()


def test_a_look_leads_through_no_position_that_is_to_be_avoided() -> None:
    d, s = dealt("lab-rats", 2)
    GAME.rules.play(d, s, 0)
    seen, state = GAME.knowledge.observe(d, s)
    for _ in range(20):
        row = find_look(GAME, seen, state)
        if len(row) > 1:
            break
        s = follow(d, s, row) if row else play_move(GAME, d, s, DROP)
        seen, state = GAME.knowledge.observe(d, s)
    assert len(row) > 1
    avoided = play_move(GAME, seen, state, row[0])
    other = find_look(GAME, seen, state, [avoided])
    assert other != row
    here = state
    for move in other:
        here = play_move(GAME, seen, here, move)
        assert here != avoided


@pytest.mark.parametrize("seed", range(10))
def test_what_can_be_won_leaves_hope(seed: int) -> None:
    d, s = dealt("lab-rats", seed)
    luck = Luck(seed)
    for _ in range(30):
        moves = legal_moves(GAME, d, s)
        if not moves:
            break
        assert GAME.solving.solve
        verdict = GAME.solving.solve(d, s, Limits(nodes=100_000)).verdict
        hope = prospects(d, [s], Limits(nodes=100_000))[0].win
        assert hope or verdict == "unwinnable"
        s = play_move(GAME, d, s, moves[luck.below(len(moves))])


@pytest.mark.parametrize("setting", ["lab-rats", "lab-rats/hard", "lab-rats/bag", "lab-rats[dropped=liftable]"])
def test_what_is_lost_for_certain_is_lost_in_every_world(setting: str) -> None:
    lost = 0
    for seed in [*range(6), 13]:
        d, s = dealt(setting, seed)
        luck = Luck(seed)
        for _ in range(100):
            moves = legal_moves(GAME, d, s)
            if not moves:
                break
            seen = GAME.knowledge.observe(d, s)
            best = next(iter(advise(*seen, luck, Effort(worlds=1))), None)
            if best and (best.chance, best.worlds) == (0.0, 0):
                lost += 1
                for _ in range(3):
                    assert GAME.solving.solve
                    world = GAME.knowledge.redraw(*seen, luck)
                    assert GAME.solving.solve(*world, Limits()).verdict == "unwinnable"
                break
            s = play_move(GAME, d, s, moves[luck.below(len(moves))])
    assert lost
