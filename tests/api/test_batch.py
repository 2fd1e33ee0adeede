"""Many deals solved together: the same as each of them alone, and wins that are wins."""

import itertools
import pickle
import threading
from collections.abc import Iterator
from typing import Any

import pytest

import escapology as esc
from escapology.background import in_processes, in_thread
from escapology.games import GAMES
from escapology.middle import new_deal, start_state
from escapology.setting import make_setting
from escapology.solve import replay, solve
from escapology.solve.replay import check_win, replays, wins_by
from escapology.verdict import Limits, Verdict

SETTINGS = [make_setting(game, variant.name).text for game in GAMES.values() for variant in game.facts.variants]
SOLVED = [setting for setting in SETTINGS if not setting.startswith("kidnap-machine")]
MOST = 20_000  # nodes


@pytest.mark.parametrize("setting", SETTINGS)
def test_a_batch_finds_what_one_deal_alone_finds(setting: str) -> None:
    """Also where solvers begin with arrays that were used before: here each has a thread of its own."""
    game = esc.game(setting)
    rows = list(esc.solve_many(game.deals(range(20, 24)), nodes=MOST))
    for row in rows:
        alone = in_new_thread(lambda row=row: _found_alone(game, row["seed"]))
        assert alone == (row["verdict"], row["reason"], row["nodes"], row["record"], row["chance"])


def _found_alone(game: esc.Game, seed: int) -> tuple[Any, ...]:
    parts, deal = game._parts, game.deal(seed)
    if game.has_dice:
        found = deal.solve(nodes=MOST)
        return found.verdict, found.reason, found.nodes, found.record, found.chance
    verdict = solve(parts, deal._dealt, None, Limits(nodes=MOST))
    chance = {"winnable": 1.0, "unwinnable": 0.0, "undecided": None}[verdict.verdict]
    record = deal.start().play(*verdict.moves).record if verdict.moves else None
    return verdict.verdict, verdict.reason, verdict.nodes, record, chance


def in_new_thread(work: Any) -> Any:
    results: list[Any] = []
    thread = threading.Thread(target=lambda: results.append(work()))
    thread.start()
    thread.join()
    return results[0]


@pytest.mark.parametrize("setting", SOLVED)
def test_compiled_rules_and_plain_ones_check_the_same(setting: str) -> None:
    game, parsed = GAMES[setting.partition("/")[0]], esc.game(setting)._setting
    checked = 0
    for seed in range(40, 60):
        deal = new_deal(parsed, seed)
        state = start_state(game, deal)
        assert game.solving.solve or game.solving.hooks
        found = replay_solver(game)(deal, state, Limits(nodes=MOST))
        if found.verdict != "winnable" or checked == 2:
            continue
        checked += 1
        assert len(found.numbers) == len(found.moves)
        assert replays(game, deal.packed(), state, found.numbers)
        assert wins_by(game, deal, state, found.moves)
        assert not replays(game, deal.packed(), state, found.numbers[:-1]), "that is no win yet"
        assert not replays(game, deal.packed(), state, (*found.numbers[:-1], -1)), "that is not a move"
    assert checked


def replay_solver(game: Any) -> Any:
    from escapology.solve import solver_of

    return solver_of(game)


@pytest.mark.parametrize("in_bulk", [False, True])
@pytest.mark.parametrize("sample", [1, 1 << 40])
def test_a_win_that_is_none_is_refused(in_bulk: bool, sample: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replay, "SAMPLE", sample)
    deal = esc.read_deal("blank: 3 1 5 2 6 4")._dealt
    game = GAMES["blank"]
    state = start_state(game, deal)
    true = replay_solver(game)(deal, state, Limits())
    check_win(game, deal, state, true, in_bulk=in_bulk)
    false = Verdict("winnable", "", 1, 0.0, true.moves[:-1], numbers=true.numbers[:-1])
    with pytest.raises(AssertionError, match="blank: the solver's moves do not win"):
        check_win(game, deal, state, false, in_bulk=in_bulk)


def test_a_sample_of_the_wins_is_checked_by_the_plain_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    """Which deals are in it does not depend on what else is solved."""
    monkeypatch.setattr(replay, "SAMPLE", 4)
    checked: list[str] = []
    plainly = replay.wins_by
    monkeypatch.setattr(replay, "wins_by", lambda *asked: checked.append(repr(asked[1])) or plainly(*asked))
    deals = list(esc.game("blank").deals(range(60)))
    won = [deal for deal, row in zip(deals, esc.solve_many(deals), strict=True) if row["verdict"] == "winnable"]
    expected = [repr(deal._dealt) for deal in won if replay.is_in_sample(deal._dealt.packed())]
    assert checked == expected
    assert 0 < len(expected) < len(won)


def test_a_deal_travels_as_its_seed() -> None:
    deal = esc.game("lab-rats").deal(5)
    packed = pickle.dumps(deal)
    assert len(packed) < 500
    assert pickle.loads(packed) == deal
    assert pickle.loads(packed).line == deal.line
    read = esc.read_deal(deal.line)
    assert pickle.loads(pickle.dumps(read)) == read
    with pytest.raises(esc.SettingError, match="seed -1 is out of range"):
        esc.game("lab-rats").deal(-1)


def quick(number: int) -> int:
    return number + 1


def test_many_quick_pieces_of_work_travel_together() -> None:
    """One at a time, the way there and back took longer than the work: two processes were slower than one."""
    asked = 0

    def numbers() -> Iterator[int]:
        nonlocal asked
        for number in itertools.count():
            asked += 1
            yield number

    ahead = 0
    for number in itertools.islice(in_processes(quick, numbers(), 2), 5_000):
        ahead = max(ahead, asked - number)
    assert 50 < ahead < 5_000, "nor does a process run away while another is still starting"


def test_threads_are_kept_for_the_next_work() -> None:
    """And with them what solvers lay out for themselves."""
    first = in_thread(threading.get_ident)
    assert in_thread(threading.get_ident) == first != threading.get_ident()
    assert in_thread(lambda: in_thread(threading.get_ident)) != first, "that one is busy"
    with pytest.raises(ZeroDivisionError):
        in_thread(lambda: 1 // 0)
    assert in_thread(lambda: 7) == 7
