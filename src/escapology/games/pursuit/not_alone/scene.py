"""The picture of Not Alone, After All: the station on the left, movement and task cards on the right."""

from escapology.draw.scene import Box, Item, Label, Overlay, Place, Scene, Sign, Target, Token
from escapology.errors import IllegalMoveError
from escapology.games.pursuit.not_alone.knowledge import face_down, turned_over
from escapology.games.pursuit.not_alone.notation import move_text
from escapology.games.pursuit.not_alone.rules import MOST_MOVES, is_held_at_dock, moves, play_telling
from escapology.games.pursuit.not_alone.rules.state import ADRIFT, AWAY, DOCKED, NAMED_OUT, Deal, State
from escapology.games.pursuit.not_alone.words import words
from escapology.games.pursuit.notation import STATUSES
from escapology.games.pursuit.rules.cards import QUEEN, SYMBOLS, card_text, card_words, rank_of, suit_of
from escapology.games.pursuit.rules.maze import room, space_of, space_text
from escapology.games.pursuit.rules.state import EJECT, NOWHERE, PLAYING, START, TURN, VESSEL, WALK
from escapology.games.pursuit.rules.turn import BOARD, DROP, GO, KEEP, REST, STOP, USE, WAKE
from escapology.games.pursuit.scene.aim import step_to
from escapology.games.pursuit.scene.legend import COMMON, FLOOR
from escapology.games.pursuit.scene.looks import look_at, looks
from escapology.games.pursuit.scene.overlays import outline, reach, sight_lines
from escapology.games.pursuit.scene.picture import (
    CARD,
    SUIT_EMBLEMS,
    Frame,
    button,
    card_target,
    columns,
    fatigue,
    floor_plan,
    maze_card,
    pieces,
    playing_card,
)
from escapology.games.pursuit.words.description import describe_cards, describe_maze, describe_pursuers, describe_you
from escapology.games.pursuit.words.events import PAWN
from escapology.games.pursuit.words.moves import COMPASS

__all__ = ["aim", "look", "looks", "scene"]

FRAME = Frame(margin=1.05)  # room for a vessel on every side
TITLE = "Not Alone, After All"
LEGEND = (
    *COMMON,
    Sign(
        (FLOOR, *outline(0.04, 0.04, 0.92, 0.92, "good", ""), Token(0.5, 0.5, 0.6, "R", "coin", role="green")),
        "A research card. The frame is its module, which you have to eject.",
    ),
    Sign(
        (FLOOR, Token(0.5, 0.5, 0.6, "D", emblem="spade", role="yellow")),
        "The dock of that suit, where the vessel may come.",
    ),
    Sign((Box(0.04, 0.04, 0.92, 0.92, "path", "accent", 0.2),), "The vessel: board it, and you are home."),
    Sign((Token(0.5, 0.5, 0.6, "✓", role="good"),), "A research module that is ejected."),
)


def scene(d: Deal, s: State, sees: bool = False, card: int = 0) -> Scene:
    """What the player sees; `sees` adds how far aliens see, `card` what that card of the column reaches."""
    items = [*floor_plan(FRAME, s), *_vessel(s), *_research(d, s), *_docks(d, s)]
    if card and s.phase in (TURN, WALK):
        items += reach(FRAME, d, s, card)
    if sees:
        items += sight_lines(FRAME, s)
    left, top = _vessel_corner(s)
    items += [*pieces(FRAME, s, (left + 0.5, top + 0.5)), *fatigue(FRAME, s), *columns(FRAME, d, s)]
    items += [*_tasks(d, s), *_targets(d, s)]
    places = (*FRAME.places, Place(space_text(VESSEL), left, top))
    return Scene(
        FRAME.panel + 4.8, 9.1, TITLE, describe(d, s), tuple(items), 8, 4, FRAME.sheets(has_more=s.vessel == ADRIFT),
        places, _prompt(d, s), PAWN, legend=LEGEND,
    )  # fmt: skip


def _vessel_corner(s: State) -> tuple[float, float]:
    """Where the vessel lies: on its side of the dock, or adrift beside the task cards."""
    if s.vessel != DOCKED:
        return FRAME.panel + 3.75, 4.5
    x, y = FRAME.corner(s.dock[2])
    across, down = ((0, -1), (1, 0), (0, 1), (-1, 0))[s.side]
    return x + across, y + down


def _vessel(s: State) -> list[Item]:
    if s.vessel == AWAY:
        return []
    x, y = _vessel_corner(s)
    items: list[Item] = [Box(x + 0.02, y + 0.02, 0.96, 0.96, "path", "accent", 0.2, title="the vessel")]
    if s.vessel == DOCKED:  # its door, a gap in the wall
        across, down = ((0.3, 0.9), (-0.1, 0.3), (0.3, -0.1), (0.9, 0.3))[s.side]
        wide, high = (0.4, 0.2) if s.side % 2 == 0 else (0.2, 0.4)
        items.append(Box(x + across, y + down, wide, high, "path"))
    items.append(maze_card(FRAME, s, VESSEL, x, y))
    if s.vessel == ADRIFT:
        items.append(Label(x + 0.5, y + 1.15, "adrift", 0.26, "muted"))
    return items


def _research(d: Deal, s: State) -> list[Item]:
    """A token on each research card, and a frame around its module."""
    items: list[Item] = []
    for task, x in enumerate(s.location):
        if s.there >> x & 1:
            left, top = FRAME.corner(x)
            name = f"research card of {card_words(d.task[task])}"
            module = room(s, x)
            cells = [FRAME.corner(y) for y in range(49) if module >> y & 1]
            first, last = min(cells), max(cells)
            wide, high = last[0] - first[0] + 1, last[1] - first[1] + 1
            items += outline(*first, wide, high, "good", "a research module")
            items.append(
                Token(
                    left + 0.78, top + 0.78, 0.41, "R", "coin", role="green", key=f"research {d.task[task]}", title=name
                )
            )
    return items


def _docks(d: Deal, s: State) -> list[Item]:
    items: list[Item] = []
    for task, x in enumerate(s.dock):
        if x not in (NOWHERE, NAMED_OUT):
            left, top = FRAME.corner(x)
            suit = suit_of(d.task[task])
            name = f"dock of {SYMBOLS[suit]}"
            items.append(
                Token(
                    left + 0.2,
                    top + 0.8,
                    0.32,
                    "D",
                    emblem=SUIT_EMBLEMS[suit],
                    role="yellow",
                    key=f"dock {SYMBOLS[suit]}",
                    title=name,
                )
            )
    return items


def _tasks(d: Deal, s: State) -> list[Item]:
    """The task cards: which are done, which were turned over; those face down are known, but not their order."""
    unknown = face_down(d, s)
    note = "Tasks" + (", order unknown" if unknown == 3 else ", last two in either order" if unknown else "")
    items: list[Item] = [Label(FRAME.panel, 4.45, note, 0.26, "muted", "start")]
    for task, card in enumerate(d.task):
        if task == 2 and s.vessel != AWAY:
            continue  # it lies at the station
        x = FRAME.panel + 1.15 * task
        done = s.done >> task & 1
        state = "turned over: no vessel here" if task < turned_over(d, s) else "face down"
        items.append(
            playing_card(card, x, 4.67, title=f"{card_words(card)}, {state}, module {'gone' if done else 'to eject'}")
        )
        if s.dock[task] == NAMED_OUT:
            items.append(Label(x + CARD[0] / 2, 6.1, "out", 0.26, "danger"))
        elif s.dock[task] == NOWHERE:
            items.append(Label(x + CARD[0] / 2, 6.1, "no dock", 0.26, "danger"))
        if done:
            items.append(Token(x + 0.68, 5.65, 0.34, "✓", role="good", title="ejected"))
    return items


def _targets(d: Deal, s: State) -> list[Item]:
    out = [0] * MOST_MOVES
    items: list[Item] = [Label(FRAME.panel, 6.7, _prompt(d, s), 0.26, "ink", "start")]
    for move in out[: moves(d, s, out)]:
        kind, argument = divmod(move, 64)
        text, said = move_text(d, s, move), words(d, s, move)
        if kind == USE:
            items.append(card_target(FRAME, s, argument, text, said))
        elif kind in (REST, STOP, KEEP):
            items += button(FRAME.panel, 7.1, text, said, text.capitalize())
        elif kind == BOARD:
            items.append(Target(*_vessel_corner(s), 1, 1, text, said))
        elif kind in (GO, WAKE, DROP):
            x_there = s.way[4 * s.you + argument] if kind == GO else argument
            items.append(Target(*FRAME.corner(x_there), 1, 1, text, said))
    return items


def _prompt(d: Deal, s: State) -> str:
    """What is to be done."""
    if s.status != PLAYING:
        return {
            "won": "You are on board: won.",
            "caught": "They got you: lost.",
            "late": "Time is up: lost.",
            "stranded": "No dock for the vessel: lost.",
        }[STATUSES[s.status]]
    if is_held_at_dock(d, s):
        return "Board the vessel, or stop."
    return {
        START: "Choose the queen to wake up on.",
        TURN: "Walk by a card, or rest." if s.fatigue < 6 else "Too tired to move: rest.",
        WALK: "Go on, or stop." if s.steps else "Make a step.",
        EJECT: "Eject a module, or keep them all.",
    }[s.phase]


def describe(d: Deal, s: State) -> str:
    """The whole position in words."""
    tasks = []
    for task, card in enumerate(d.task):
        dock = s.dock[task]
        module = "gone" if not s.there >> s.location[task] & 1 else f"at {space_text(s.location[task])}"
        place = "named out" if dock == NAMED_OUT else "no dock" if dock == NOWHERE else f"dock at {space_text(dock)}"
        tasks.append(f"{card_words(card)}: research module {module}, {place}")
    parts = [_prompt(d, s), describe_you(s), describe_pursuers(s, "Alien"), f"Task cards: {'; '.join(tasks)}."]
    if face_down(d, s):
        parts.append(f"{face_down(d, s)} of them are face down in an order you don't know.")
    if s.vessel == DOCKED:
        parts.append(f"The vessel, {card_words(d.task[2])}, is {COMPASS[s.side]} of {space_text(s.dock[2])}.")
    elif s.vessel == ADRIFT:
        parts.append("The vessel is adrift.")
    return " ".join(part for part in [*parts, describe_cards(d, s), describe_maze(s)] if part)


def aim(d: Deal, s: State, source: str, place: str) -> str:
    """The move one means who points at a space."""
    if place == space_text(VESSEL):
        return "board"
    x = space_of(place)
    if s.phase == START and rank_of(s.card[x]) != QUEEN:
        raise IllegalMoveError(f"you wake up on a queen, and {place} is {card_words(s.card[x])}")
    word = {START: "start", EJECT: "eject"}.get(s.phase, "")
    return f"{word} {card_text(s.card[x])}" if word else step_to(s, place)


def look(d: Deal, s: State, name: str) -> Overlay:
    """Something more to be shown of the maze."""
    return look_at(FRAME, d, s, name, play_telling)
