"""Text play: a game by hand, line by line, in any terminal or through a pipe. It knows no rules.

session.py   the loop: read a line, do what it says, show the board
commands.py  what can be typed besides moves
screen.py    the play as text: board, status, moves, tree
pages.py     rules and help
saving.py    saved games
terminal.py  the streams it runs on
menu.py      which game?
guide.py     guided first games
table.py     games at real tables
"""

from escapology.text_play.guide import GuideSession
from escapology.text_play.menu import choose_setting
from escapology.text_play.pages import rules_text
from escapology.text_play.saving import load_play, load_sitting
from escapology.text_play.session import Session
from escapology.text_play.table import TableSession
from escapology.text_play.terminal import Terminal, has_colour

__all__ = [
    "GuideSession",
    "Session",
    "TableSession",
    "Terminal",
    "choose_setting",
    "has_colour",
    "load_play",
    "load_sitting",
    "rules_text",
]
