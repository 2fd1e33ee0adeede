"""Cards and maze of "Don't Let Them Get You" and its add-on, for the tests: slow and plain.

Spaces are strings such as "c7", cards strings such as "TS", directions "n", "e", "s", "w".
Where the rules text leaves something open, a comment that begins with "Reading:" says how it is settled here.
"""

from __future__ import annotations

from itertools import combinations

RANKS = "A23456789TJQK"  # from the lowest to the highest
SUITS = "SHCD"  # the suit circle
COLUMNS = "abcdefg"
ROWS = "1234567"
DIRECTIONS = "nesw"  # clockwise
OPPOSITE = {"n": "s", "e": "w", "s": "n", "w": "e"}
SHIFT = {"n": (0, -1), "e": (1, 0), "s": (0, 1), "w": (-1, 0)}
SPACES = [column + row for row in ROWS for column in COLUMNS]  # reading order
CORNERS = ["a1", "g1", "a7", "g7"]


# ---------------------------------------------------------------------------------------------------------- cards


def rank_of(card: str) -> str:
    return card[0]


def suit_of(card: str) -> str:
    return card[1]


def is_number(card: str) -> bool:
    return rank_of(card) in "23456789T"


def is_black(card: str) -> bool:
    return suit_of(card) in "SC"


def distance_value(card: str) -> int:
    """A = 1, 2 to 10 as shown, J = Q = K = 11."""
    return min(RANKS.index(rank_of(card)) + 1, 11)


def same_colour_twin(card: str) -> str:
    """The card of the same number and colour: the location of a task."""
    return rank_of(card) + {"S": "C", "C": "S", "H": "D", "D": "H"}[suit_of(card)]


def circle_from(suit: str) -> str:
    start = SUITS.index(suit)
    return SUITS[start:] + SUITS[:start]


def highest(cards: list[str]) -> str:
    return max(cards, key=lambda card: RANKS.index(rank_of(card)))


def preferred_card(cards: list[str], first_suit: str) -> str:
    """The first suit in the circle that is on offer, and in it the highest rank."""
    for suit in circle_from(first_suit):
        offer = [card for card in cards if suit_of(card) == suit]
        if offer:
            return highest(offer)
    raise AssertionError("nothing on offer")


def full_deck() -> list[str]:
    return [rank + suit for suit in SUITS for rank in RANKS]


# ---------------------------------------------------------------------------------------------------------- places


def beside(space: str, direction: str) -> str | None:
    """The space of the 7 x 7 grid next to this one, None beyond the edge."""
    dx, dy = SHIFT[direction]
    x, y = COLUMNS.index(space[0]) + dx, ROWS.index(space[1]) + dy
    return COLUMNS[x] + ROWS[y] if 0 <= x < 7 and 0 <= y < 7 else None


def clockwise(direction: str) -> str:
    return DIRECTIONS[(DIRECTIONS.index(direction) + 1) % 4]


def upright_by_colour(laid: dict[str, str]) -> dict[str, bool]:
    """Which cards stand upright: the orientation rule, from the card on a1 through all laid cards, in any order."""
    upright = {"a1": True}
    waiting = ["a1"]
    while waiting:
        space = waiting.pop()
        for direction in DIRECTIONS:
            other = beside(space, direction)
            if other is None or other not in laid:
                continue
            same_colour = is_black(laid[space]) == is_black(laid[other])
            wanted = upright[space] if not same_colour else not upright[space]
            if other not in upright:
                upright[other] = wanted
                waiting.append(other)
            assert upright[other] == wanted, "the orientation rule never conflicts"
    return upright


class Maze:
    """Cards on the grid and the ways between them."""

    def __init__(self, cards: dict[str, str]) -> None:
        self.cards = dict(cards)  # space -> card
        self.upright = upright_by_colour(self.cards)
        self.turned: list[str] = []  # spaces whose card was turned by 90 degrees because the maze was split
        if not self.is_connected():
            self.repair()

    def repair(self) -> None:
        """Turn the fewest cards that connect the maze; among such sets the first in reading order."""
        for count in range(1, 50):
            for spaces in combinations(SPACES, count):
                for space in spaces:
                    self.upright[space] = not self.upright[space]
                if self.is_connected():
                    self.turned = list(spaces)
                    return
                for space in spaces:
                    self.upright[space] = not self.upright[space]

    def is_connected(self) -> bool:
        present = [space for space in SPACES if space in self.cards]
        return len(self.distances(present[0])) == len(present)

    def card(self, space: str) -> str:
        return self.cards[space]

    def space_of(self, card: str) -> str:
        for space, other in self.cards.items():
            if other == card:
                return space
        raise AssertionError(card + " is not here")

    def way(self, space: str, direction: str) -> tuple[str, str] | None:
        """("join" or "door", the space behind it), or None where a wall or nothing is."""
        other = beside(space, direction)
        if other is None or other not in self.cards:
            return None
        lengthwise = [self.upright[place] == (direction in "ns") for place in (space, other)]
        if all(lengthwise):
            return "join", other
        return ("door", other) if any(lengthwise) else None

    def open_directions(self, space: str) -> list[str]:
        return [direction for direction in DIRECTIONS if self.way(space, direction) is not None]

    def next_space(self, space: str, direction: str) -> str:
        way = self.way(space, direction)
        assert way is not None
        return way[1]

    def distances(self, start: str) -> dict[str, int]:
        """Fewest steps to every card that can be reached."""
        steps = {start: 0}
        queue = [start]
        for space in queue:
            for direction in DIRECTIONS:
                way = self.way(space, direction)
                if way is not None and way[1] in self.cards and way[1] not in steps:
                    steps[way[1]] = steps[space] + 1
                    queue.append(way[1])
        return steps

    def room(self, start: str) -> list[str]:
        """The joined cards around a card, in reading order."""
        room = {start}
        waiting = [start]
        while waiting:
            space = waiting.pop()
            for direction in DIRECTIONS:
                way = self.way(space, direction)
                if way is not None and way[0] == "join" and way[1] not in room:
                    room.add(way[1])
                    waiting.append(way[1])
        return [space for space in SPACES if space in room]

    def preferred_direction(self, space: str, directions: list[str], first_suit: str) -> str:
        """Of several open directions the one to the preferred card."""
        behind = {self.card(self.next_space(space, direction)): direction for direction in directions}
        return behind[preferred_card(list(behind), first_suit)]

    def direction_towards(self, space: str, goal: str) -> str | None:
        """The direction in which the goal lies on a straight line, whatever is between; None if on no line."""
        return straight_direction(coordinates(space), coordinates(goal))

    def stands_apart(self, space: str) -> bool:
        """A place without any contact to the rest (the add-on's vessel while it is adrift)."""
        return False


def coordinates(space: str) -> tuple[int, int]:
    return COLUMNS.index(space[0]), ROWS.index(space[1])


def straight_direction(here: tuple[int, int], there: tuple[int, int]) -> str | None:
    if here == there:
        return None
    if here[0] == there[0]:
        return "s" if there[1] > here[1] else "n"
    if here[1] == there[1]:
        return "e" if there[0] > here[0] else "w"
    return None
