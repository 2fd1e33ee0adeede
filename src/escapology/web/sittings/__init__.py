"""Games at real tables, in the web app: what pages and API both need.

kept.py   sittings as they are stored, and back; what is told is stored before it is acknowledged
view.py   a sitting as a page shows it
tray.py   the pieces that can be told now
"""
