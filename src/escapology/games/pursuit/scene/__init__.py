"""What the pictures of both maze games are made of.

picture.py   the floor plan, the pieces, the movement cards
overlays.py  what can be laid over them; looks.py: what of that can be shown in a position
aim.py       the move one means by pointing at a space
"""
