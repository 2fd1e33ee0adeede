"""From LLVM's code of a kernel, which Numba makes for this machine, to an object for WebAssembly.

Before it is optimised such code is nearly the same for all machines of little endian. What is not: Numba counts
references, of which a kernel whose memory is its caller's has none to count; and it takes pointers for 64 bits wide
only where it asks LLVM for their size, which rules never do.
"""

from __future__ import annotations

import functools
import re
from typing import Any, Final

import llvmlite.binding as llvm

from escapology.native.cpu import compile_to_intermediate
from escapology.native.rows import RowKernel

__all__ = ["object_code"]

_TRIPLE: Final = "wasm32-unknown-unknown"
_FEATURES: Final = "+bulk-memory,+mutable-globals,+nontrapping-fptoint,+sign-ext"  # all browsers have them since 2021
_OF_THIS_MACHINE: Final = re.compile(r'^target (triple|datalayout) = .*$|"target-(cpu|features)"="[^"]*"', re.MULTILINE)
_COUNTING: Final = re.compile(
    r"^(define [^\n]*@NRT_(?:incref|decref)\([^{]*\{.*?^\}|declare [^\n]*@NRT_(?:incref|decref)\([^\n]*)$",
    re.MULTILINE | re.DOTALL,
)
_NO_COUNTING: Final = "".join(
    f"\ndefine internal void @NRT_{way}ref(ptr %x) alwaysinline {{\n  ret void\n}}\n" for way in ("inc", "dec")
)


def object_code(kernel: RowKernel, arguments: tuple[Any, ...]) -> bytes:
    """The kernel for arguments like these, as an object that exports it by its name."""
    rows = (0, 0)
    text, name = compile_to_intermediate(
        kernel.loop(), (*rows, *arguments, *(room.as_array() for room in kernel.rooms))
    )
    machine = _machine()
    module = llvm.parse_assembly(_retargeted(text, machine))
    for function in module.functions:
        if function.name == name:
            function.name, function.linkage = kernel.name, "external"
        elif not function.is_declaration:  # nobody else calls it, so it may be put where it is called, and go
            function.linkage = "internal"
    module.verify()
    passes = llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options(speed_level=3))
    passes.getModulePassManager().run(module, passes)
    return bytes(machine.emit_object(module))


def _retargeted(text: str, machine: Any) -> str:
    """The same code for WebAssembly, and without counting."""
    text = _COUNTING.sub("", _OF_THIS_MACHINE.sub("", text))
    text = text.replace(" = common ", " = internal ")  # objects of WebAssembly know no common symbols
    return f'target datalayout = "{machine.target_data}"\ntarget triple = "{_TRIPLE}"\n{text}{_NO_COUNTING}'


@functools.cache
def _machine() -> Any:
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    target = llvm.Target.from_triple(_TRIPLE)
    return target.create_target_machine(opt=3, reloc="static", codemodel="default", features=_FEATURES)
