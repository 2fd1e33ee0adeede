"""What processes that think, or compile, may know of the process that starts them."""

from __future__ import annotations

import os
from typing import Final

__all__ = ["worker_environment"]

_KEPT_FROM_WORKERS: Final = "ESCAPOLOGY_"  # variables of the server, secrets among them …
_MEANT_FOR_WORKERS: Final = ("ESCAPOLOGY_PLAIN", "ESCAPOLOGY_BOUNDS")  # … but for these


def worker_environment() -> dict[str, str]:
    """None of the server's secrets. One thread each is enough, and takes less memory."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(_KEPT_FROM_WORKERS) or name in _MEANT_FOR_WORKERS
    }
    return kept | {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
