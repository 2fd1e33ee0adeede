"""Plays: begun, kept, changed and shown. What pages and API both need; they add only how it is asked and answered.

table.py        those being played, in memory and in the store; saving.py: how a play is stored, and read again
resting.py      how long work makes room for others
quota.py        how much may be stored; expiry.py: what is stored no longer
memory.py       what is in memory, by its weight, and how much of it an address may have
start.py        how a play begins; wish.py: what its deal may be asked to be like
actions.py      what a player can do to a play
questions.py    what a player can ask about a play; advice.py: the answer
view.py         a play as a page shows it; telling.py: what happened, for a script
replay.py       a game to be watched; share.py: a result to be sent to a friend
"""
