"""The solver of Devil's Square: right by trying everything, by looking one move ahead, and from anywhere in a game."""

import random
import threading

import pytest

from escapology.games import GAMES
from escapology.games.devils_square.rules import Deal, State
from escapology.games.devils_square.solver import best_score, claims, decision, families, line, links, solve
from escapology.games.devils_square.solver.start import find_arrivals
from escapology.layout import Rows
from escapology.middle import legal_moves, play_move, read_move, start_state
from escapology.setting import make_setting
from escapology.verdict import Limits
from tests.games.devils_square.solver.exhaustive import most_books
from tests.samples import sizes
from tests.stopping import Stopped
from tests.typed import new_deal

GAME = GAMES["devils-square"]
HARD = 2515  # seed of a deal that takes a quarter of a second


def deal_of(seed: int) -> tuple[Deal, State]:
    deal = new_deal(Deal, make_setting(GAME), seed)
    return deal, start_state(GAME, deal)


def play_on(d, s, moves) -> State:
    for move in moves:
        s = play_move(GAME, d, s, read_move(GAME, d, s, move))
    return s


def wander(d, s, luck: random.Random, moves: int) -> State:
    for _ in range(moves):
        found = legal_moves(GAME, d, s)
        if found:
            s = play_move(GAME, d, s, luck.choice(found))
    return s


def stray(seed: int, to_the_end: tuple[int, int], at_random: int) -> tuple[Deal, State] | None:
    """A position off the winning line: some moves before its end, then some moves at random."""
    luck = random.Random(seed)
    d, s = deal_of(seed)
    verdict = solve(d, s, Limits())
    if verdict.verdict != "winnable":
        return None
    cut = max(0, len(verdict.moves) - luck.randint(*to_the_end))
    return d, wander(d, play_on(d, s, verdict.moves[:cut]), luck, luck.randint(0, at_random))


def check_by_trying_everything(d, s) -> str:
    """The verdict, "" if there was too much to try."""
    books = most_books(d, s)
    if books is None:
        return ""
    verdict = best_score(d, s, Limits())
    assert verdict.best_score == 10 * books
    assert (verdict.verdict == "winnable") == (books == 16)
    return f"{verdict.verdict} {verdict.reason}".strip()


@pytest.mark.parametrize(
    ("seed", "verdict", "reason"),
    [
        (523, "winnable", ""),  # simple
        (920, "winnable", ""),  # complex: a search with narrow families does not find it
        (188, "unwinnable", "colours"),  # simple
        (945, "unwinnable", "exhausted"),  # simple, though the colours for themselves could keep up
        (HARD, "unwinnable", "exhausted"),  # complex
    ],
)
def test_named_deals(seed, verdict, reason):
    d, s = deal_of(seed)
    found = solve(d, s, Limits())
    assert (found.verdict, found.reason) == (verdict, reason)
    assert GAME.rules.won(d, play_on(d, s, found.moves)) == (verdict == "winnable")
    assert found.best_score == (160 if verdict == "winnable" else None)


@pytest.mark.parametrize("count", sizes(60, 200))
def test_deals_by_trying_everything(count):
    deals = [deal_of(seed) for seed in range(50_070, 50_070 + count)]
    lost = [(d, s) for d, s in deals if solve(d, s, Limits()).verdict != "winnable"]  # wins are checked by replay
    found = [check_by_trying_everything(d, s) for d, s in lost]
    assert found.count("unwinnable colours") > count / 5
    assert found.count("unwinnable exhausted") > count // 100


@pytest.mark.parametrize("count", sizes(100, 400))
def test_late_positions_by_trying_everything(count):
    positions = [stray(seed, (2, 28), 8) for seed in range(count)]
    found = [check_by_trying_everything(*position) for position in positions if position]
    assert found.count("winnable") > count / 5
    assert found.count("unwinnable colours") >= count / 50


@pytest.mark.parametrize("before_the_end", [(20, 40), (41, 70)])
def test_one_move_ahead(before_the_end):
    """A position is worth what its best move is worth. Held everywhere, this alone makes a solver right."""
    worth = []
    for seed in range(1_000, 1_080):
        position = stray(seed, before_the_end, 12)
        if position is None:
            continue
        d, s = position
        verdict = best_score(d, s, Limits())
        after = [best_score(d, play_move(GAME, d, s, move), Limits()) for move in legal_moves(GAME, d, s)]
        assert verdict.best_score == max([GAME.rules.score(d, s), *(v.best_score for v in after)])
        assert (verdict.verdict == "winnable") == any(v.verdict == "winnable" for v in after)
        worth.append(verdict.best_score)
    assert 160 in worth
    assert min(worth) < 160


def test_wins_replay_from_every_position_of_a_win():
    for seed in (523, 920, 2536):
        d, s = deal_of(seed)
        for move in solve(d, s, Limits()).moves:
            assert GAME.rules.won(d, play_on(d, s, solve(d, s, Limits()).moves))
            s = play_on(d, s, [move])
        assert solve(d, s, Limits()).moves == ()
        assert solve(d, s, Limits()).verdict == "winnable"


def test_narrow_families_change_nothing(monkeypatch):
    deals = [deal_of(seed) for seed in range(120)]
    narrow = [solve(d, s, Limits()) for d, s in deals]
    monkeypatch.setattr(decision, "_WIDTHS", decision._WIDTHS[-1:])
    wide = [solve(d, s, Limits()) for d, s in deals]
    assert [(v.verdict, v.reason) for v in narrow] == [(v.verdict, v.reason) for v in wide]


def test_compiled_equals_plain():
    g = links.link_graph()
    for seed in (188, 523, 945):
        d, s = deal_of(seed)
        verdict = solve(d, s, Limits())
        a, work = find_arrivals(g, d, s), families.make_work(len(g.triple), 1)
        ended = claims.search(g, a, work, 24, 20_000)
        assert ended == (claims.WON if verdict.verdict == "winnable" else claims.LOST)
        assert work.tally[families.NODES] == verdict.nodes
        if ended == claims.WON:
            paths = line.make_paths(len(g.triple))
            count = line.find_line(g, a, work, paths, [d], Rows([s.copy()]))
            assert tuple(map(decision._move_text, paths.moves[:count].tolist())) == verdict.moves


@pytest.mark.parametrize(
    ("limits", "reason"),
    [
        ({"nodes": 1}, "nodes"),
        ({"nodes": 1_000}, "nodes"),
        ({"seconds": 0.001}, "seconds"),
        ({"memory": 1_000_000}, "memory"),
    ],
)
def test_limits(limits, reason):
    d, s = deal_of(HARD)
    found = solve(d, s, Limits(**limits))
    assert (found.verdict, found.reason, found.moves) == ("undecided", reason, ())


def test_one_node_decides_nothing():
    for seed in range(20):
        assert solve(*deal_of(seed), Limits(nodes=1)).reason == "nodes"


def test_scratch_that_does_not_suffice():
    fits = links.GRAPH_BYTES + families.work_bytes(1) + 1
    d, s = deal_of(HARD)
    found = solve(d, s, Limits(memory=fits))
    assert (found.verdict, found.reason) == ("undecided", "memory")
    assert solve(*deal_of(523), Limits(memory=fits)).verdict == "winnable"


def test_memory_is_what_it_says():
    g = links.link_graph()
    assert sum(array.nbytes for array in g) <= links.GRAPH_BYTES
    for scale in (1, 8):
        scratch = (*families.make_work(len(g.triple), scale), *line.make_paths(len(g.triple)))
        assert sum(array.nbytes for array in scratch) <= families.work_bytes(scale)


def test_best_score_under_limits():
    d, s = deal_of(HARD)
    nodes = solve(d, s, Limits()).nodes
    found = best_score(d, s, Limits(nodes=nodes + 100))
    assert (found.verdict, found.best_score) == ("unwinnable", None)


def test_stopped_from_another_thread():
    d, s = deal_of(HARD)
    found = solve(d, s, Limits(stop=Stopped()))
    assert (found.verdict, found.reason) == ("undecided", "stopped")


def test_threads_do_not_meet():
    deals = [deal_of(seed) for seed in range(60)]
    alone = [solve(d, s, Limits()).moves for d, s in deals]
    together: dict[int, list[tuple[str, ...]]] = {}

    def solve_all(thread: int) -> None:
        together[thread] = [solve(d, s, Limits()).moves for d, s in deals]

    threads = [threading.Thread(target=solve_all, args=(i,)) for i in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert list(together.values()) == [alone] * 3


def test_a_position_that_can_not_be():
    d, s = deal_of(0)
    s.height[0] = 0  # a card that is nowhere
    with pytest.raises(ValueError, match="not a position met in play"):
        solve(d, s, Limits())


@pytest.mark.long
def test_thousands_of_deals():
    verdicts = []
    for seed in range(20_000, 25_000):
        d, s = deal_of(seed)
        found = solve(d, s, Limits())
        assert GAME.rules.won(d, play_on(d, s, found.moves)) == (found.verdict == "winnable")
        verdicts.append(found.verdict)
    assert "undecided" not in verdicts
    assert 0.52 < verdicts.count("winnable") / len(verdicts) < 0.57
