"""The two maze games: Don't Let Them Get You, and its add-on Not Alone, After All.

Shared by both, in reading order:
cards.py      playing cards as numbers, their values and preferences
state.py      what their deals and states have in common
maze.py       how cards lie, where one can pass, how far it is
sight.py      what a pursuer sees
pursuers.py   how he moves
turn.py       what a turn is made of
telling.py    what happens in a move; happenings.py has the words
dealing.py, notation.py, words.py, description.py   deals, moves and states as text
picture.py, overlays.py   what their pictures are made of
solver/       whether a position can be won: the search over whole turns
"""
