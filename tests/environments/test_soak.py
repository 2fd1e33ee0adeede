"""Random steps with every index checked."""

import os
import subprocess
import sys

import pytest

from tests.kit import FOLDER


@pytest.mark.long
@pytest.mark.parametrize("steps", [10_000_000])
def test_random_steps_stay_within_bounds(steps: int) -> None:
    command = [sys.executable, "-m", "tests.environments.soak", str(steps)]
    subprocess.run(command, check=True, cwd=FOLDER.parent, env=os.environ | {"ESCAPOLOGY_BOUNDS": "1"})
