"""Puts rows in order as a GPU does, in Numba's simulator of one: `test_cuda.py` runs it, with NUMBA_ENABLE_CUDASIM=1.

Only Numba and `groups.py` are loaded: the simulator lacks what the rest of `native.cuda` needs.
"""

import sys
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType

import numba.cuda
import numpy as np

package = ModuleType("escapology.native.cuda")
package.__path__ = [str(Path(find_spec("escapology.native").origin).with_name("cuda"))]
sys.modules[package.__name__] = package

from escapology.native.cuda.groups import Groups  # noqa: E402 (after its package)


@numba.cuda.jit(device=True)
def group_of(row, kinds):
    return kinds[row]


def check(count, groups):
    """Every group has its rows, begins at a multiple of 32, and one is empty; also where an order is replaced."""
    sorter = Groups(count, groups, group_of)
    for seed in range(2):
        kinds = np.random.default_rng(seed).integers(groups, size=count).astype(np.int8)
        kinds[kinds == 1] = 0
        sorter.sort(kinds)
        order, bounds = sorter.order.copy_to_host(), sorter.bounds.copy_to_host()
        assert bounds[0] == 0
        assert bounds[groups] <= sorter.most
        for group in range(groups):
            part = order[bounds[group] : bounds[group + 1]]
            assert bounds[group] % 32 == 0
            assert sorted(part[part >= 0].tolist()) == np.flatnonzero(kinds == group).tolist()


check(70, 3)
check(1100, 5)  # more than one block
