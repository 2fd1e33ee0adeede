"""The games as environments of Gymnasium, for programs that learn. `docs/environments.md` tells how they are used.

    import gymnasium
    import escapology.environments  # tells Gymnasium of the games

    one = gymnasium.make("escapology/DevilsSquare-v0")
    many = gymnasium.make_vec("escapology/DevilsSquare-v0", num_envs=4096)

registry  the names of the environments
single    one game, by plain rules
many      thousands of games at once, by compiled ones
table     games in rows, which both are made of
spaces    what observations are made of
episode   which deals come, and the record of one that was played
"""

from escapology.environments.episode import episode_record
from escapology.environments.many import Environments
from escapology.environments.registry import environment_id, register_all
from escapology.environments.single import Environment

__all__ = ["Environment", "Environments", "environment_id", "episode_record"]

register_all()
