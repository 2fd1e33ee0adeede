"""The web app: all games in a browser, and by an API. `make_app` builds it.

app.py          puts the app together; config.py: what whoever runs it decides
server/         runs it: for one, or for many
guard/          what stands before every page: cookies, signatures, rates, refusals, the root path
watch/          what stands before the guard: logs and metrics
store/          where plays are kept: a database, and the steps to its tables

visit.py        a request: who asks, and what the app is made of
form.py         reading forms
page.py         filling in templates
seldom.py       keeping the log short

plays/          plays: begun, kept, changed, asked about and shown
players/        what is a player's: data as a whole, preferences, statistics
entry/          deals entered by hand
rulebook/       rules as pages, with pictures

pages/          the pages, a module with a router each; templates/ and static/ are what they show
api/            all of it as JSON, for programs

What takes its time is worked out by `escapology.thinking`, in processes of its own. Every page works without
JavaScript. With it, static/play.js sends the same forms and puts the answers into the page.
"""

from escapology.web.app import make_app
from escapology.web.config import Config
from escapology.web.store import SqlStore, Store, open_store

__all__ = ["Config", "SqlStore", "Store", "make_app", "open_store"]
