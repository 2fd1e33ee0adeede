"""Kernels of WebAssembly run where JavaScript runs: in Chromium, or in Node."""

from __future__ import annotations

import base64
import json
import shutil
import subprocess
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from escapology.native.wasm import LOADER

__all__ = ["NODE", "Call", "Done", "Job", "Machine", "in_node", "in_page", "same"]

NODE: Final = shutil.which("node")

#: does a job: each call in turn, with those arguments of its own
_JOB: Final = """
async ({loader, module, given, calls}) => {
    const bytesOf = text => Uint8Array.from(atob(text), letter => letter.charCodeAt(0));
    const textOf = bytes => {
        let text = "";
        for (let i = 0; i < bytes.length; i += 4096)
            text += String.fromCharCode(...bytes.subarray(i, i + 4096));
        return btoa(text);
    };
    const {Kernels} = await import(loader);
    const kernels = await Kernels.load(bytesOf(module));
    const arrays = {};
    for (const name in given)
        arrays[name] = kernels.array(given[name].kernel, name, given[name].rows, bytesOf(given[name].bytes));
    const seconds = [];
    for (const {kernel, rows, numbers} of calls) {
        const began = performance.now();
        kernels.run(kernel, 0, rows, {...arrays, ...numbers});
        seconds.push((performance.now() - began) / 1000);
    }
    const after = Object.fromEntries(Object.entries(arrays).map(([name, array]) => [name, textOf(array.bytes)]));
    return {seconds, after};
}
"""


class Call(NamedTuple):
    """A kernel called once: in so many rows, with these numbers beside the arrays."""

    kernel: str
    rows: int
    numbers: Mapping[str, int]


class Job(NamedTuple):
    """What is to be done: kernels of a module called one after the other, with the same arrays."""

    module: bytes
    arrays: Mapping[str, Any]  # of NumPy, by the names of the arguments
    calls: Sequence[Call]


class Done(NamedTuple):
    """What came of it."""

    seconds: list[float]  # that each call took
    arrays: dict[str, bytes]  # afterwards

    def array(self, name: str, like: Any) -> Any:
        """One of them as NumPy has it."""
        import numpy as np

        return np.frombuffer(self.arrays[name], like.dtype).reshape(like.shape)


def same(one: Any, other: Any) -> bool:
    """Whether two arrays of NumPy hold the same; what lies between the fields of a row does not count."""
    import numpy as np

    parts = one.dtype.names
    return all(np.array_equal(one[name], other[name]) for name in parts) if parts else np.array_equal(one, other)


Machine = Callable[[Job], Done]  #: does a job


def _told(job: Job) -> dict[str, Any]:
    first = job.calls[0].kernel
    return {
        "loader": f"data:text/javascript;base64,{_text(LOADER.read_bytes())}",
        "module": _text(job.module),
        "given": {
            name: {"kernel": first, "rows": len(array), "bytes": _text(array.tobytes())}
            for name, array in job.arrays.items()
        },
        "calls": [call._asdict() for call in job.calls],
    }


def _text(content: bytes) -> str:
    return base64.b64encode(content).decode()


def _done(answer: dict[str, Any]) -> Done:
    return Done(answer["seconds"], {name: base64.b64decode(text) for name, text in answer["after"].items()})


def in_page(page: Any) -> Machine:
    """A page of a browser."""
    return lambda job: _done(page.evaluate(_JOB, _told(job)))


def in_node() -> Machine:
    """A process of Node for each job."""
    assert NODE
    script = f"""
        const pieces = [];
        for await (const piece of process.stdin) pieces.push(piece);
        const job = {_JOB.strip()};
        console.log(JSON.stringify(await job(JSON.parse(Buffer.concat(pieces)))));
    """

    def run(job: Job) -> Done:
        command = [NODE, "--input-type=module", "--eval", script]
        done = subprocess.run(command, input=json.dumps(_told(job)), capture_output=True, text=True, check=False)  # noqa: S603
        if done.returncode:
            raise RuntimeError(done.stderr)
        return _done(json.loads(done.stdout))

    return run
