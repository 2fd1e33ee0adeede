"""Environments on a GPU, as far as they can be tested without one: the same code on this processor."""
