"""Deals of the base game, and distances in their mazes."""

from collections import deque

from escapology.games.pursuit.dont_let_them_get_you.rules import Deal
from escapology.middle import start_state
from escapology.setting import make_setting
from tests.games.pursuit.positions import DL
from tests.typed import new_deal

TIE = (
    "dont-let-them-get-you: TS 2S 4C | 8D JC 3H 3C 7D 4D 6D 3D KD 6S 5S JS 4H KC TC AD AC 7H 5H 5D QC KH 6H 9C QS 6C "
    "TH 2C 8S 9S 4S JH 2D 8C AH 9D QH TD 7C JD 7S 3S 8H QD KS AS 9H 2H 5C | QD 2C 4H QS 8H 7S KD 4D 2H 6H 3H 9H QC 2D "
    "9D 8D JS TH 5C KS 7C 9C KC 5S 4S JC TS TC 5H 2S 3D JD QH 9S 3C 5D TD JH 6S 4C 7H 8S KH 6C 8C 6D 3S 7D"
)


def dealt(seed, variant="classic"):
    d = new_deal(Deal, make_setting(DL, variant), seed)
    return d, start_state(DL, d)


def distances(s, x):
    """Walking distances from x, by a breadth-first search over the ways."""
    far = {x: 0}
    queue = deque([x])
    while queue:
        here = queue.popleft()
        for direction in range(4):
            there = s.way[4 * here + direction]
            if there >= 0 and there not in far:
                far[there] = far[here] + 1
                queue.append(there)
    return far
