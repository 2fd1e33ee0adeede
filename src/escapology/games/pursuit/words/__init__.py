"""What both maze games say to people.

moves.py        moves in words, and why one is not legal
events.py       what a move sets off
description.py  the whole position
"""
