"""Escapology: solo escape games for the table, played, solved exactly and studied. Read `protocol.py` first."""

__version__ = "0.1.0"
