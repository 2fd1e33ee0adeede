"""Plays: begun, kept, changed and shown. What pages and API both need; they add only how it is asked and answered.

table.py        those being played, in memory and in the store
start.py        how a play begins; wish.py: what its deal may be asked to be like
actions.py      what a player can do to a play
questions.py    what a player can ask about a play; advice.py: the answer
view.py         a play as a page shows it; picture.py: boards as HTML
links.py        links that hold a whole game; replay.py: a game to be watched
"""
