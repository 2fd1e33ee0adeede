"""Watching over requests, outside the guard.

middleware.py   counts and logs each request, and answers for failures
logs.py         the log: JSON lines, with nothing about people
metrics.py      numbers for Prometheus
pulse.py        whether the database can be read and written, as it stood a moment ago
"""
