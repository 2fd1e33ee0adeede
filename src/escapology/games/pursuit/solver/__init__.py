"""What thinks about both maze games.

glance.py   what looks good at a glance, and when one thinks again
turns.py    whether a position can be won, all movement cards being known, and how: the search over whole turns
kernel.py   its compiled part
keys.py     what has been met before
advice.py   what to do this turn, for one who can't see the cards to come
plans.py    all that the turns up to the next pile can lead to
quick.py    a quick player who can't see them either: how often he loses a deal
"""
