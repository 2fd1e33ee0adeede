"""A plain reference implementation of Lab Rats, written from the rules to check the engine in lock-step.

Nothing here is fast. A square is a pair (x east, y north), the maze is a set of squares, a coin is its digit as text,
a stack is a list of coins with the top one first, and the coins on the floor are lists of (coin, square), oldest first.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from escapology.luck import draw_at

Square = tuple[int, int]

STEPS: dict[str, Square] = {"n": (0, 1), "e": (1, 0), "s": (0, -1), "w": (-1, 0)}
TURN_LEFT = {"n": "w", "w": "s", "s": "e", "e": "n"}
TURN_RIGHT = {"n": "e", "e": "s", "s": "w", "w": "n"}
STACKS = ["A", "B", "C"]

VARIANTS = {"classic", "hard", "bag", "rebag"}
# Every option with its values; the first is what holds if the deal line does not name the option.
OPTIONS: dict[str, list[str]] = {
    "diagram": ["table", "turn"],
    "touch": ["edge", "corner"],
    "dropped": ["lost", "liftable"],
    "lift": ["last", "any"],
}


# --- the maze ---------------------------------------------------------------------------------------------------------


def tile_squares(corner: Square) -> set[Square]:
    """The four squares of the tile whose south-west square is `corner`."""
    x, y = corner
    return {(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)}


def next_tile(corner: Square, heading: str, die: str, diagram: str) -> tuple[Square, str]:
    """The south-west square and the heading of the tile that a die result places after the given one."""
    if die == "3":
        right, forward, new_heading = 0, 2, heading
    elif die == "2":
        right, forward, new_heading = -1, 2, heading
    elif die == "4":
        right, forward, new_heading = 1, 2, heading
    elif die == "1":
        right, forward, new_heading = -2, 1, TURN_LEFT[heading]
    elif die == "5":
        right, forward, new_heading = 2, 1, TURN_RIGHT[heading]
    else:
        raise ValueError(f"no such die result: {die!r}")
    if diagram == "turn" and die in ("1", "5"):
        right, forward = 0, 2
    forward_x, forward_y = STEPS[heading]
    right_x, right_y = STEPS[TURN_RIGHT[heading]]
    x, y = corner
    return (x + right * right_x + forward * forward_x, y + right * right_y + forward * forward_y), new_heading


def tiles(maze: str, diagram: str = "table") -> list[tuple[Square, str]]:
    """The south-west square and the heading of every tile, the first tile included."""
    assert diagram in OPTIONS["diagram"], diagram
    result: list[tuple[Square, str]] = [((0, 0), "n")]
    for die in maze:
        corner, heading = result[-1]
        result.append(next_tile(corner, heading, die, diagram))
    return result


def edge_neighbours(square: Square) -> set[Square]:
    """The four squares that share an edge with this one."""
    x, y = square
    return {(x + dx, y + dy) for dx, dy in STEPS.values()}


def corner_neighbours(square: Square) -> set[Square]:
    """The four squares that share only a corner with this one."""
    x, y = square
    return {(x - 1, y - 1), (x - 1, y + 1), (x + 1, y - 1), (x + 1, y + 1)}


def legal_maze(maze: str, diagram: str = "table", touch: str = "edge") -> bool:
    """Whether every placement of the maze is legal (the number of tiles is not looked at)."""
    assert touch in OPTIONS["touch"], touch
    placed = [tile_squares(corner) for corner, _ in tiles(maze, diagram)]
    for number in range(1, len(placed)):
        new = placed[number]
        for earlier in placed[:number]:
            if new & earlier:
                return False
        for other in placed[: number - 1]:  # every tile but the one just before
            for square in new:
                if edge_neighbours(square) & other:
                    return False
                if touch == "corner" and corner_neighbours(square) & other:
                    return False
    return True


def squares(maze: str, diagram: str = "table", touch: str = "edge") -> tuple[set[Square], list[Square], str]:
    """The maze's squares, the two squares outside the exit (sorted) and the direction in which the exit is left.

    `touch` only decides which mazes are legal; it changes no square.
    """
    assert touch in OPTIONS["touch"], touch
    placed = tiles(maze, diagram)
    inside: set[Square] = set()
    for corner, _ in placed:
        inside |= tile_squares(corner)
    last_corner, direction = placed[-1]
    last = tile_squares(last_corner)
    dx, dy = STEPS[direction]
    exits = sorted((x + dx, y + dy) for x, y in last if (x + dx, y + dy) not in last)
    return inside, exits, direction


# --- the game ---------------------------------------------------------------------------------------------------------


def read_name(name: str) -> tuple[str, dict[str, str]]:
    """The variant and the options of a deal line's first part, such as `lab-rats/hard[diagram=turn]`."""
    options = {option: values[0] for option, values in OPTIONS.items()}
    if name.endswith("]"):
        name, text = name[:-1].split("[")
        for word in text.replace(",", " ").replace(";", " ").split():
            option, value = word.split("=")
            if value not in OPTIONS.get(option, []):
                raise ValueError(f"no such option: {word!r}")
            options[option] = value
    variant = "classic"
    if "/" in name:
        name, variant = name.split("/")
    if name != "lab-rats" or variant not in VARIANTS:
        raise ValueError(f"not a game of Lab Rats: {name}/{variant}")
    return variant, options


def place_of(luck: str, drops: int, places: int) -> int:
    """Where the deal lets a dropped coin go: `4.0.11+7` names the first three places, and 7 settles all others."""
    *told, number = luck.replace("+", ".").split(".")
    return min(int(told[drops]), places - 1) if drops < len(told) else draw_at(int(number), drops, places)


def no_place(dropped: int, in_bag: int) -> int:
    """Where coins go back in variants without a bag: nowhere."""
    return 0


class Twin:
    """One game of Lab Rats.

    `place` is for drops in `rebag` only: place(earlier drops, places) is the index in the bag, 0 to places - 1, where
    a dropped coin is put (0: it would be drawn next). Luck is no rule, so by default it is that of the deal's number.
    """

    def __init__(self, deal_line: str, place: Callable[[int, int], int] | None = None) -> None:
        name, deal = deal_line.strip().split(": ", 1)
        self.variant, self.options = read_name(name)
        self.place = place or (partial(place_of, deal.split()[-1]) if self.variant == "rebag" else no_place)
        words = deal.split(" ")
        if len(words) != (3 if self.variant == "rebag" else 2):
            raise ValueError(f"wrong number of fields: {deal_line!r}")
        self.maze, self.exits, self.exit_direction = squares(words[0], self.options["diagram"], self.options["touch"])
        self.stacks: dict[str, list[str]]
        self.bag: list[str]  # the next coin to be drawn first
        if self.variant in ("bag", "rebag"):
            coins = list(words[1])
            self.stacks = {stack: [coin] for stack, coin in zip(STACKS, coins[:3], strict=False)}
            self.bag = coins[3:]
        else:
            first, second, third = words[1].split("/")
            self.stacks = {"A": list(first), "B": list(second), "C": list(third)}
            self.bag = []
        self.rat: Square | None = None
        self.out = False
        self.trail: list[tuple[str, Square]] = []  # the movement coins on the floor
        self.dropped: list[tuple[str, Square]] = []
        self.drops = 0

    # What is legal

    def moves(self) -> list[str]:
        """Every legal move, sorted; none when the game is over."""
        if self.out:
            return []
        if self.rat is None:
            return ["start 0", "start 1"]
        result = []
        for stack in STACKS:
            if self.stacks[stack]:
                result.append(f"drop {stack}")
                for direction in STEPS:
                    for distance in self.distances(self.rat, direction, self.stacks[stack][0]):
                        result.append(f"{stack}:{direction}{distance}")
        if self.variant == "classic":
            if self.may_go_back():
                result.append("back")
            if self.coin_to_lift() is not None:
                for stack in STACKS:
                    if len(self.stacks[stack]) < 8:
                        result.append(f"lift {stack}")
        return sorted(result)

    def distances(self, square: Square, direction: str, coin: str) -> list[int]:
        """The distances the coin may run from the square, as written in a move.

        The squares inside come first; over the exit edge there is one more step, to the first square outside.
        """
        dx, dy = STEPS[direction]
        x, y = square
        inside = 0  # how many squares the rat could run and still be in the maze
        while (x + dx * (inside + 1), y + dy * (inside + 1)) in self.maze:
            inside += 1
        beyond = (x + dx * (inside + 1), y + dy * (inside + 1))
        exit_ahead = direction == self.exit_direction and beyond in self.exits
        if coin == "0":
            return list(range(1, inside + 1)) + ([inside + 1] if exit_ahead else [])
        if int(coin) <= inside:
            return [int(coin)]
        return [inside + 1] if exit_ahead else []

    def coin_to_lift(self) -> int | None:
        """The place in the trail of the coin that may be lifted now, if any."""
        if self.options["lift"] == "any":
            here = [number for number, (_, square) in enumerate(self.trail) if square == self.rat]
            return here[-1] if here else None
        if self.trail and self.trail[-1][1] == self.rat:
            return len(self.trail) - 1
        return None

    def may_go_back(self) -> bool:
        """Whether there is a last coin to go back to."""
        if not self.trail:
            return False
        if self.options["lift"] == "any":
            return all(square != self.rat for _, square in self.trail)
        return self.trail[-1][1] != self.rat

    # Playing

    def play(self, move: str) -> None:
        """Make a legal move."""
        assert move in self.moves(), f"illegal move {move}"
        if move.startswith("start "):
            self.rat = (int(move[-1]), 0)
            return
        assert self.rat is not None
        if move == "back":
            self.rat = self.trail[-1][1]
        elif move.startswith("lift "):
            number = self.coin_to_lift()
            assert number is not None
            coin, _ = self.trail.pop(number)
            self.stacks[move[-1]].insert(0, coin)
        elif move.startswith("drop "):
            self.drop(move[-1])
        else:
            self.run(move)

    def run(self, move: str) -> None:
        """A run such as `A:n3`: lay the coin under the rat, then move the rat."""
        assert self.rat is not None
        stack, way = move.split(":")
        coin = self.stacks[stack].pop(0)
        self.trail.append((coin, self.rat))
        dx, dy = STEPS[way[0]]
        distance = int(way[1:])
        self.rat = (self.rat[0] + dx * distance, self.rat[1] + dy * distance)
        self.out = self.rat not in self.maze  # a legal run leaves the maze by the exit only
        self.refill(stack)

    def drop(self, stack: str) -> None:
        """Give up the top coin of a stack."""
        assert self.rat is not None
        coin = self.stacks[stack].pop(0)
        if self.variant == "rebag":
            places = len(self.bag) + 1
            index = self.place(self.drops, places)
            assert 0 <= index < places
            self.bag.insert(index, coin)
        elif self.variant == "classic" and self.options["dropped"] == "liftable":
            self.trail.append((coin, self.rat))
        else:
            self.dropped.append((coin, self.rat))
        self.drops += 1
        self.refill(stack)

    def refill(self, stack: str) -> None:
        """In `bag` and `rebag` a used or dropped coin is replaced from the bag (which is empty in the other games)."""
        if self.bag:
            self.stacks[stack].append(self.bag.pop(0))

    # Telling

    def status(self) -> str:
        """`won`, `lost` (no legal move) or `playing`."""
        if self.out:
            return "won"
        return "playing" if self.moves() else "lost"

    def state(self) -> str:
        """The state line."""

        def on_floor(coins: list[tuple[str, Square]]) -> str:
            return ";".join(f"{coin}@{x},{y}" for coin, (x, y) in coins) or "-"

        rat = "-" if self.rat is None else f"{self.rat[0]},{self.rat[1]}"
        words = [f"rat={rat}"]
        for stack in STACKS:
            words.append(f"{stack}={''.join(self.stacks[stack]) or '-'}")
        words.append(f"trail={on_floor(self.trail)}")
        words.append(f"dropped={on_floor(self.dropped)}")
        words.append(f"status={self.status()}")
        return " ".join(words)
