"""The rules as pages.

sections.py     RULES.md as sections that one can link to
examples.py     pictures of a game that was won
"""
