"""Attacks from one address at full speed, and what bystanders notice: `python -m benchmarks.attacks`.

__main__.py      the measurement: without and with each attack, in one run
bystanders.py    people of other addresses, who play and ask for hints at a human's pace
attacker.py      the process that attacks; what it has sent, and what it got
hoard.py, questions.py, connections.py, changes.py      the attacks; mixed.py: all of them together
"""
