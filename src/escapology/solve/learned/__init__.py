"""Players that were trained: what learners left behind (`escapology.learners`), played by compiled code.

features.py   what a network sees of an observation
network.py    the network, and the files it is kept in
players.py    the bots `learned` and `learned-ahead`
weights/      networks of some games, made as `docs/learners.md` says
"""

from escapology.solve.learned.players import Learned, has_network

__all__ = ["Learned", "has_network"]
