"""How Numba is told to put a kernel together in one go.

Left to itself, Numba makes machine code of every rule that a kernel calls, links the rule into each of its callers,
optimises it there anew, and so on up to the kernel: what lies deep is optimised again and again. But a rule is never
called except from a kernel. So here it stays LLVM's intermediate code until the kernel has all its rules together;
then everything is optimised and translated once. That takes about half the time.

All this leans on Numba's insides; `__init__.py` does without it where a version of Numba has other ones.
"""

from __future__ import annotations

import gc
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import CodeType
from typing import Any, Final

from numba import njit
from numba.core import ir
from numba.core.caching import FunctionCache
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import AnalysisPass, register_pass
from numba.core.errors import NumbaError, UnsupportedBytecodeError
from numba.core.typed_passes import DumpParforDiagnostics, IRLegalization, NopythonRewrites
from numba.core.untyped_passes import (
    FindLiterallyCalls,
    InlineClosureLikes,
    InlineInlinables,
    LiteralPropagationSubPipelinePass,
    LiteralUnroll,
    MakeFunctionToJitFunction,
    WithLifting,
)

from escapology.native.cpu.calls import quick_operators
from escapology.native.traps import Failure, explain
from escapology.native.turns import Turn, announce

__all__ = ["KERNEL", "RULE", "intermediate_code", "take_turns"]

# Kinds of expressions that make nothing new: what their value refers to belongs to somebody already
_VIEWS: Final = ("cast", "getattr", "getitem", "phi", "static_getitem")
_PARTS: Final = ("build_tuple", "exhaust_iter", "getiter", "iternext", "pair_first", "pair_second")


class _SilentCodegen:
    """A code generator as a rule's library shows it to others."""

    def __init__(self, codegen: Any) -> None:
        self._codegen = codegen

    def __getattr__(self, name: str) -> Any:
        return getattr(self._codegen, name)

    def set_env(self, name: str, environment: Any) -> None:
        """Do nothing: there is no machine code yet that could look for its environment."""


class _RuleLibrary(JITCodeLibrary):
    """The intermediate code of one rule, and the libraries of what it calls."""

    @property
    def codegen(self) -> Any:
        """The code generator, for those who ask for it."""
        return _SilentCodegen(self._codegen)

    def add_linking_library(self, library: Any) -> None:
        """Remember what the rule calls."""
        library._ensure_finalized()
        self._linking_libraries.append(library)

    def _optimize_functions(self, module: Any) -> None:
        module.data_layout = self._codegen._data_layout

    def finalize(self) -> None:
        """Be ready to be linked: more than one caller may bring the rule along, and one copy is kept."""
        for function in self._final_module.functions:
            if not function.is_declaration and function.linkage.name == "external":
                function.linkage = "linkonce_odr"
        self._finalized = True

    def _get_module_for_linking(self) -> Any:
        """The rule with all that it calls. Callers come first, because LLVM leaves out what nobody calls yet."""
        if self._shared_module is None:
            self._shared_module = self._final_module.clone()
            for library in reversed(_callees(self, [])):
                is_rule = isinstance(library, _RuleLibrary)
                module = library._final_module if is_rule else library._get_module_for_linking()
                self._shared_module.link_in(module, preserve=True)
        return self._shared_module


class _KernelLibrary(JITCodeLibrary):
    """The machine code of a kernel."""

    def _optimize_final_module(self) -> None:
        """Optimise once. Numba does it twice, to find more references that need no counting; here they are few."""
        passes = self._codegen._module_pass_manager()
        if isinstance(passes, tuple):  # with what it was built by, as newer versions of Numba have it
            passes, builder = passes
            passes.run(self._final_module, builder)
        else:
            passes.run(self._final_module)


def _callees(library: _RuleLibrary, found: list[Any]) -> list[Any]:
    """The libraries of all that a rule calls, however deep, each behind those of what it calls itself."""
    for callee in library._linking_libraries:
        if callee not in found:
            if isinstance(callee, _RuleLibrary):
                _callees(callee, found)
            found.append(callee)
    return found


@register_pass(mutates_CFG=False, analysis_only=True)
class _ReferenceCounting(AnalysisPass):
    """Leaves out the counting of references in functions that only use what their caller has."""

    _name = "escapology_reference_counting"

    def __init__(self) -> None:
        AnalysisPass.__init__(self)

    def run_pass(self, state: Any) -> bool:
        """Say so to the code generator."""
        if not _owns_something(state):
            state.targetctx = state.targetctx.subtarget(enable_nrt=False)
        return False


def _owns_something(state: Any) -> bool:
    """Whether a function makes something that has to be freed one day, or hands such a thing to its caller."""

    def is_counted(kind: Any) -> bool:
        return bool(state.targetctx.data_model_manager[kind].contains_nrt_meminfo())

    return is_counted(state.return_type) or any(
        isinstance(made.value, ir.Expr)
        and made.value.op not in _VIEWS + _PARTS
        and is_counted(state.typemap[made.target.name])
        for block in state.func_ir.blocks.values()
        for made in block.find_insts(ir.Assign)
    )


_FAULTS: Final = (NumbaError, UnsupportedBytecodeError)  # of what is to be compiled, not of the compiler
_failures: list[Failure] = []  # since a kernel's compilation began; Numba compiles one thing at a time


class _Compiler(CompilerBase):
    """Numba's compiler."""

    def compile_extra(self, function: Any) -> Any:
        """Compile the function, and make a note if that fails."""
        try:
            return super().compile_extra(function)
        except _FAULTS as error:
            _failures.append((function, error))
            raise

    def define_pipelines(self) -> list[Any]:
        """Numba's passes, and ours behind them, before code is written."""
        passes = DefaultPassBuilder.define_nopython_pipeline(self.state)
        passes.passes = [step for step in passes.passes if step[0] not in self.left_out()]
        passes.add_pass_after(_ReferenceCounting, IRLegalization)
        passes.finalize()
        return [passes]

    def left_out(self) -> tuple[Any, ...]:
        """Passes that are of no use."""
        return ()


_FOR_CLOSURES: Final = (
    WithLifting,
    InlineClosureLikes,
    MakeFunctionToJitFunction,
    InlineInlinables,
    FindLiterallyCalls,
    LiteralUnroll,
    LiteralPropagationSubPipelinePass,
    NopythonRewrites,
    DumpParforDiagnostics,
)


class _RuleCompiler(_Compiler):
    """Compiles a rule, but only to intermediate code."""

    def define_pipelines(self) -> list[Any]:
        """The same, into a library of ours."""
        self.state.library = _RuleLibrary(self.state.targetctx.codegen(), self.state.func_id.func_qualname)
        return super().define_pipelines()

    def left_out(self) -> tuple[Any, ...]:
        """Those for functions within functions and for sums of whole arrays, of which most rules have none."""
        is_simple = not any(isinstance(value, CodeType) for value in self.state.func_id.code.co_consts)
        return _FOR_CLOSURES if is_simple else ()


@contextmanager
def _compiling() -> Iterator[None]:
    """While a kernel is compiled: what can't be is explained, and nobody looks for garbage.

    There is little of that, and looking takes a tenth of the time.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    _failures.clear()
    try:
        with quick_operators():
            yield
    except _FAULTS as error:
        raise explain(_failures) from error
    finally:
        _failures.clear()
        if was_enabled:
            gc.enable()


class _KernelCompiler(_Compiler):
    """Compiles a kernel with all its rules."""

    def compile_extra(self, function: Any) -> Any:
        """The same, and leave the turn to others if that fails."""
        try:
            with _compiling():
                return super().compile_extra(function)
        except BaseException:
            _end_turn()
            raise

    def define_pipelines(self) -> list[Any]:
        """The same, into a library of ours."""
        self.state.library = _KernelLibrary(self.state.targetctx.codegen(), self.state.func_id.func_qualname)
        self.state.library.enable_object_caching()
        return super().define_pipelines()


_now = threading.local()  # .turn: the one that this thread has


def _end_turn() -> None:
    turn: Turn | None = getattr(_now, "turn", None)
    if turn is not None:
        turn.end()
    _now.turn = None


class _SharedCache(FunctionCache):
    """Numba's cache of a kernel, in which processes wait for what another one is compiling."""

    def load_overload(self, *kernel: Any) -> Any:
        """What is kept; None if there is nothing, and it is our turn to compile it."""
        found = super().load_overload(*kernel)
        if found is None:
            announce()
            _end_turn()
            _now.turn = Turn(Path(self.cache_path) / f"{self._impl.filename_base}.lock")
            found = super().load_overload(*kernel) if _now.turn.take() else None
        if found is not None:
            _end_turn()
        return found

    def save_overload(self, *compiled: Any) -> None:
        """Keep what was compiled, for all who wait for it."""
        try:
            super().save_overload(*compiled)
        finally:
            _end_turn()


def take_turns(kernel: Any) -> None:
    """Have a kernel compiled by one process at a time."""
    kernel._cache = _SharedCache(kernel.py_func)


#: What `numba.njit` is to be told about rules and about kernels; neither is ever called from C, nor a rule from Python
RULE: Final[dict[str, Any]] = {"pipeline_class": _RuleCompiler, "no_cfunc_wrapper": True, "no_cpython_wrapper": True}
KERNEL: Final[dict[str, Any]] = {"pipeline_class": _KernelCompiler, "no_cfunc_wrapper": True}


def intermediate_code(function: Any, kinds: tuple[Any, ...]) -> tuple[str, str]:
    """A function and all the rules it calls, put together for these types but not optimised; its name in there."""
    loop: Any = njit(**RULE)(function)
    _, folded = loop.fold_argument_types(kinds, {})
    with _compiling():
        loop.compile(tuple(folded))
    result = loop.overloads[tuple(folded)]
    return str(result.library._get_module_for_linking()), result.fndesc.llvm_func_name
