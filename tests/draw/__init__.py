"""Tests of the drawing package, one module for each of its modules."""
