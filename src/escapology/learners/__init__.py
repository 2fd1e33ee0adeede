"""Learners: programs that learn to play, and what they leave behind for `solve/learned` to play with.

    python -m escapology.learners.ppo devils-square --minutes 10 --to FOLDER

ppo     the reference trainer, in one file: PPO with masks. Needs the extra `learn` (PyTorch)
curves  how training went, as a picture

`docs/learners.md` says how the networks that come with Escapology were made.
"""
