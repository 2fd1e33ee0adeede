"""A play as text: pure functions, from the play to lines."""

from __future__ import annotations

from dataclasses import replace
from math import ceil
from textwrap import wrap

from escapology import draw
from escapology.draw import Scene
from escapology.play import Node, Play
from escapology.tree import branches

__all__ = ["board", "columns", "move_lines", "tree_lines"]

_GAP = "   "  # between columns
_DEEPEST = 12  # indents of the tree: deeper branches stay there, so that they keep some room


def board(play: Play, *, colour: bool = False, width: int | None = None) -> str:
    """The picture of what the player sees, drawn finer if it would not fit into the width."""
    scene = play.game.presentation.scene(*play.game.knowledge.observe(play.deal, play.here.state))
    if width is not None:
        scene = _squeeze(scene, width)
    return draw.text(scene, colour=colour)


def _squeeze(scene: Scene, width: int) -> Scene:
    """The scene with as few characters to a unit as it takes to fit, as long as no writing is lost by that."""
    usual = draw.text(scene)
    for fewer in range(ceil(scene.columns), 1, -1):
        finer = replace(scene, columns=min(fewer, scene.columns))
        picture = draw.text(finer)
        if _writing(picture) != _writing(usual):
            break
        if max(len(line) for line in picture.split("\n")) <= width:
            return finer
    return scene


def _writing(picture: str) -> list[str]:
    """All that is neither blank, line nor shade (those are U+2500 to U+259F)."""
    return sorted(c for c in picture if not c.isspace() and not "\u2500" <= c <= "\u259f")


def move_lines(play: Play, width: int) -> list[str]:
    """The legal moves, numbered, with their words."""
    legal = play.legal()
    longest = max((len(text) for text in legal), default=0)
    digits = len(str(len(legal)))
    entries = [
        f"{number:>{digits}}  {text:<{longest}}  {play.game.presentation.words(play.deal, play.here.state, move)}"
        for number, (text, move) in enumerate(legal.items(), 1)
    ]
    if max((len(entry) for entry in entries), default=0) <= width:
        return columns(entries, width)
    indent = " " * min(digits + 2 + longest + 2, width // 2)
    return [line for entry in entries for line in wrap(entry, width, subsequent_indent=indent)]


def columns(entries: list[str], width: int) -> list[str]:
    """Entries in as many columns as fit, read downwards."""
    widest = max((len(entry) for entry in entries), default=0)
    across = max(1, (width + len(_GAP)) // (widest + len(_GAP)))
    down = -(-len(entries) // across)
    rows = [entries[row::down] for row in range(down)]
    return [_GAP.join(f"{entry:<{widest}}" for entry in row).rstrip() for row in rows]


def tree_lines(play: Play, width: int) -> list[str]:
    """All that was played: moves without a choice stand in one line, branches below each other."""
    names: dict[Node, list[str]] = {}
    for name, node in play.bookmarks.items():
        names.setdefault(node, []).append(name)
    lines: list[str] = []
    for depth, row in branches(play):
        lines += _fill([_item(play, node, names) for node in row], "  " * min(depth, _DEEPEST), width)
    return lines


def _item(play: Play, node: Node, names: dict[Node, list[str]]) -> str:
    marks = "".join(f" [{name}]" for name in names.get(node, []))
    here = " <- here" if node is play.here else ""
    return f"{node.number} {node.move or 'start'}{marks}{here}"


def _fill(items: list[str], indent: str, width: int) -> list[str]:
    """Items separated by dots, wrapped between items."""
    lines = [indent + items[0]]
    for item in items[1:]:
        if len(lines[-1]) + len(f" · {item}") <= width:
            lines[-1] += f" · {item}"
        else:
            lines.append(f"{indent}  · {item}")
    return lines
