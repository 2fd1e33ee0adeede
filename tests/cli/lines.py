"""Deals and records that tests of the command line share."""

__all__ = ["BLANK", "CELLAR", "EASY", "HOPELESS", "SQUARE", "WON"]

BLANK = "blank: 3 1 5 2 6 4"
WON = f"{BLANK}\nclimb skip climb skip climb\n"
SQUARE = (
    "devils-square: Y1K Y2A Y3S Y4C R1K R2A R3S R4C G1K G2A G3S G4C B1K B2A B3S B4C "
    "Y1A Y2S Y3C Y4K R1A R2S R3C R4K G1A G2S G3C G4K B1A B2S B3C B4K "
    "Y1S Y2C Y3K Y4A R1S R2C R3K R4A G1S G2C G3K G4A B1S B2C B3K B4A "
    "Y1C Y2K Y3A Y4S R1C R2K R3A R4S G1C G2K G3A G4S B1C B2K B3A B4S"
)
EASY, HOPELESS = "blank: 1 2 3 4 5 6", "blank: 6 5 4 3 2 1"
CELLAR = "kidnap-machine: house=3x3 route=b3,c3,c2,b2,b3"
