"""What each game promises of every position: nothing is ever lost or doubled."""

from collections import Counter
from typing import Any

from escapology.games.devils_square.rules import CARDS, SPACES
from escapology.games.kidnap_machine import rules as kidnap
from escapology.games.pursuit.not_alone.rules.state import DOCKED
from escapology.games.pursuit.rules.maze import ALL, connected
from escapology.games.pursuit.rules.sight import sees
from escapology.games.pursuit.rules.state import CAUGHT, ENTER, LAY, NOWHERE, START, VESSEL, WALK


def blank(d: Any, s: Any) -> None:
    assert s.climbed + s.skipped == s.top


def devils_square(d: Any, s: Any) -> None:
    seen: list[int] = []
    for space in range(SPACES):
        pile = s.pile[space][: s.height[space]]
        seen += pile
        assert [card >> 2 for card in pile] == list(range(pile[0] >> 2, (pile[0] >> 2) + len(pile))) if pile else True
        assert len({card & 3 for card in pile}) == len(pile) < 4
        assert s.items[space] == sum(1 << (card & 3) for card in pile)
        assert s.rank[space] == (pile[-1] >> 2 if pile else -1)
    assert len(set(seen)) == len(seen)
    assert len(seen) + 4 * s.books == SPACES + s.drawn
    assert set(seen) <= set(d.deck[: SPACES + s.drawn])
    if s.drawn < CARDS - SPACES:
        assert all(s.height), "a space is open although the draw pile lasts"


def lab_rats(d: Any, s: Any) -> None:
    coins = [coin for stack in range(3) for coin in s.stack[stack][: s.height[stack]]]
    coins += s.trail_coin[: s.trail_count] + s.dropped_coin[: s.dropped_count] + s.bag[: s.bag_count]
    assert Counter(coin & 7 for coin in coins) == Counter(d.coins) == dict.fromkeys(range(6), 4)
    shown = [coin for coin in coins if coin >= 8]
    assert len(set(shown)) == len(shown), "each value exists once per suit"
    assert -1 <= s.rat < 98
    assert all(0 <= square < 96 for square in s.trail_square[: s.trail_count])
    if not d.has_bag:
        assert all(coin >= 8 for stack in range(3) for coin in s.stack[stack][: s.height[stack]][-1:])


def maze(d: Any, s: Any) -> None:
    """What both maze games promise."""
    cards = [s.card[x] for x in range(49) if s.there >> x & 1]
    assert len(set(cards)) == len(cards), "no two cards are the same"
    assert set(cards) | set(d.task) <= set(range(52))
    assert 1 <= s.fatigue <= 6
    assert 1 <= s.turn <= 24
    assert (s.using > 0) == (s.phase == WALK)
    for p in range(s.pursuers):
        x = s.at[p]
        if x == NOWHERE or (x == VESSEL and s.vessel != DOCKED):
            continue
        assert x == VESSEL or s.there >> x & 1
        if s.status != CAUGHT:
            assert s.way[4 * x + s.facing[p]] != NOWHERE, "a pursuer faces an open way"
            assert not s.alert[p] or sees(s, p) or s.memory[p] != NOWHERE, "an alert one sees you or remembers"
            assert s.alert[p] or not sees(s, p), "one who sees you is alert"
            assert x != s.you


def dont_let_them_get_you(d: Any, s: Any) -> None:
    maze(d, s)
    assert sorted(s.card[:49]) == sorted([*d.maze[: s.laid], *[-1] * (49 - s.laid)])
    if s.phase != LAY:
        assert connected(s, 0) == ALL, "the maze is connected"
        assert s.pursuers == (0 if s.phase == ENTER else 1 + s.done.bit_count())


def not_alone(d: Any, s: Any) -> None:
    maze(d, s)
    if s.phase != START:
        assert connected(s, s.you) == s.there, "the station is connected"
    assert sum(x >= 0 for x in s.dock) <= 3
    assert all(
        s.there >> x & 1 and s.card[x] // 13 == card // 13 for x, card in zip(s.dock, d.task, strict=True) if x >= 0
    )
    for task, x in enumerate(s.location):
        assert not (s.done >> task & 1 and s.there >> x & 1), "what is done is gone"


def kidnap_machine(d: Any, s: Any) -> None:
    squares = range(d.width * d.height)
    assert [q for q in squares if s.number[q] == kidnap.GOAL] == [d.route[0]]
    assert s.number[0] == kidnap.FIRST_NUMBER
    assert all(kidnap.BLANK <= number <= kidnap.GOAL for number in s.number)
    assert not any(s.number[len(squares) :])
    assert s.number[s.you] != kidnap.BLANK, "you never stand on a blank square"
    assert (s.you == s.enemy) == (s.ended == kidnap.CAUGHT)
    assert (s.number[s.you] == kidnap.GOAL) == (s.ended == kidnap.WON)
    assert sum(number != kidnap.BLANK for number in s.number) <= 2 + s.turn
    assert s.rolled <= 2 * s.turn
    assert 1 <= s.next <= d.length
    assert not d.last_turn or s.turn <= d.last_turn


INVARIANTS = {
    "blank": blank,
    "devils-square": devils_square,
    "dont-let-them-get-you": dont_let_them_get_you,
    "kidnap-machine": kidnap_machine,
    "lab-rats": lab_rats,
    "not-alone": not_alone,
}
