"""Lab Rats in Portable Piecepack Notation: tiles, pawns and coins where they would lie on a table.

    square x,y   lies at (x+1,y+1), as the R package `ppdf` lays its mazes: a square is a unit, a tile two by two, back
                 up, and its heading is its angle
    coins        three stacks below the maze, A to C from the left, face down but for the top ones; with a bag, its
                 coins lie in a stack to the right of the places A, B and C
    pawns        those of suns and moons mark the exit, that of crowns is the rat

Moves of a file are read by what they leave on the table: however somebody wrote it that the rat runs, the move is the
one that leads to this position. So spellings are free, and so is the order in which things are done.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, TypeAlias

from escapology.errors import DealError
from escapology.games.lab_rats.notation import (
    deal_text,
    move_text,
    parse_deal,
    parse_places,
    places_text,
    split_run,
)
from escapology.games.lab_rats.rules import (
    BACK,
    COINS,
    DROP,
    LIFT,
    MOST_MOVES,
    NOWHERE,
    OUTSIDE,
    RUN,
    STACK_SIZE,
    STACKS,
    TILES,
    Deal,
    State,
    coin_to_lift,
    moves,
    place_in_bag,
    play,
    start,
    value_of,
)
from escapology.games.lab_rats.rules.maze import FIRST, RESULTS, Tile, headings, place
from escapology.ppn import Piece, Piecepack, PPNError, Sheet, Step, Table
from escapology.ppn.table import RANKS, SUITS, place_text
from escapology.setting import Setting

__all__ = ["PIECEPACK"]

_EXIT: Final = "SM"  # the pawns that mark it
_RAT: Final = "C"
_ANGLES: Final = (0, 270, 180, 90)  # of a tile by its heading
_WAYS: Final = "NESW"

_Spot: TypeAlias = tuple[float, float]


# Writing


def _write(d: Deal, made: Sequence[int]) -> tuple[Step, ...]:
    """How the deal is laid out, then each of the moves."""
    hand = _Hand(d)
    steps = [Step("Maze.", _maze(d)), Step("Exit.", _exit(d)), Step("Coins.", hand.laid_out())]
    for number, move in enumerate(made, start=1):
        steps.append(Step(f"{number}.", tuple(hand.make(move))))
    return tuple(steps)


def _maze(d: Deal) -> tuple[str, ...]:
    turned = headings(d.setting, d.maze)
    return tuple(
        Piece("tile", SUITS[i // 6], RANKS[i % 6], "back", _ANGLES[turned[i]], d.x[4 * i] + 1.5, d.y[4 * i] + 1.5).laid
        for i in range(TILES)
    )


def _exit(d: Deal) -> tuple[str, ...]:
    angle = _ANGLES[d.exit_way]
    return tuple(Piece("pawn", suit, "", "face", angle, *_spot(d, OUTSIDE + i)).laid for i, suit in enumerate(_EXIT))


def _spot(d: Deal, square: int) -> _Spot:
    """Where a square lies."""
    return d.x[square] + 1, d.y[square] + 1


def _stack_spots(d: Deal) -> list[_Spot]:
    """Where the stacks lie, and at last the bag: below all of the maze."""
    y = min(d.y) - 1
    return [(1, y), (2, y), (3, y), (5, y)]


class _Hand:
    """Lays coins and moves the rat, and keeps in mind which coin is where; coins are numbered as the deal has them."""

    def __init__(self, d: Deal) -> None:
        self.d, self.s = d, State()
        start(d, self.s)
        self.spots = _stack_spots(d)
        self.coins = [
            Piece("coin", SUITS[d.coins[:i].count(value)], RANKS[value], "back", 0, 0, 0)
            for i, value in enumerate(d.coins)
        ]
        if d.has_bag:
            self.stacks, self.bag = [[i] for i in range(STACKS)], list(range(STACKS, COINS))[::-1]
        else:
            rows = (range(first, first + STACK_SIZE) for first in range(0, COINS, STACK_SIZE))
            self.stacks, self.bag = [list(row)[::-1] for row in rows], []
        self.trail: list[int] = []
        self.seen = {stack[-1] for stack in self.stacks}

    def laid_out(self) -> tuple[str, ...]:
        """The coins before the first move."""
        return tuple(
            self.coins[i].at(*spot, side="face" if i in self.seen else "back").laid
            for spot, stack in zip(self.spots, [*self.stacks, self.bag], strict=True)
            for i in stack
        )

    def make(self, move: int) -> list[str]:
        """What is done with pieces for a move."""
        done = self._done(move)
        play(self.d, self.s, move)
        return done

    def _done(self, move: int) -> list[str]:
        d, s = self.d, self.s
        if move < BACK:
            return [Piece("pawn", _RAT, "", "face", 0, *_spot(d, move)).laid]
        if move == BACK:
            return [f"?{_RAT}p-{place_text(*_spot(d, s.trail_square[s.trail_count - 1]))}"]
        if move < DROP:
            stack = move - LIFT
            coin = self.trail.pop(coin_to_lift(d, s))
            self.stacks[stack].append(coin)
            return [f"{self.coins[coin].name}-{place_text(*self.spots[stack])}"]
        stack = _stack_of(move)
        coin = self.stacks[stack].pop()
        if move < RUN and d.has_rebag:
            return [*self._put_into_bag(coin), *self._turn_up(stack)]
        if move >= RUN or d.has_liftable:
            self.trail.append(coin)
        laid = [f"{self.coins[coin].name}_%?{_RAT}p"]
        if move >= RUN:
            _, way, distance = split_run(move)
            laid.append(f"?{_RAT}p-{distance}{_WAYS[way]}")
        return laid + self._turn_up(stack)

    def _put_into_bag(self, coin: int) -> list[str]:
        i, name = place_in_bag(self.d, self.s), self.coins[coin].name
        under = f"_%{self.coins[self.bag[i]].name}" if i < len(self.bag) else f"-{place_text(*self.spots[-1])}"
        self.bag.insert(i, coin)
        self.seen.discard(coin)
        return [name + under, f"+{name}"]

    def _turn_up(self, stack: int) -> list[str]:
        done = []
        if self.bag:
            coin = self.bag.pop()
            self.stacks[stack].append(coin)
            done.append(f"{self.coins[coin].name}-{place_text(*self.spots[stack])}")
        if self.stacks[stack] and self.stacks[stack][-1] not in self.seen:
            self.seen.add(self.stacks[stack][-1])
            done.append(f"+{self.coins[self.stacks[stack][-1]].name}")
        return done


def _stack_of(move: int) -> int:
    """Where the coin of a run or a drop is taken."""
    return move - DROP if move < RUN else split_run(move)[0]


def _facts(d: Deal) -> dict[str, Any]:
    """The places in the bag are no pieces."""
    return {"Number": places_text(d)} if d.has_rebag else {}  # text: the whole numbers of R end at 2147483647


# Reading


def _read(setting: Setting, sheet: Sheet) -> tuple[str, tuple[str, ...]]:
    """The deal and the moves that a file tells of."""
    table, steps = Table(), list(sheet.steps)
    while steps and (_count(table, "tile") < TILES or _count(table, "coin") < COINS):
        step = steps.pop(0)
        for token in step.tokens:
            _play(table, step, token)
    for kind, wanted in (("tile", TILES), ("coin", COINS)):
        if (found := _count(table, kind)) != wanted:
            raise PPNError(f"the set-up lays {found} {kind}s: Lab Rats needs {wanted}, and each must be laid out")
    layout = _Layout(setting, sheet, table)
    made = layout.move_to(table, "the set-up", set())
    for step in steps:
        emptied: set[int] = set()
        for token in step.tokens:
            _play(table, step, token)
            emptied |= layout.empty_stacks(table)
        made += layout.move_to(table, step.number, emptied)
    return deal_text(layout.d), tuple(made)


def _play(table: Table, step: Step, token: str) -> None:
    try:
        table.play(token)
    except PPNError as error:
        raise PPNError(f"{step.number or 'the first move'} {token}: {error}") from None


def _count(table: Table, kind: str) -> int:
    return sum(piece.kind == kind for piece in table.pieces)


class _Layout:
    """The game that a table tells of, up to where it was read; files may turn and shift it as a whole."""

    def __init__(self, setting: Setting, sheet: Sheet, table: Table) -> None:
        self.first = next(piece for piece in table.pieces if piece.kind == "tile")
        coins = self._coins(table, has_bag=setting.variant in ("bag", "rebag"))
        self.d = parse_deal(setting, f"{self._results(setting, table)} {coins}{_number(setting, sheet)}")
        self.s = State()
        start(self.d, self.s)
        self.squares: dict[_Spot, int] = {(self.d.x[i], self.d.y[i]): i for i in range(len(self.d.x))}
        self.rat = ""  # the suit of its pawn, once it was seen

    def _place(self, piece: Piece) -> _Spot:
        """Where a piece lies, as squares are counted: the first tile lies at 0,0 and heads north."""
        x, y = piece.x - self.first.x, piece.y - self.first.y
        for _ in range(self.first.angle // 90 % 4):
            x, y = y, -x
        return round(x + 0.5, 3), round(y + 0.5, 3)

    def _results(self, setting: Setting, table: Table) -> str:
        results, last = "", FIRST
        for i, piece in enumerate(piece for piece in table.pieces if piece.kind == "tile"):
            if i == 0:
                continue
            x, y = self._place(piece)
            turned = (piece.angle - self.first.angle) % 360
            tiles = {r: place(setting, last, r) for r in RESULTS}
            here = {r: t for r, t in tiles.items() if (t.x + 0.5, t.y + 0.5) == (x, y)}
            found = next((r for r, t in here.items() if _ANGLES[t.heading] == turned), None)
            if found is None:
                wrong = "is turned otherwise than" if here else "does not lie where"
                raise PPNError(f"tile {i + 1}, {piece.laid}, {wrong} a die result would put it after tile {i}")
            results, last = results + str(found), Tile(tiles[found].x, tiles[found].y, tiles[found].heading)
        return results

    def _coins(self, table: Table, *, has_bag: bool) -> str:
        """The stacks from the left, or the coins of the bag as they are drawn; where they lie is kept."""
        lying: dict[_Spot, list[Piece]] = {}
        for piece in table.pieces:
            if piece.kind == "coin":
                if not piece.rank:
                    raise PPNError(f"the rank of the coin {piece.laid} is missing: write it as in 3Scb")
                lying.setdefault(self._place(piece), []).append(piece)
        stacks = {spot: "".join(str(RANKS.index(p.rank)) for p in lying[spot][::-1]) for spot in sorted(lying)}
        sizes = [len(stack) for stack in stacks.values()]
        if has_bag and sorted(sizes) == [1, 1, 1, COINS - STACKS]:
            self.spots = sorted(stacks, key=lambda spot: (len(stacks[spot]), spot))
            return "".join(stacks[spot] for spot in self.spots)
        if not has_bag and len(sizes) == STACKS:
            self.spots = list(stacks)
            return "/".join(stacks.values())
        wanted = "three coins alone and 21 in a stack, the bag" if has_bag else "three stacks of eight"
        raise PPNError(f"the coins are in stacks of {', '.join(map(str, sizes))}, but there must be {wanted}")

    def empty_stacks(self, table: Table) -> set[int]:
        """Where no coin lies at the moment."""
        full = {self._place(piece) for piece in table.pieces if piece.kind == "coin"}
        return {i for i, spot in enumerate(self.spots[:STACKS]) if spot not in full}

    def move_to(self, table: Table, number: str, emptied: set[int]) -> list[str]:
        """The move that leads to what lies on the table now, none if nothing has changed.

        Another coin of the same value may have come out of the bag, or the same one: which place was empty for a moment
        tells where it was taken.
        """
        try:
            seen = self._seen(table)
        except PPNError as error:
            raise PPNError(f"{number} {error}") from None
        out = [0] * MOST_MOVES
        legal = out[: moves(self.d, self.s, out)]
        if self.d.has_bag:
            legal = [move for move in legal if move < BACK or _stack_of(move) in emptied]
        for move in legal:
            after = self.s.copy()
            play(self.d, after, move)
            if self._told(after) == seen:
                text = move_text(self.d, self.s, move)
                self.s = after
                return [text]
        if seen == self._told(self.s):
            return []
        raise PPNError(f"{number} does not leave the table as any legal move would")

    def _seen(self, table: Table) -> object:
        """What matters of a table: where the rat is, the stacks from below, and the coins in the maze."""
        stacks: list[list[int]] = [[] for _ in self.spots]
        maze: list[tuple[int, int]] = []
        for piece in table.pieces:
            spot = self._place(piece)
            if piece.kind != "coin":
                continue
            value = RANKS.index(piece.rank)
            if spot in self.spots:
                stacks[self.spots.index(spot)].append(value)
            elif spot in self.squares:
                maze.append((self.squares[spot], value))
            else:
                raise PPNError(f"leaves the coin {piece.name} at {place_text(piece.x, piece.y)}, on no square or stack")
        return self._rat_square(table), stacks, sorted(maze)

    def _rat_square(self, table: Table) -> int:
        pawns = {piece.suit: self._place(piece) for piece in table.pieces if piece.kind == "pawn"}
        if not self.rat:
            inside = [suit for suit, spot in pawns.items() if self.squares.get(spot, OUTSIDE) < OUTSIDE]
            self.rat = inside[0] if inside else ""
        if self.rat not in pawns:
            return NOWHERE
        return self.squares.get(pawns[self.rat], NOWHERE)

    def _told(self, s: State) -> object:
        """The same of a position."""
        stacks = [[value_of(coin) for coin in s.stack[i][: s.height[i]]] for i in range(STACKS)]
        if self.d.has_bag:
            stacks.append([value_of(coin) for coin in s.bag[: s.bag_count]])
        trail = zip(s.trail_square[: s.trail_count], s.trail_coin, strict=False)
        dropped = zip(s.dropped_square[: s.dropped_count], s.dropped_coin, strict=False)
        return s.rat, stacks, sorted((square, value_of(coin)) for square, coin in (*trail, *dropped))


def _number(setting: Setting, sheet: Sheet) -> str:
    """The end of a deal of `rebag`: where coins go that are put back can't be seen on a table."""
    if setting.variant != "rebag":
        return ""
    kind = sheet.head.get("GameType")
    number = str(kind.get("Number")) if isinstance(kind, dict) else ""
    try:
        parse_places(number)
    except DealError as error:
        raise DealError(
            f"Number, under GameType, settles where coins go that are put back into the bag: {error}"
        ) from None
    return f" {number}"


PIECEPACK: Final = Piecepack(write=_write, read=_read, facts=_facts)
