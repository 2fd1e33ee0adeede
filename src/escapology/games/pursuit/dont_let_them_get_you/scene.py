"""The picture of Don't Let Them Get You: the maze on the left, movement cards and tasks on the right."""

from dataclasses import replace

from escapology.draw.scene import Box, Item, Label, Overlay, Scene, Sign, Target, Token
from escapology.games.pursuit.dont_let_them_get_you.notation import move_text
from escapology.games.pursuit.dont_let_them_get_you.rules import MOST_MOVES, moves, play_telling
from escapology.games.pursuit.dont_let_them_get_you.rules.state import Deal, State
from escapology.games.pursuit.dont_let_them_get_you.words import words
from escapology.games.pursuit.notation import STATUSES
from escapology.games.pursuit.rules.cards import card_words
from escapology.games.pursuit.rules.maze import space_text
from escapology.games.pursuit.rules.state import ENTER, EXIT, LAY, NOWHERE, PLAYING, TURN, WALK
from escapology.games.pursuit.rules.turn import GO, OUT, PLACE, REST, STOP, TAKE_ENTRANCE, TAKE_EXIT, USE
from escapology.games.pursuit.scene.aim import step_to
from escapology.games.pursuit.scene.legend import COMMON, FLOOR
from escapology.games.pursuit.scene.looks import look_at, looks
from escapology.games.pursuit.scene.overlays import outline, reach, sight_lines
from escapology.games.pursuit.scene.picture import (
    CARD,
    Frame,
    button,
    card_target,
    columns,
    fatigue,
    floor_plan,
    pieces,
    playing_card,
)
from escapology.games.pursuit.words.description import describe_cards, describe_maze, describe_pursuers, describe_you
from escapology.games.pursuit.words.events import PAWN

__all__ = ["aim", "look", "looks", "scene"]

FRAME = Frame(margin=0.5)
TITLE = "Don't Let Them Get You"
LEGEND = (
    *COMMON,
    Sign(
        (FLOOR, Token(0.5, 0.5, 0.6, "T", "coin", role="green")),
        "A task is waiting here: stop on this card.",
    ),
    Sign((Token(0.5, 0.5, 0.6, "✓", role="good"),), "A task that is fulfilled."),
    Sign(
        (FLOOR, Box(0.1, 0.3, 0.8, 0.4, "good", None, 0.08), Label(0.5, 0.5, "EXIT", 0.28, "white", bold=True)),
        "The way out, once all three tasks are fulfilled.",
    ),
)


def scene(d: Deal, s: State, sees: bool = False, card: int = 0) -> Scene:
    """What the player sees; `sees` adds how far pursuers see, `card` what that card of the column reaches."""
    items = [*_free_spaces(s), *floor_plan(FRAME, s), *_exit(s), *_locations(d, s)]
    if card and s.phase in (TURN, WALK):
        items += reach(FRAME, d, s, card)
    if sees:
        items += sight_lines(FRAME, s)
    items += [*pieces(FRAME, s), *fatigue(FRAME, s), *columns(FRAME, d, s), *_tasks(d, s), *_next_card(d, s)]
    items += _targets(d, s)
    return Scene(
        FRAME.panel + 4.8, 8.0, TITLE, describe(d, s), tuple(items), 8, 4, FRAME.sheets(has_more=s.phase == LAY),
        FRAME.places, _prompt(d, s), PAWN, legend=LEGEND,
    )  # fmt: skip


def _free_spaces(s: State) -> list[Item]:
    """Bingo: where cards can still lie."""
    if s.phase != LAY:
        return []
    return [Box(*FRAME.corner(x), 1, 1, "space", title=space_text(x)) for x in range(49) if not s.there >> x & 1]


def _exit(s: State) -> list[Item]:
    if s.exit == NOWHERE:
        return []
    x, y = FRAME.corner(s.exit)
    return [
        *outline(x, y, 1, 1, "good", f"the exit, {space_text(s.exit)}"),
        Box(x + 0.16, y + 0.02, 0.68, 0.3, "good", None, 0.05),
        Label(x + 0.5, y + 0.17, "EXIT", 0.25, "white", bold=True),
    ]


def _locations(d: Deal, s: State) -> list[Item]:
    """A token on the location of each task not yet fulfilled."""
    if s.phase == LAY:
        return []
    items: list[Item] = []
    for task, x in enumerate(s.location):
        if not s.done >> task & 1:
            left, top = FRAME.corner(x)
            name = f"location of task {card_words(d.task[task])}"
            items.append(
                Token(left + 0.78, top + 0.78, 0.41, "T", "coin", role="green", key=f"task {task}", title=name)
            )
    return items


def _tasks(d: Deal, s: State) -> list[Item]:
    """The task cards, with a token on those fulfilled."""
    items: list[Item] = [Label(FRAME.panel, 4.45, "Tasks", 0.26, "muted", "start")]
    for task, card in enumerate(d.task):
        x = FRAME.panel + 1.15 * task
        done = s.done >> task & 1
        words_ = f"task {card_words(card)}, {'fulfilled' if done else 'to do'}"
        items.append(playing_card(card, x, 4.67, title=words_))
        if done:
            items.append(Token(x + 0.68, 5.65, 0.34, "✓", role="good", key=f"task {task}", title="fulfilled"))
    return items


def _next_card(d: Deal, s: State) -> list[Item]:
    """Bingo: the card to lay."""
    if s.phase != LAY:
        return []
    x, name = FRAME.panel + 3.75, card_words(d.maze[s.laid])
    card = playing_card(d.maze[s.laid], x, 4.67, title=f"{name}, to be laid")
    return [Label(x + CARD[0] / 2, 4.45, "To lay", 0.26, "muted"), replace(card, key=f"card {name}")]


def _targets(d: Deal, s: State) -> list[Item]:
    out = [0] * MOST_MOVES
    items: list[Item] = [Label(FRAME.panel, 6.4, _prompt(d, s), 0.26, "ink", "start")]
    for move in out[: moves(d, s, out)]:
        kind, argument = divmod(move, 64)
        text, said = move_text(d, s, move), words(d, s, move)
        if kind == USE:
            items.append(card_target(FRAME, s, argument, text, said))
        elif kind in (REST, OUT, STOP):
            place = {REST: 0.0, STOP: 0.0, OUT: 1.7}[kind]
            items += button(FRAME.panel + place, 6.8, text, said, text.capitalize())
        elif kind in (GO, TAKE_ENTRANCE, TAKE_EXIT, PLACE):
            x_there = s.way[4 * s.you + argument] if kind == GO else argument
            items.append(Target(*FRAME.corner(x_there), 1, 1, text, said))
    return items


def _prompt(d: Deal, s: State) -> str:
    """What is to be done."""
    if s.status != PLAYING:
        return {
            "won": "You are out: won.",
            "caught": "They got you: lost.",
            "late": "Time is up: lost.",
        }[STATUSES[s.status]]
    return {
        LAY: f"Lay {card_words(d.maze[s.laid])}." if s.phase == LAY else "",
        ENTER: "Choose the entrance.",
        EXIT: "Choose the exit.",
        TURN: "Too tired to move: rest."
        if s.fatigue == 6
        else "Get out!"
        if s.you == s.exit
        else "Walk by a card, or rest.",
        WALK: "Go on, or stop." if s.steps else "Make a step.",
    }[s.phase]


def describe(d: Deal, s: State) -> str:
    """The whole position in words."""
    tasks = []
    for task, card in enumerate(d.task):
        where = "" if s.phase == LAY else f" on {space_text(s.location[task])}"
        tasks.append(f"{card_words(card)}{where} {'is fulfilled' if s.done >> task & 1 else 'is to do'}")
    parts = [_prompt(d, s), describe_you(s), describe_pursuers(s, "Pursuer"), f"Tasks: {'; '.join(tasks)}."]
    if s.exit != NOWHERE:
        parts.append(f"The exit is {space_text(s.exit)}.")
    return " ".join(part for part in [*parts, describe_cards(d, s), describe_maze(s)] if part)


def aim(d: Deal, s: State, source: str, place: str) -> str:
    """The move one means who points at a space."""
    word = {LAY: "place", ENTER: "enter", EXIT: "exit"}.get(s.phase, "")
    return f"{word} {place}" if word else step_to(s, place)


def look(d: Deal, s: State, name: str) -> Overlay:
    """Something more to be shown of the maze."""
    return look_at(FRAME, d, s, name, play_telling)
