"""Slow, plain reference implementations of the games, written from the rules alone."""
