"""A machine for environments that is no GPU: this processor, which runs the same row kernels."""

import numpy as np

from escapology import native


class Host:
    """What `Gpu` does, with arrays of NumPy."""

    def __init__(self, tuning):
        self.tuning = tuning

    def zeros(self, shape, dtype):
        return np.zeros(shape, dtype)

    def put(self, array):
        return np.array(array)

    def fetch(self, array):
        return np.array(array)

    def taken(self, array):
        return np.asarray(array)

    def view(self, array, shape, strides, offset=0):
        return np.ndarray(shape, array.dtype, array.view(np.int8).reshape(-1)[offset:], strides=strides)

    def over_rows(self, kernel):
        return native.over_rows(kernel, is_plain=False)

    def grouped(self, count, groups, group_of):
        return Grouped(count, groups, group_of)

    def repeated(self, work):
        return work

    def wait(self):
        pass


class Grouped:
    """Rows in groups."""

    def __init__(self, count, groups, group_of):
        self._count, self._groups, self._group_of = count, groups, group_of

    def sort(self, *arguments):
        self._group = np.array([self._group_of(i, *arguments) for i in range(self._count)])
        assert 0 <= self._group.min() <= self._group.max() < self._groups

    def over(self, kernel, first, end):
        loop = native.over_rows(kernel, is_plain=False)

        def run(*arguments):
            for row in np.flatnonzero((self._group >= first) & (self._group < end))[::-1].tolist():
                loop(row, row + 1, *arguments)

        return run
