"""The Python interface: `import escapology as esc` offers all that is here. `docs/python.md` tells how it is used.

game.py      a game with its setting
deal.py      a deal of it: its line, how hard it is
position.py  a position of a deal, and the view that its player has of it
finding.py   what a solver says of a position: a verdict, or the chance where dice are
batch.py     many deals solved, in several processes
bots.py      players that are programs, built in, of one's own or of other packages
sources.py   bots by the place they stand in, a file or a module
match.py     bots that play many deals, and how their results compare

Games, deals, positions, views and findings are immutable, compared by content, hashable, and can be sent to other
processes. Inside they hold what the rest of the package works with (`protocol.py`, `middle.py`), which may change;
their public names don't.
"""
