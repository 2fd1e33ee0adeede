"""A game at a table as a page shows it: pure functions from the sitting to what templates fill in."""

from __future__ import annotations

from dataclasses import dataclass, replace

from escapology.draw import Scene, SvgSheet, Target
from escapology.draw.frames import frame, frame_of
from escapology.draw.markup import UNIT
from escapology.entry import Part
from escapology.protocol import AnyGame
from escapology.sitting import Made, Sitting
from escapology.web.entry.reading import Reading
from escapology.web.entry.trays import part_scene
from escapology.web.picture import board_classes, draw_scene, picture
from escapology.web.players.preferences import Preferences
from escapology.web.plays.telling import event_data
from escapology.web.sittings.kept import Sat
from escapology.web.sittings.tray import Tray, tray_of

__all__ = ["SittingView", "Told", "happenings", "moves_in_words", "told_list", "view_of_sitting"]


@dataclass(frozen=True, slots=True)
class Told:
    """Something that was told, for a list of it all."""

    number: int
    text: str
    words: str
    is_piece: bool
    lines: tuple[str, ...]  # what a move asked to be done


@dataclass(frozen=True, slots=True)
class SittingView:
    """All that the page of a game at a table shows."""

    sat: Sat
    sitting: Sitting
    game: AnyGame
    sheets: list[SvgSheet]
    board: str
    classes: str
    places: list[tuple[str, int, int, int, int]]
    question: str  # what is asked; "" = it is the player's move
    about: str  # more about that, while the table is set up
    count: str  # how much of it is there
    tray: Tray | None
    moved: str  # the last move, in words
    lines: list[str]  # what it asks to be done on the table
    moves: dict[str, str]  # the legal ones, in words
    prompt: str
    fate: str  # how it ended; "" = it goes on
    is_won: bool
    unknown: list[str]  # what nobody has told of


def view_of_sitting(sat: Sat, preferences: Preferences) -> SittingView:
    """The page of a game at a table."""
    sitting = sat.sitting
    game = sitting.game
    scene = _scene(sitting)
    sheets = draw_scene(scene, preferences, game.presentation.face, targets=_has_targets(sitting, scene))
    made = sitting.made[-1] if sitting.made else None
    return SittingView(
        sat=sat,
        sitting=sitting,
        game=game,
        sheets=sheets,
        board=picture(sheets),
        classes=board_classes(scene),
        places=[
            (p.name, round(p.x * UNIT), round(p.y * UNIT), round(p.width * UNIT), round(p.height * UNIT))
            for p in scene.places
        ],
        question=sitting.asked.words if sitting.asked is not None else "",
        about=_about(sitting),
        count=_count(sitting),
        tray=tray_of(sitting, preferences),
        moved=sitting.words(made) if made is not None else "",
        lines=sitting.carry_out(made) if made is not None else [],
        moves=moves_in_words(sitting),
        prompt=scene.prompt if sitting.legal() else "",
        fate=_fate(sitting),
        is_won=sitting.is_won,
        unknown=sitting.unknown(),
    )


def moves_in_words(sitting: Sitting) -> dict[str, str]:
    """The legal moves."""
    if sitting.deal is None:
        return {}
    words, state = sitting.game.presentation.words, sitting.states[-1]
    return {text: words(sitting.deal, state, move) for text, move in sitting.legal().items()}


def _fate(sitting: Sitting) -> str:
    if not sitting.is_over or sitting.deal is None:
        return ""
    return sitting.game.presentation.fate(*sitting.game.knowledge.observe(sitting.deal, sitting.states[-1]))


def _part_asked(sitting: Sitting) -> Part | None:
    return None if sitting.asked is None else sitting.part(sitting.asked.spot[0])


def _about(sitting: Sitting) -> str:
    """How a part is told, when it is begun."""
    part = _part_asked(sitting)
    if part is None or sitting.asked is None or not sitting.asked.is_set_up or any(sitting.entered[part.name]):
        return ""
    return part.words


def _count(sitting: Sitting) -> str:
    part = _part_asked(sitting)
    if part is None or sitting.asked is None or not sitting.asked.is_set_up or part.places == 1:
        return ""
    return f"{part.places - sitting.entered[part.name].count('')} of {part.places}"


def _scene(sitting: Sitting) -> Scene:
    """The board, with a frame where the last move was made while something of it is to be told; else the set-up."""
    if sitting.deal is None or sitting.state is None:
        return _set_up(sitting)
    scene = sitting.game.presentation.scene(*sitting.game.knowledge.observe(sitting.deal, sitting.state))
    if sitting.pending is None:
        return scene
    return _framed(scene, f"move {sitting.pending.text}")


def _framed(scene: Scene, name: str) -> Scene:
    try:
        return replace(scene, items=(*scene.items, frame(frame_of(scene, name), name)))
    except KeyError:
        return scene


def _set_up(sitting: Sitting) -> Scene:
    """What was laid out so far: the part that is asked for, or the largest one when all of it lies there."""
    assert sitting.asked is not None  # it has not begun
    asked = sitting.part(sitting.asked.spot[0])
    part = (
        asked if sitting.asked.is_set_up else max((p for p in sitting.parts if not p.if_open), key=_size, default=asked)
    )
    reading = Reading(
        sitting.setting,
        sitting.companion.entry,
        sitting.parts,
        places={name: list(texts) for name, texts in sitting.entered.items()},
    )
    scene = part_scene(reading, part)
    framed = _framed(scene, f"move {part.name}:{sitting.asked.spot[1]}") if part is asked else scene
    chosen = [item for item in framed.items if not isinstance(item, Target) or "=" in item.move]
    return replace(framed, items=tuple(chosen))


def _size(part: Part) -> int:
    return part.places


def _has_targets(sitting: Sitting, scene: Scene) -> bool:
    if sitting.asked is None:
        return bool(sitting.legal())
    return any(isinstance(item, Target) and "=" in item.move for item in scene.items) and sitting.pending is None


def happenings(view: SittingView, before: Sitting) -> list[dict[str, object]]:
    """What the last move set off, if it is all known by now and was not before, with places, for animation."""
    sitting = view.sitting
    news = len(sitting.made) > len(before.made) or before.pending is not None
    if not news or not sitting.made or sitting.pending is not None or sitting.deal is None:
        return []
    places = {name: (x + wide / 2, y + high / 2) for name, x, y, wide, high in view.places}
    events = sitting.game.presentation.events(sitting.deal, sitting.states[-2], sitting.made[-1].move)
    return [event_data(sitting.game, event, places) for event in events]


def told_list(sitting: Sitting) -> list[Told]:
    """All that was told, one after the other."""
    moves: dict[int, Made] = {made.number: made for made in sitting.made}
    spots = iter(sitting.spots)
    found: list[Told] = []
    for number, text in enumerate(sitting.told):
        if number in moves:
            made = moves[number]
            found.append(Told(number, text, sitting.words(made), False, tuple(sitting.carry_out(made))))
        else:
            spot = next(spots)
            pieces = {piece.text: piece.words for row in sitting.part(spot[0]).pieces for piece in row}
            found.append(Told(number, text[1:], f"{sitting.name(spot)}: {pieces[text[1:]]}", True, ()))
    return found
