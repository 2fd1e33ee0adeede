"""Deals entered by hand.

reading.py      what a form says so far, what is missing, and what is wrong
trays.py        pictures: a part as it lies, and the pieces that are left
"""
