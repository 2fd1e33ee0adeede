"""Kidnap Machine once more: slow, plain, written from the rules alone; it shares no code with the game."""

import itertools
import json
from pathlib import Path

HOUSES = Path(__file__).parents[2] / "src/escapology/games/kidnap_machine/houses"
TURN = {"n": (0, -1), "e": (1, 0), "s": (0, 1), "w": (-1, 0)}


def shift(square, way, times=1):
    """The square that many steps that way; it may lie off the board."""
    column, row = square
    return (column + TURN[way][0] * times, row + TURN[way][1] * times)


def read(name):
    return ("abcdefg".index(name[0]) + 1, int(name[1:]))


def write(square):
    return "abcdefg"[square[0] - 1] + str(square[1])


def far(one, other):
    return abs(one[0] - other[0]) + abs(one[1] - other[1])


class Twin:
    """One game of one deal line."""

    def __init__(self, line):
        head, _, body = line.partition(":")
        fields = dict(word.split("=") for word in body.split())
        self.tie_fails = "tie=fail" in head
        self.clock = "clock=off" not in head
        if "route" in fields:
            width, height = fields["house"].split("x")
            route = fields["route"].split(",")
        else:
            house = json.loads((HOUSES / (fields["house"] + ".json")).read_text())
            width, height = house["width"], house["height"]
            route = house["enemies"][int(fields["enemy"]) - 1]["route"]
        self.board = {(x, y) for x in range(1, int(width) + 1) for y in range(1, int(height) + 1)}
        self.route = [read(name) for name in route]
        self.dice = list(fields.get("dice", ""))
        self.seed = int(fields.get("seed", "0"))
        self.rolls = 0
        self.goal = self.route[0]
        self.numbers = {(1, 1): 3}
        self.you = (1, 1)
        self.enemy = self.goal
        self.look = self.way_to(self.enemy, self.route[1])
        self.index = 1
        self.turn = 1
        self.status = "playing"
        self.last_turn = self.count_turns()

    def way_to(self, here, there):
        return next(way for way in "nesw" if shift(here, way) == there)

    def count_turns(self):
        """KM8: one step for each square, one more for each bend."""
        ways = [self.way_to(a, b) for a, b in itertools.pairwise(self.route)]
        steps = len(ways) + sum(a != b for a, b in itertools.pairwise(ways))
        return -(-steps // 2)

    # The player

    def open_squares(self):
        return (set(self.numbers) | {self.goal}) - {self.enemy}

    def walks(self):
        """Each end of a walk with all the ways there, as strings such as `ne`."""
        found = {self.you: [""]}
        for ways in ["n", "e", "s", "w", *map("".join, itertools.product("nesw", repeat=2))]:
            trail = [self.you]
            for way in ways:
                trail.append(shift(trail[-1], way))
            fine = all(square in self.open_squares() for square in trail[1:])
            if fine and self.goal not in trail[:-1]:
                found.setdefault(trail[-1], []).append(ways)
        return found

    def menu(self):
        """Every way of writing a legal move: (best text, where you stand, what you investigate)."""
        menu: dict[str, tuple[str, str, str | None]] = {}
        if self.status != "playing":
            return menu
        for end, all_ways in self.walks().items():
            all_ways.sort(key=lambda ways: (len(ways), ["nesw".index(way) for way in ways]))
            targets = [None]
            if end != self.goal:
                around = [shift(end, way) for way in "nesw"]
                targets += [q for q in around if q in self.board - set(self.numbers) - {self.goal, self.enemy}]
            for target in targets:
                texts = [self.spell(ways, target) for ways in all_ways]
                for text in texts:
                    menu[text] = (texts[0], end, target)
        return menu

    def spell(self, ways, target):
        names = []
        square = self.you
        for way in ways:
            square = shift(square, way)
            names.append(write(square))
        if target:
            names.append("?" + write(target))
        return " ".join(names) or "wait"

    def moves(self):
        return sorted({best for best, _, _ in self.menu().values()})

    def roll(self):
        self.rolls += 1
        if self.rolls <= len(self.dice):
            return int(self.dice[self.rolls - 1])
        return self.endless(self.rolls - 1)

    def endless(self, place):
        def scatter(x):
            for _ in range(2):
                x = (x ^ (x >> 16)) * 0x45D9F3B % 2**32
            return x ^ (x >> 16)

        x = scatter(scatter(self.seed) ^ place)
        while x >= 2**32 // 6 * 6:
            x = scatter((x + 0x9E3779B9) % 2**32)
        return x % 6 + 1

    def play(self, text):
        _, end, target = self.menu()[text]
        self.you = end
        if end == self.goal:
            self.status = "won"
            return
        if target:
            roll, number = self.roll(), self.numbers[end]
            if roll > number or (roll == number and not self.tie_fails):
                self.numbers[target] = self.roll()
                self.you = target
        for _ in "12":
            if self.status == "playing":
                self.enemy_step()
        if self.status == "playing":
            if self.clock and self.turn == self.last_turn:
                self.status = "late"
            else:
                self.turn += 1

    # The enemy

    def sees(self):
        middle = shift(self.enemy, self.look)
        return max(abs(self.you[0] - middle[0]), abs(self.you[1] - middle[1])) <= 1

    def enemy_step(self):
        if self.sees():
            if far(self.you, self.enemy) != 1:
                self.forward()
            elif shift(self.enemy, self.look) == self.you:
                self.enemy = self.you
                self.status = "caught"
            else:
                self.look = self.way_to(self.enemy, self.you)
            return
        there = self.route[self.index]
        nearer = [way for way in "nsew" if far(shift(self.enemy, way), there) < far(self.enemy, there)]
        if self.look in nearer:
            self.forward()
        else:
            self.look = nearer[0]

    def forward(self):
        self.enemy = shift(self.enemy, self.look)
        assert self.enemy in self.board
        if self.enemy == self.route[self.index]:
            self.index += 1
            if self.index == len(self.route):
                self.status = "late"

    def state(self):
        squares = sorted(self.numbers, key=lambda square: (square[1], square[0]))
        written = ",".join(f"{write(square)}:{self.numbers[square]}" for square in squares)
        return (
            f"you={write(self.you)} enemy={write(self.enemy)}/{self.look} next={self.index} "
            f"squares={written} turn={self.turn} status={self.status}"
        )
