"""Objects linked to a module, and a description of its kernels, which the module carries in a section of its own.

The description says of each argument what it is: `{"name": "deals", "item": 24, "shape": [0, 4]}` is an array of rows
of four items of 24 bytes each, `{"name": "seed"}` a whole number. An argument of several arrays (a named tuple) stands
there as those. Room has a shape without a zero: whoever calls the kernel makes it.
"""

from __future__ import annotations

import inspect
import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

import numpy as np

from escapology.errors import SettingError
from escapology.native.rows import RowKernel

__all__ = ["SECTION", "describe", "link"]

SECTION: Final = "kernels"  #: that of the description


def describe(kernel: RowKernel, arguments: Mapping[str, Any]) -> list[dict[str, Any]]:
    """How a kernel is called."""
    flat = [about for name, example in arguments.items() for about in _flat(name, example)]
    names = list(inspect.signature(kernel.row).parameters)[-len(kernel.rooms) :] if kernel.rooms else []
    rooms = [
        {"name": name, "item": room.dtype().itemsize, "shape": [room.count]}
        for name, room in zip(names, kernel.rooms, strict=True)
    ]
    for one in flat + rooms:
        if [other["name"] for other in flat + rooms].count(one["name"]) > 1:
            raise ValueError(f"two arguments of {kernel.name} are called {one['name']!r}")
    return flat + rooms


def _flat(name: str, example: Any) -> Iterator[dict[str, Any]]:
    """An argument as what it is made of."""
    if isinstance(example, np.ndarray):
        yield {"name": name, "item": example.itemsize, "shape": [0, *example.shape[1:]]}
    elif isinstance(example, tuple):
        for part in getattr(example, "_fields", range(len(example))):
            yield from _flat(str(part), getattr(example, str(part), None))
    elif isinstance(example, bool):
        yield {"name": name, "truth": True}
    else:
        yield {"name": name}


def link(objects: Mapping[str, bytes], about: Mapping[str, Any]) -> bytes:
    """One module of these objects, each of which exports a kernel of its name."""
    with tempfile.TemporaryDirectory(prefix="escapology-") as folder:
        files = [Path(folder) / f"{name}.o" for name in objects]
        for file, code in zip(files, objects.values(), strict=True):
            file.write_bytes(code)
        made = Path(folder) / "kernels.wasm"
        exports = [f"--export={name}" for name in (*objects, "__heap_base")]
        options = ["--no-entry", "--import-memory", "--strip-all", *exports, "-o"]
        command = [*_linker(), *options, str(made), *map(str, files)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 - ours
        if done.returncode:
            raise SettingError(f"the kernels {', '.join(objects)} can't be linked: {done.stderr.strip()}")
        return made.read_bytes() + _section(json.dumps(about, separators=(",", ":")).encode())


def _linker() -> list[str]:
    if find_spec("ziglang"):
        return [sys.executable, "-m", "ziglang", "wasm-ld"]
    if found := shutil.which("wasm-ld"):
        return [found]
    raise SettingError("WebAssembly needs a linker: pip install 'escapology[wasm]'")


def _section(content: bytes) -> bytes:
    """A section that machines leave alone."""
    name = SECTION.encode()
    body = _length(len(name)) + name + content
    return b"\0" + _length(len(body)) + body


def _length(number: int) -> bytes:
    """A number as WebAssembly writes it, seven bits a byte."""
    digits = bytearray()
    while number > 0x7F:
        digits.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes([*digits, number])
