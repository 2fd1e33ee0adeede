"""The picture of Kidnap Machine: the board with the enemy's view and the rest of its route; beside it time and dice.

One unit is one square of the board. Who looks at the enemy sees where it will go, square by square.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import groupby, pairwise
from typing import Final, Literal

from escapology.draw.scene import Box, Item, Label, Line, Overlay, Place, Role, Scene, Sheet, Target, Token
from escapology.games.kidnap_machine.notation import move_text, odds, square_text, walk_to
from escapology.games.kidnap_machine.rules import (
    BLANK,
    CAUGHT,
    GOAL,
    MOST_MOVES,
    PLAYING,
    Deal,
    State,
    beside,
    end_turn,
    follow_route,
    is_in_view,
    move_parts,
    moves,
)
from escapology.games.kidnap_machine.scene.legend import LEGEND
from escapology.games.kidnap_machine.words import (
    WAY_NAMES,
    describe,
    enemy_name,
    odds_words,
    outcome_words,
    turn_words,
    words,
)

__all__ = ["aim", "look", "looks", "scene"]

LEFT: Final = 0.5  # room for the row numbers
TOP: Final = 2 / 3  # and for the column letters; in a terminal, whole rows of three to a square
PANEL: Final = 3.4  # width of what stands beside the board
FACINGS: Final[tuple[Literal["n", "e", "s", "w"], ...]] = ("n", "e", "s", "w")
STRIP: Final = 0.3  # width of a target at the side of a blank
LANE: Final = 0.13  # the enemy's way keeps that far to the right of the middle, so that one sees both ways of it


def scene(d: Deal, s: State) -> Scene:
    """What the player sees."""
    items = [*_names(d), *_squares(d, s), *_route(d, s), *_numbers(d, s), *_pawns(d, s), *_panel(d, s), *_targets(d, s)]
    width = LEFT + d.width + PANEL
    height = TOP + max(d.height, 4) + 0.3
    places = tuple(Place(square_text(d, square), *_corner(d, square)) for square in range(d.width * d.height))
    edge = LEFT + d.width + 0.2
    sheets = (Sheet(0, 0, edge, height), Sheet(edge, 0, width - edge, TOP + 3.6))
    prompt = "Walk, or investigate a blank." if s.ended == PLAYING else ""
    return Scene(
        width, height, "Kidnap Machine", describe(d, s), tuple(items), 8, 3, sheets, places, prompt, "you",
        legend=LEGEND,
    )  # fmt: skip


def _corner(d: Deal, square: int) -> tuple[float, float]:
    """The top left corner of a square."""
    return LEFT + square % d.width, TOP + square // d.width


def _middle(d: Deal, square: int) -> tuple[float, float]:
    x, y = _corner(d, square)
    return x + 0.5, y + 0.5


def _names(d: Deal) -> list[Item]:
    """Letters above the columns, numbers beside the rows."""
    columns: list[Item] = [Label(LEFT + i + 0.5, TOP - 0.22, "abcdefg"[i], 0.22, "muted") for i in range(d.width)]
    return columns + [Label(LEFT - 0.22, TOP + i + 0.5, str(i + 1), 0.22, "muted") for i in range(d.height)]


def _squares(d: Deal, s: State) -> list[Item]:
    """Blank and written squares, and those in the enemy's view."""
    return [_square(d, s, square, seen=_is_seen(d, s, square)) for square in range(d.width * d.height)]


def _square(d: Deal, s: State, square: int, *, seen: bool = False) -> Box:
    return Box(*_corner(d, square), 1, 1, _ground(s, square, seen=seen), "muted")


def _ground(s: State, square: int, *, seen: bool) -> Role:
    """What a square looks like."""
    if seen:
        return "danger"
    return {BLANK: "space", GOAL: "good"}.get(s.number[square], "board")  # type: ignore[return-value]


def _is_seen(d: Deal, s: State, square: int) -> bool:
    """Whether you would be in view on that square."""
    there = s.copy()
    there.you = square
    return s.ended == PLAYING and is_in_view(d, there)


def _route(d: Deal, s: State) -> list[Item]:
    """From the enemy to its next square, then on to the end of its route, which is marked."""
    if s.ended != PLAYING:
        return []
    ahead = d.route[s.next : d.length]
    items: list[Item] = [
        Line(*_middle(d, here), *_middle(d, there), "path", 0.05, dashed=True) for here, there in pairwise(ahead)
    ]
    if any(beside(d, s.enemy, way) == ahead[0] for way in range(4)):
        items.insert(0, Line(*_middle(d, s.enemy), *_middle(d, ahead[0]), "path", 0.08, arrow=True))
    title = "the end of the enemy's route: once it is here, you have lost"
    items.append(_sign(d, s, ahead[-1], "end", "danger", title))
    if len(ahead) > 1:
        items.append(_sign(d, s, ahead[0], "next", "path", "the next square of the enemy's route"))
    return items


def _sign(d: Deal, s: State, square: int, text: str, role: Role, title: str) -> Label:
    """A word in the corner of a square, beside what stands on it."""
    x, y = _corner(d, square)
    ground = _ground(s, square, seen=_is_seen(d, s, square))
    return Label(x + 0.96, y + 0.34, text, 0.24, role, "end", bold=True, ground=ground, title=title)


def _numbers(d: Deal, s: State) -> list[Item]:
    """What is written on the squares, and a mark on those in view."""
    items: list[Item] = []
    for square in range(d.width * d.height):
        items += _number(d, s, square)
        if _is_seen(d, s, square):
            x, y = _corner(d, square)
            title = f"{square_text(d, square)} is in the enemy's view"
            items.append(Label(x + 0.19, y + 0.8, "!", 0.22, "danger", bold=True, title=title))
    return items


def _number(d: Deal, s: State, square: int) -> list[Item]:
    """What is written on a square."""
    x, y = _corner(d, square)
    name, number = square_text(d, square), s.number[square]
    if number == BLANK:
        return []
    if number == GOAL:
        return [Label(x + 0.22, y + 0.34, "G", 0.42, "ink", bold=True, title=f"the goal on {name}")]
    title = f"a {number} on {name}: {odds_words(d, number)} to get away from it"
    return [Label(x + 0.22, y + 0.34, str(number), 0.42, "ink", bold=True, key=f"number {name}", title=title)]


def _pawns(d: Deal, s: State) -> list[Item]:
    aside = 0.2 if s.ended == CAUGHT else 0.0
    x, y = _middle(d, s.enemy)
    off = 0.14 if s.number[s.enemy] == GOAL else 0.0  # it leaves the G to be read
    enemy = Token(
        x + max(aside, off), y + 0.05, 0.46, "E", "disc", role="red", facing=FACINGS[s.facing],
        key="enemy", title=f"{enemy_name(d)} on {square_text(d, s.enemy)}, looking {WAY_NAMES[s.facing]}",
    )  # fmt: skip
    x, y = _middle(d, s.you)
    title = f"you, on {square_text(d, s.you)}"
    you = Token(x - 0.04 - aside, y + 0.13, 0.48, "@", "pawn", role="blue", key="you", title=title)
    return [enemy, you]


def _panel(d: Deal, s: State) -> list[Item]:
    """Who is about, what time it is, and what was rolled."""
    x = LEFT + d.width + 0.35
    items: list[Item] = [
        Label(x, TOP + 0.2, enemy_name(d), 0.3, "red", "start", bold=True),
        Label(x, TOP + 0.7, turn_words(d, s), 0.26, "ink", "start"),
    ]
    if s.ended != PLAYING:
        role: Role = "good" if s.number[s.you] == GOAL else "danger"
        items.append(Label(x, TOP + 1.2, outcome_words(s), 0.32, role, "start", bold=True))
    elif d.last_turn:
        items.append(Box(x, TOP + 1.05, 2.6, 0.16, "board", "muted"))
        items.append(Box(x, TOP + 1.05, 2.6 * (s.turn - 1) / d.last_turn, 0.16, "danger"))
    if s.roll[0]:
        hit = s.roll[1] > 0
        items.append(Label(x, TOP + 1.7, "You rolled", 0.26, "muted", "start"))
        items.append(_die(x, TOP + 2.3, s.roll[0], s.rolled - hit))
        items.append(Label(x + 0.75, TOP + 2.3, "got there" if hit else "failed", 0.26, "ink", "start"))
        if hit:
            items.append(_die(x, TOP + 3, s.roll[1], s.rolled))
            items.append(Label(x + 0.75, TOP + 3, "written", 0.26, "ink", "start"))
    return items


def _die(x: float, y: float, roll: int, place: int) -> Token:
    """A die, by its place among all that were rolled."""
    return Token(x + 0.3, y, 0.55, str(roll), "die", role="white", key=f"die {place}", title=f"a {roll}")


def _targets(d: Deal, s: State) -> list[Item]:
    """Walks are made on the square where they end. A blank is investigated by the best odds, or from a side of it."""
    out = [0] * MOST_MOVES
    legal = out[: moves(d, s, out)]
    items: list[Item] = []
    entries: list[tuple[int, int]] = []
    for move in legal:
        end, way = move_parts(move)
        if way < 0:
            items.append(Target(*_corner(d, end), 1, 1, move_text(d, s, move), words(d, s, move)))
        else:
            entries.append((beside(d, end, way), move))
    for square, ways_in in groupby(sorted(entries, key=lambda entry: entry[0]), key=lambda entry: entry[0]):
        ranked = sorted((move for _, move in ways_in), key=lambda move: _ease(d, s, move))
        x, y = _corner(d, square)
        best = s.number[move_parts(ranked[0])[0]]
        ground = _ground(s, square, seen=_is_seen(d, s, square))
        items.append(Label(x + 0.63, y + 0.82, odds_words(d, best), 0.24, "accent", bold=True, ground=ground))
        for place, move in enumerate(ranked):
            side = _side(move_parts(move)[1]) if place else (0, 0, 1, 1)
            items.append(Target(x + side[0], y + side[1], side[2], side[3], move_text(d, s, move), words(d, s, move)))
    return items


def aim(d: Deal, s: State, source: str, place: str) -> str:
    """The move one means who points at a square: walk there, or investigate it if it is blank."""
    square = next(q for q in range(d.width * d.height) if square_text(d, q) == place)
    return f"?{place}" if s.number[square] == BLANK else place


def _ease(d: Deal, s: State, move: int) -> tuple[int, int]:
    """Better odds first, then shorter walks."""
    end = move_parts(move)[0]
    return -odds(d, s.number[end]), len(walk_to(d, s, end))


def _side(way: int) -> tuple[float, float, float, float]:
    """The strip of a square at which one enters it going that way: x, y, width, height."""
    if way == 0:
        return 0, 1 - STRIP, 1, STRIP
    if way == 1:
        return 0, 0, STRIP, 1
    if way == 2:
        return 0, 0, 1, STRIP
    return 1 - STRIP, 0, STRIP, 1


def looks(d: Deal, s: State) -> dict[str, str]:
    """What more can be shown."""
    return {"enemy": "Its route"} if s.ended == PLAYING else {}


def look(d: Deal, s: State, name: str) -> Overlay:
    """The way the enemy will go if nothing disturbs it, and after which turns it stands where."""
    way, stops, completed = _way_ahead(d, s)
    under: list[Item] = [_square(d, s, square) for square in range(d.width * d.height)]
    over = [item for square in range(d.width * d.height) for item in _number(d, s, square)] + _pawns(d, s)
    for square, turns in stops.items():
        x, y = _corner(d, square)
        if len(turns) > 1:  # so much writing that the line must give way
            over.append(replace(_square(d, s, square), x=x + 0.46, y=y + 0.72, width=0.52, height=0.24, outline=None))
        over.append(Label(x + 0.95, y + 0.84, " ".join(map(str, turns)), 0.22, "danger", "end", bold=True))
    if completed:
        x, y = _corner(d, way[-1])
        over.append(Label(x + 0.95, y + 0.2, "end", 0.22, "danger", "end", bold=True))
    told = [f"turn {turn}: {square_text(d, square)}" for square, turns in stops.items() for turn in turns]
    told.sort(key=lambda words: int(words.split()[1].rstrip(":")))
    items = [*under, *_lanes(d, way), *(replace(item, key="") for item in over)]
    return Overlay(tuple(items), f"Where it stands after each turn if nothing disturbs it: {', '.join(told)}.")


def _way_ahead(d: Deal, s: State) -> tuple[list[int], dict[int, list[int]], bool]:
    """The squares it will walk over, the turns after which it stands on each, and whether that completes its route."""
    there = s.copy()
    way, stops = [s.enemy], dict[int, list[int]]()
    while there.ended == PLAYING:
        for _ in range(2):
            if there.ended == PLAYING:
                follow_route(d, there)
                way += [there.enemy] * (there.enemy != way[-1])
        stops.setdefault(there.enemy, []).append(there.turn)
        end_turn(d, there)
    return way, stops, there.next == d.length


def _lanes(d: Deal, way: list[int]) -> list[Item]:
    """A way as a line that keeps to its right."""
    steps = [(there % d.width - here % d.width, there // d.width - here // d.width) for here, there in pairwise(way)]
    points: list[tuple[float, float]] = []
    for square, before, after in zip(way, [(0, 0), *steps], [*steps, (0, 0)], strict=True):
        x, y = _middle(d, square)
        sides = {_right_of(before), _right_of(after)} - {(0, 0)}
        if before == (-after[0], -after[1]) != (0, 0):  # a half turn, from one lane to the other
            points += [(x + LANE * dx, y + LANE * dy) for dx, dy in (_right_of(before), _right_of(after))]
        else:
            points.append((x + LANE * sum(dx for dx, _ in sides), y + LANE * sum(dy for _, dy in sides)))
    return [Line(*here, *there, "path", 0.055, arrow=True) for here, there in pairwise(_corners(points))]


def _right_of(step: tuple[int, int]) -> tuple[int, int]:
    return -step[1], step[0]


def _corners(points: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """The first and the last of the points, and those where the line turns."""
    kept = points[:1]
    for here, there in pairwise(points[1:]):
        across, down = (kept[-1][i] == here[i] == there[i] for i in (0, 1))
        if not (across or down):
            kept.append(here)
    return [*kept, points[-1]]
