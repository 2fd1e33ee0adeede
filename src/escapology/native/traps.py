"""What Numba could not compile, in a line of ours: which rule, where it stands, and what to do.

Numba tells it in sixty lines, each caller quoting what it was told by those it calls. So everything that fails is noted
on the way, and the innermost of it is what went wrong.
"""

import re
from collections.abc import Sequence

from escapology.errors import RuleError
from escapology.native.callees import Function, named_in

__all__ = ["Failure", "explain"]

Failure = tuple[Function, Exception]  #: a rule or kernel that could not be compiled, and what Numba said of it

_NO_RULE = re.compile(r"Untyped global name '(\w+)'.*<class 'function'>|Unknown attribute '(\w+)' of type Module")
_SIGNATURE = re.compile(r">>> (.+)")
_LINE = re.compile(r'", line (\d+)')


def explain(failures: Sequence[Failure]) -> RuleError:
    """What to say of failures, those inside first, and last of all the kernel's own, which quotes what it failed by."""
    told = str(failures[-1][1])
    function, error = next(failure for failure in failures if _first_line(failure[1]) in told)
    return RuleError(_forgotten_rule(function, str(error)) or _fault(function, error))


def _forgotten_rule(caller: Function, told: str) -> str:
    """The message if a function was called that is not marked as a rule, else ""."""
    found = _NO_RULE.search(told)
    callee = named_in(caller).get(found[1] or found[2]) if found else None
    if callee is None:
        return ""
    return (
        f"{_name(callee)} ({_place(callee)}) is called by {_name(caller)}, which is compiled, but is no rule itself: "
        "put @rule above it"
    )


def _fault(function: Function, error: Exception) -> str:
    """The message if something else went wrong: where, and what Numba said of it."""
    line, signature, essence = _LINE.search(str(error)), _SIGNATURE.search(str(error)), _first_line(error)
    if signature and essence.startswith("No implementation of function"):
        essence = f"compiled code knows no {signature[1]}"
    return f"{_name(function)} ({_place(function, line and int(line[1]))}) can't be compiled: {essence}"


def _first_line(error: Exception) -> str:
    """The first line that says something."""
    lines = [line.strip() for line in str(error).splitlines()]
    return next((line for line in lines if line and not line.startswith("Failed in nopython mode")), "")


def _name(function: Function) -> str:
    return f"{function.__module__}.{function.__qualname__}"


def _place(function: Function, line: int | None = None) -> str:
    return f"{function.__code__.co_filename}:{line or function.__code__.co_firstlineno}"
