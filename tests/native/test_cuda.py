"""Kernels for GPUs: all games compile, whether there is a GPU or not, and play the same games where there is one.

`make test-gpu` installs the compiler, which is too large for everybody, and runs these.
"""

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest
from benchmarks.javascript import same

from escapology.ahead import main, ptx_of
from escapology.environments import Environments
from escapology.environments.gpu import GpuEnvironments
from escapology.environments.gpu.rows import act, begin, columns_of
from escapology.environments.table import ACT, Table, choose, step
from escapology.games import GAMES
from escapology.middle import new_deal
from escapology.playout import Playouts, playout
from escapology.setting import make_setting
from tests.environments.gpu.host import Host
from tests.settings import all_settings

if not find_spec("numba_cuda"):
    pytest.skip("the compiler for GPUs is not installed (make test-gpu)", allow_module_level=True)

from escapology.native import cuda
from escapology.native.cuda.vectors import WIDTH, padded

# Numba warns where it knows a struct both as it is and filled up, and then takes the one that fits.
pytestmark = pytest.mark.filterwarnings("ignore::numba.core.errors.NumbaExperimentalFeatureWarning")

COUNT = 64
VARIANTS = [
    make_setting(game, variant.name) for game in GAMES.values() for variant in game.facts.variants if game.learning
]


@pytest.fixture
def gpu():
    if not cuda.cuda.is_available():
        pytest.skip("there is no GPU here: kernels were compiled, but not run")
    return cuda.cuda


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_random_play_compiles_without_a_gpu(game):
    code = ptx_of(game).decode()
    assert ".visible .entry" in code
    assert ".target sm_75" in code


@pytest.mark.parametrize("game", [game for game in GAMES.values() if game.learning], ids=lambda game: game.name)
def test_steps_of_environments_compile_without_a_gpu(game):
    columns = Table(game, make_setting(game), 1).columns
    rows = np.zeros(1, np.int64)
    assert ".visible .entry" in cuda.ptx(step(game), (columns, rows, rows, 50, False), capability=(9, 0))


class Laid(Host):
    """Structs as they lie on a GPU."""

    def zeros(self, shape, dtype):
        return np.zeros(shape, padded(np.dtype(dtype)))

    def put(self, array):
        return self.zeros(array.shape, array.dtype)


@pytest.mark.parametrize("which", [begin, act], ids=["begin", "act"])
@pytest.mark.parametrize("game", [game for game in GAMES.values() if game.learning], ids=lambda game: game.name)
def test_steps_of_environments_that_stay_there_compile_without_a_gpu(game, which):
    columns = columns_of(game, game.learning.forms(make_setting(game)), 1, Laid(None))
    arguments = (columns, np.zeros(1, np.int8)) if which is begin else (columns, np.zeros(1, np.int64), (50, False))
    code = cuda.ptx(which(game), arguments, capability=(9, 0))
    assert ".visible .entry" in code
    assert "ld.global.v4" in code or "ld.v4" in code  # 16 bytes at a time


def test_structs_are_filled_up():
    for game in GAMES.values():
        for kind in (game.rules.deal_type.dtype(), game.rules.state_type.dtype()):
            whole = padded(kind)
            assert whole.itemsize % WIDTH == 0
            assert kind.itemsize <= whole.itemsize < kind.itemsize + WIDTH
            assert {name: whole.fields[name] for name in whole.names} == dict(kind.fields)


def test_rows_are_put_in_order():
    script = Path(__file__).with_name("gpu_order.py")
    done = subprocess.run(
        [sys.executable, "-W", "ignore", script],
        env={**os.environ, "NUMBA_ENABLE_CUDASIM": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


def test_ptx_is_written_to_a_folder(tmp_path):
    main(["ptx", str(tmp_path), "blank"])
    assert ".visible .entry" in (tmp_path / "blank.ptx").read_text()


@pytest.mark.parametrize("setting", all_settings(), ids=lambda setting: setting.text)
def test_the_same_random_games_on_a_gpu(setting, gpu):
    game = GAMES[setting.game]
    deals = [new_deal(setting, seed) for seed in range(COUNT)]
    here, there = Playouts(game, deals), Playouts(game, deals)
    here.run(5)
    columns = type(there.games)(*map(gpu.to_device, there.games))
    cuda.over_rows(playout(game))(0, COUNT, columns, 5, 1000)
    for name, array in columns._asdict().items():
        assert same(array.copy_to_host(), getattr(here.games, name)), name


@pytest.mark.parametrize("setting", VARIANTS, ids=lambda setting: setting.text)
def test_the_same_steps_of_environments_on_a_gpu(setting, gpu):
    game = GAMES[setting.game]
    here, there = (Table(game, setting, COUNT) for _ in range(2))
    for table in (here, there):
        for row in range(COUNT):
            table.sow(row, range(100 * row, 100 * row + 32))
        table.columns.over[:] = True  # so the first step deals
    chosen, what = np.zeros(COUNT, np.int64), np.full(COUNT, ACT, np.int64)
    columns = type(there.columns)(*map(gpu.to_device, there.columns))
    taken, todo = gpu.to_device(chosen), gpu.to_device(what)
    take, select = cuda.over_rows(step(game)), cuda.over_rows(choose())
    for number in range(200):
        here.go(what, chosen, (0, COUNT), 50)
        here.choose(chosen, number, (0, COUNT))
        take(0, COUNT, columns, todo, taken, 50, False)
        select(0, COUNT, columns, taken, number)
    for name, array in columns._asdict().items():
        assert same(array.copy_to_host(), getattr(here.columns, name)), name


def assert_there(here, there):
    """Two dictionaries of arrays, one of which is on the GPU, but for what Gymnasium adds."""
    assert {name for name in here if not name.startswith("_")} == set(there)
    for name, array in there.items():
        assert np.array_equal(here[name], array.copy_to_host()), name


@pytest.mark.parametrize("observations", ["arrays", "flat"])
@pytest.mark.parametrize("setting", VARIANTS, ids=lambda setting: setting.text)
def test_the_same_episodes_of_environments_that_stay_there(setting, observations, gpu):
    how = {"setting": setting.text, "observations": observations, "max_episode_steps": 50}
    here, there = Environments(COUNT, threads=1, copy=False, **how), GpuEnvironments(COUNT, **how)
    for seen, seen_there in zip(here.reset(seed=1000), there.reset(seed=1000), strict=True):
        assert_there(seen, seen_there)
    for number in range(300):
        actions, own = here.random_actions(number), there.random_actions(number)
        if number % 20 == 5:
            actions = np.array(actions)
            actions[::7] = 1  # not legal everywhere
            own = actions.astype(np.int32)
        seen, *told, info = here.step(actions)
        seen_there, *told_there, info_there = there.step(own)
        assert_there(seen, seen_there)
        assert_there(info, info_there)
        for array, array_there in zip(told, told_there, strict=True):
            assert np.array_equal(array, array_there.copy_to_host())
    some = {"reset_mask": np.arange(COUNT) % 3 == 0}
    for seen, seen_there in zip(here.reset(options=some), there.reset(options=some), strict=True):
        assert_there(seen, seen_there)
