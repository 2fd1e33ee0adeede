"""Who follows hints to the end of a game comes to no position twice, and is told in time that it is lost."""

from collections.abc import Sequence

import pytest

from escapology.answer import Hint
from escapology.games import GAMES
from escapology.luck import Luck
from escapology.middle import legal_moves, legal_texts, new_deal, play_move, start_state
from escapology.protocol import AnyGame, Deal, Struct
from escapology.record import Record, record_text
from escapology.setting import make_setting
from escapology.solve import Limits, hint, solve
from escapology.thinking.task import play_task
from escapology.thinking.worker import think
from tests.samples import in_full, sizes

LIKE_OTHERS = ("even", "hard")  # variants that differ in the deal alone from one that is gone through in any case
VARIANTS = [
    pytest.param(game.name, variant.name, marks=pytest.mark.long if variant.name in LIKE_OTHERS else ())
    for game in GAMES.values()
    if not game.facts.has_dice
    for variant in game.facts.variants
]
MOST_MOVES = 2_000


def ask(game: AnyGame, deal: Deal, texts: Sequence[str]) -> Hint:
    """A hint as the web app asks for it: by the record of the game so far."""
    answer = think(play_task("hint", record_text(Record(game, deal, tuple(texts)))))
    assert isinstance(answer, Hint), answer
    return answer


def follow(game: AnyGame, deal: Deal, forget: Luck | None = None) -> tuple[list[Struct], str]:
    """The positions one comes to, and what was said last; now and then what was advised is forgotten."""
    states, said = [start_state(game, deal)], ""
    texts: list[str] = []
    while legal_moves(game, deal, states[-1]) and len(texts) < MOST_MOVES:
        if forget and forget.below(3) == 0:
            hint._rows.clear()
        found = ask(game, deal, texts)
        said = found.standing
        if said == "lost":
            break
        texts.append(found.move)
        states.append(play_move(game, deal, states[-1], legal_texts(game, deal, states[-1])[found.move]))
    return states, said


@pytest.mark.parametrize("games", sizes(1, in_full(8, 200)))
@pytest.mark.parametrize(("name", "variant"), VARIANTS)
def test_no_position_comes_twice(name: str, variant: str, games: int) -> None:
    game = GAMES[name]
    for seed in range(70_000, 70_000 + games):
        deal = new_deal(make_setting(game, variant), seed)
        states, said = follow(game, deal)
        assert len({repr(state) for state in states}) == len(states)
        if said == "lost":
            assert solve(game, deal, states[-1], Limits(seconds=10)).verdict != "winnable"
        else:
            assert not legal_moves(game, deal, states[-1])


@pytest.mark.parametrize("seed", range(3))
def test_nor_for_one_whose_server_forgets_what_it_advised(seed: int) -> None:
    game = GAMES["lab-rats"]
    states, _ = follow(game, new_deal(make_setting(game, "classic"), 71_000 + seed), Luck(seed))
    assert len({repr(state) for state in states}) == len(states)


def test_nor_for_one_who_gets_no_answer_in_time() -> None:
    """As long as there are moves that lead to new places."""
    game, led = GAMES["lab-rats"], 0
    for seed in range(20):
        deal, luck = new_deal(make_setting(game, "classic"), seed), Luck(seed)
        states = [start_state(game, deal)]
        for _ in range(12):
            moves = legal_moves(game, deal, states[-1])
            states.append(play_move(game, deal, states[-1], moves[luck.below(len(moves))]))
            found = hint.give_hint(game, deal, states[-1], before=states[:-1], peeks=True, seconds=0)
            legal = legal_texts(game, deal, states[-1])
            stretch = hint._since_something_was_seen(game, deal, states)
            fresh = [text for text, move in legal.items() if play_move(game, deal, states[-1], move) not in stretch]
            if found.standing == "heuristic" and 0 < len(fresh) < len(legal):
                assert found.move in fresh
                led += 1
    assert led > 3


def test_another_process_goes_on_with_what_was_advised() -> None:
    game = GAMES["lab-rats"]
    deal = new_deal(make_setting(game, "classic"), 3)
    states = [start_state(game, deal)]
    row = hint.give_hint(game, deal, states[0], peeks=True, seconds=10).row
    for text in row:
        states.append(play_move(game, deal, states[-1], legal_texts(game, deal, states[-1])[text]))
    stretches = [hint._since_something_was_seen(game, deal, states[: i + 1]) for i in range(1, len(row))]
    whole = [stretch for stretch in stretches if stretch[0] is states[0]]  # what was advised at first still holds
    assert whole
    for stretch in whole:
        hint._rows.clear()
        *before, here = stretch
        found = hint.give_hint(game, deal, here, before=before, peeks=True, seconds=10)
        assert found.row == row[len(before) :]
