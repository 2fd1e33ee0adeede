"""What programs that learn see and are dealt in both maze games. Each adds its own.

dealing   the decks
sight     observations: the maze, you, the pursuers, movement cards
"""
