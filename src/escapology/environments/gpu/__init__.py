"""Environments whose games, observations and masks stay on a GPU. `docs/environments.md` tells how they are used.

    from escapology.environments.gpu import GpuEnvironments

many     the environments
rows     what is done in each row
machine  what they ask of a GPU
arrays   arrays as other libraries see them
tuning   what their speed depends on

Needs the extras `env` and `gpu`.
"""

from escapology.environments.gpu.many import GpuEnvironments
from escapology.environments.gpu.tuning import Tuning

__all__ = ["GpuEnvironments", "Tuning"]
