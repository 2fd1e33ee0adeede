"""The rules that both maze games share, in reading order.

cards.py     playing cards as numbers, their values and preferences
state.py     what their deals and states have in common
maze.py      how cards lie, where one can pass, how far it is
sight.py     what a pursuer sees
pursuers.py  how he moves
turn.py      what a turn is made of
log.py       what happens in a move, told by the rules themselves
options.py   the options that both games have
"""
