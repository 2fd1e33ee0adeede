"""What can be laid over the picture of the maze: how far pursuers see, how far a card carries you, frames."""

from escapology.draw.scene import Item, Line, Role
from escapology.games.pursuit.rules.maze import is_door, space_text
from escapology.games.pursuit.rules.sight import doors_seen_through
from escapology.games.pursuit.rules.state import NOWHERE, VESSEL, MazeDeal, MazeState
from escapology.games.pursuit.rules.turn import is_stopped_by_card
from escapology.games.pursuit.scene.picture import Frame

__all__ = ["outline", "reach", "sight_lines"]


def sight_lines(frame: Frame, s: MazeState, only: int | None = None) -> list[Item]:
    """Overlay: how far each pursuer sees in each direction, or only one of them."""
    items: list[Item] = []
    for p in range(s.pursuers) if only is None else (only,):
        if s.at[p] in (NOWHERE, VESSEL):
            continue
        for direction in range(4):
            end = _last_seen(s, p, direction)
            if end not in (s.at[p], VESSEL):
                ends = *frame.middle(s.at[p]), *frame.middle(end)
                title = f"{'♠♥♣♦'[p]} sees as far as {space_text(end)}"
                items.append(Line(*ends, "danger", 0.045, dashed=True, arrow=True, title=title))
    return items


def _last_seen(s: MazeState, p: int, direction: int) -> int:
    here = s.at[p]
    doors = doors_seen_through(s, p, direction)
    while (beyond := s.way[4 * here + direction]) != NOWHERE:
        doors -= is_door(s, here, beyond)
        if doors < 0:
            break
        here = beyond
    return here


def reach(frame: Frame, d: MazeDeal, s: MazeState, position: int) -> list[Item]:
    """Overlay: the spaces where a walk by that card of the column could end."""
    taken = set(s.at[: s.pursuers])
    seen = {s.you}
    to_do = [s.you]
    walk = s.copy()
    walk.using = position
    while to_do:
        here = to_do.pop()
        for direction in range(4):
            walk.you = s.way[4 * here + direction]
            if walk.you in (NOWHERE, VESSEL) or walk.you in seen or walk.you in taken:
                continue
            seen.add(walk.you)
            unfinished = any(x == walk.you and not s.done >> task & 1 for task, x in enumerate(s.location))
            if not is_stopped_by_card(d, walk) and not unfinished:
                to_do.append(walk.you)
    return [
        line
        for x in sorted(seen - {s.you})
        for line in outline(*frame.corner(x), 1, 1, "accent", f"{space_text(x)} is in reach")
    ]


def outline(x: float, y: float, wide: float, high: float, role: Role, title: str) -> list[Item]:
    """A dashed frame just inside an area, that covers nothing."""
    x, y, wide, high = x + 0.06, y + 0.06, wide - 0.12, high - 0.12
    corners = [(x, y), (x + wide, y), (x + wide, y + high), (x, y + high), (x, y)]
    return [Line(*corners[i], *corners[i + 1], role, 0.05, dashed=True, title=title) for i in range(4)]
