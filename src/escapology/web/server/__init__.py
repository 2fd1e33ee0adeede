"""Running the app.

local.py        for one: the person who sits at this machine (`escapology play`)
service.py      for many, in one process or several (`escapology serve`)
connection.py   a client's connection, which may take only so long; room.py: all of them; listener.py: how they come in
reading.py      what comes on it: no request of too many parts
"""
