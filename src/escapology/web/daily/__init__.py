"""The deals of the days, as players meet them: found ahead of time, played, counted and shared.

almanac.py   which deal it is; found in the background before anybody asks
calendar.py  what came of the days' deals, month by month, and the streak: pure functions
playing.py   beginning one, or taking up the play that was begun
sharing.py   a result as a few lines of text

Which deals they are is settled in `escapology/daily.py`.
"""
