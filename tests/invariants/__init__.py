"""What each game promises of every position: nothing is ever lost or doubled. `kit.py` finds a game's by its name."""
