"""Wording: what front ends say, the same in text play, on the command line, on pages and by the API.

plays.py        how a play stands, how it ended, what a move set off
answers.py      what was found out: hints, outlooks, ways out
"""
