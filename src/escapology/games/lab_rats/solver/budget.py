"""What a solver has spent of its limits."""

from __future__ import annotations

from escapology.verdict import Limits, SpentError

__all__ = ["Budget"]


class Budget:
    """Counts nodes and bytes. Nodes: entries of tables, positions of relaxations, homes."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.nodes = 0
        self.bytes = 0

    def check(self) -> None:
        """Stop when time is up or somebody asks for it."""
        if reason := self.limits.reached(-1):
            raise SpentError(reason)

    def spend(self, nodes: int) -> None:
        """Count nodes, before they are looked at."""
        self.check()
        if nodes > self.nodes_left():
            self.nodes = self.limits.nodes or self.nodes
            raise SpentError("nodes")
        self.nodes += nodes

    def nodes_left(self) -> int:
        """How many nodes may still be looked at: many, without a limit."""
        return 1 << 40 if self.limits.nodes is None else self.limits.nodes - self.nodes

    def allocate(self, size: int) -> None:
        """Count bytes, before they are used."""
        if self.limits.lacks(self.bytes + size):
            raise SpentError("memory")
        self.bytes += size

    def free(self, size: int) -> None:
        """Count bytes that are no longer used."""
        self.bytes -= size
