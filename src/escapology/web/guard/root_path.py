"""Where the app stands: at the root of its host, or below a path, such as `/games`, that a proxy has given it.

Routes, redirects and paths in Python are all written as if it stood at the root. Templates put `root()` before their
addresses, scripts take it from the page, and the guard puts it before the redirects of pages; the API says whole
addresses by itself.
"""

from __future__ import annotations

from contextvars import ContextVar
from typing import Final

from starlette.types import Scope

__all__ = ["root", "route_path", "settle"]

_ROOT: Final = ContextVar("_ROOT", default="")


def root() -> str:
    """What the addresses of the app that is asked begin with: "" or such as "/games"."""
    return _ROOT.get()


def settle(scope: Scope, root_path: str) -> None:
    """Make a request look the same, whether the proxy has taken the root path off or not."""
    _ROOT.set(root_path)
    path = scope["path"]
    if root_path and path != root_path and not path.startswith(f"{root_path}/"):
        scope["path"] = root_path + path
        scope["raw_path"] = root_path.encode() + (scope.get("raw_path") or path.encode())
    scope["root_path"] = root_path


def route_path(scope: Scope) -> str:
    """The path that was asked for, as the routes have it."""
    path: str = scope["path"]
    return path.removeprefix(root()) or "/"
