"""The two maze games: Don't Let Them Get You, and its add-on Not Alone, After All.

Each has the rooms of a game. What they share is in rooms of the same names here: rules, notation, words, knowledge,
scene, entry, solver.
"""
