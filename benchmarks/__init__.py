"""Speeds, as ratios measured in one run: times alone say more about the machine than about the code."""
