"""What can be typed besides moves. `COMMANDS` is the only list: help and the tab key read it too."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from escapology.errors import MoveError, SettingError, shorten
from escapology.luck import MAX_SEED, random_seed
from escapology.middle import new_deal
from escapology.play import Node, Play
from escapology.text_play import advice, screen
from escapology.text_play.pages import rule_text, rules_text
from escapology.text_play.saving import load_play, save_text

if TYPE_CHECKING:
    from escapology.text_play.session import Session

__all__ = ["BY_NAME", "COMMANDS", "Command", "find"]


@dataclass(frozen=True, slots=True)
class Command:
    """Something a player can ask for."""

    names: tuple[str, ...]  # the first is the usual one
    words: str  # what it does, for help
    action: Callable[[Session, str], None]  # (session, what stands behind the name)
    argument: str = ""  # what stands behind the name: "FILE", "[SEED]" if it may be left out, "" = nothing

    @property
    def usage(self) -> str:
        """How it is written."""
        return f"{self.names[0]} {self.argument}".strip()

    def carry_out(self, session: Session, argument: str) -> None:
        """Do it; an error changes nothing."""
        if self.argument and not self.argument.startswith("[") and not argument:
            raise MoveError(f"{self.names[0]} is incomplete: write {self.usage}")
        self.action(session, argument)


def find(line: str) -> tuple[Command, str] | None:
    """The command that the line gives, and what stands behind its name."""
    for name, command in BY_NAME.items():
        start, rest = line[: len(name)], line[len(name) :]
        if start.lower() == name and (not rest or (rest.startswith(" ") and command.argument)):
            return command, rest.strip()
    return None


def _travel(session: Session, way: Callable[[], object]) -> None:
    """Go to another node of the tree, and say if that takes back something that was revealed."""
    left = session.play.here.way()
    way()
    kept = set(session.play.here.way())
    session.show()
    if any(node.reveals for node in left if node not in kept):
        session.terminal.say("(You have now seen what comes next.)")


def _undo(session: Session, _: str) -> None:
    _travel(session, session.play.undo)


def _redo(session: Session, _: str) -> None:
    _travel(session, session.play.redo)


def _restart(session: Session, _: str) -> None:
    _travel(session, session.play.restart)


def _tree(session: Session, _: str) -> None:
    for line in screen.tree_lines(session.play, session.terminal.width):
        session.terminal.say(line)


def _go_to(session: Session, where: str) -> None:
    node = _node(session.play, where)
    _travel(session, lambda: session.play.go_to(node))


def _node(play: Play, where: str) -> Node:
    """A node by its number or by the name of its mark."""
    if where in play.bookmarks:
        return play.bookmarks[where]
    numbers = {str(node.number): node for node in play.nodes}
    if where not in numbers:
        marks = "".join(f", {name}" for name in play.bookmarks)
        raise MoveError(f"there is no place {shorten(where)}: choose 0 to {len(play.nodes) - 1}{marks}; see tree")
    return numbers[where]


def _mark(session: Session, name: str) -> None:
    if name.isdigit():
        raise MoveError(f"{shorten(name)} can't be the name of a mark: numbers are places in the tree")
    session.play.bookmark(name)
    session.terminal.say(f"Marked. `goto {name}` returns here.")


def _save(session: Session, file: str, overwrite: bool = False) -> None:
    again = not file and bool(session.file)  # one's own file may be written again
    file = file or session.file
    if not file:
        raise MoveError("save needs a file name: write save FILE")
    text = session.play.record_text()
    save_text(text, file, overwrite=overwrite or again)
    session.file, session.kept = file, text
    session.terminal.say(f"Saved as {file}.")


def _save_over(session: Session, file: str) -> None:
    _save(session, file, overwrite=True)


def _load(session: Session, file: str) -> None:
    play = load_play(file)
    session.warn()
    session.begin(play, file=file)
    session.greet()
    session.show()


def _new(session: Session, seed: str) -> None:
    if seed and not re.fullmatch("[0-9]{1,20}", seed):
        raise SettingError(f"{shorten(seed)} is not a seed: a seed is a whole number from 0 to {MAX_SEED}")
    setting = session.play.deal.setting
    number = int(seed) if seed else random_seed()
    deal = new_deal(setting, number)
    session.warn()
    session.begin(Play(session.play.game, deal), number)
    session.greet()
    session.show()


def _deal(session: Session, _: str) -> None:
    session.terminal.say(session.play.deal_line())


def _record(session: Session, _: str) -> None:
    session.terminal.say(session.play.record_text().rstrip("\n"))


def _rules(session: Session, _: str) -> None:
    terminal = session.terminal
    session.terminal.say(rules_text(session.play.game, rendered=terminal.colour, width=terminal.width))


def _rule(session: Session, number: str) -> None:
    play = session.play
    seen = play.game.knowledge.observe(play.deal, play.here.state)
    found = [rule_text(play.game, name) for name in ([number] if number else play.game.presentation.rules(*seen))]
    if not any(found):
        raise MoveError(f"there is no rule {shorten(number)}: see rules")
    for text in filter(None, found):
        session.terminal.say(text)


def _signs(session: Session, _: str) -> None:
    play = session.play
    scene = play.game.presentation.scene(*play.game.knowledge.observe(play.deal, play.here.state))
    for sign in scene.legend:
        session.terminal.say(f"- {sign.words}")


def _give_up(session: Session, _: str) -> None:
    if not session.play.legal():
        raise MoveError("the game is already over")
    session.play.give_up()
    session.show()


def _hint(session: Session, how: str) -> None:
    if how not in ("", "peek"):
        raise MoveError(f"there is no hint {shorten(how)}: write hint, or hint peek to use what is hidden")
    session.terminal.say(advice.hint_text(session.play, peeks=how == "peek"))
    session.play.ask()


def _status(session: Session, _: str) -> None:
    session.terminal.say(advice.status_text(session.play))


def _rewind(session: Session, _: str) -> None:
    words, node = advice.way_back(session.play)
    session.terminal.say(words)
    if node is not None:
        _travel(session, lambda: session.play.go_to(node))


def _help(session: Session, _: str) -> None:
    session.terminal.say(f"A move is its number, or {session.play.game.notation.move_help}.")
    session.terminal.say("An empty line shows the board again. Commands:")
    names = {", ".join((c.usage, *c.names[1:])): c.words for c in COMMANDS}
    widest = max(len(name) for name in names)
    for name, words in names.items():
        session.terminal.say(f"  {name:<{widest}}  {words}")


def _quit(session: Session, _: str) -> None:
    session.warn()
    session.closed = True


COMMANDS: Final = (
    Command(("undo", "u"), "take back the last move", _undo),
    Command(("redo", "r"), "replay the move you took back", _redo),
    Command(("restart",), "go back to the start", _restart),
    Command(("tree",), "show everything you tried, by number", _tree),
    Command(("goto",), "go to a place in the tree", _go_to, "NUMBER or NAME"),
    Command(("mark",), "name this place, for goto", _mark, "NAME"),
    Command(("hint", "h"), "suggest a move; with peek, use what is hidden", _hint, "[peek]"),
    Command(("status",), "tell whether this game can still be won, knowing what is hidden", _status),
    Command(("rewind",), "go back to where it could last be won", _rewind),
    Command(("save",), "save the game to a file", _save, "[FILE]"),
    Command(("save!",), "save, replacing an existing file", _save_over, "[FILE]"),
    Command(("load",), "load a saved game", _load, "FILE"),
    Command(("deal",), "print the deal line, to share or play again", _deal),
    Command(("record",), "print the deal and the moves so far", _record),
    Command(("rule",), "show the rules that matter now, or one by number", _rule, "[NUMBER]"),
    Command(("signs",), "explain the signs on the board", _signs),
    Command(("rules",), "show the rules", _rules),
    Command(("new",), "start a new deal, or the deal of a seed", _new, "[SEED]"),
    Command(("give up",), "give up the game", _give_up),
    Command(("help", "?"), "show this list", _help),
    Command(("quit", "q"), "leave", _quit),
)
BY_NAME: Final = {name: command for command in COMMANDS for name in command.names}
