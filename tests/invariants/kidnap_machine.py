"""Numbers stand where somebody was, and clock and dice keep step."""

from typing import Any

from escapology.games.kidnap_machine import rules


def check(d: Any, s: Any) -> None:
    squares = range(d.width * d.height)
    assert [q for q in squares if s.number[q] == rules.GOAL] == [d.route[0]]
    assert s.number[0] == rules.FIRST_NUMBER
    assert all(rules.BLANK <= number <= rules.GOAL for number in s.number)
    assert not any(s.number[len(squares) :])
    assert s.number[s.you] != rules.BLANK, "you never stand on a blank square"
    assert (s.you == s.enemy) == (s.ended == rules.CAUGHT)
    assert (s.number[s.you] == rules.GOAL) == (s.ended == rules.WON)
    assert sum(number != rules.BLANK for number in s.number) <= 2 + s.turn
    assert s.rolled <= 2 * s.turn
    assert 1 <= s.next <= d.length
    assert not d.last_turn or s.turn <= d.last_turn
