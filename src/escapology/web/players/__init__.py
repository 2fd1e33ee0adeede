"""Players: who they are is a cookie; what is theirs is here.

data.py         all of it as a whole: moved by a link, taken along, deleted
preferences.py  what a player likes, kept in a cookie of its own
tally.py        what finished games come to; results.py: those games, row by row
files.py        what is taken along, sent piece by piece
"""
