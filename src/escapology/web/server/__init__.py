"""Running the app.

local.py        for one: the person who sits at this machine (`escapology play`)
service.py      for many, in one process or several (`escapology serve`)
"""
