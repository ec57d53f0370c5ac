"""Circles in what must not go round: links, mimics, groups."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from graphlib import CycleError, TopologicalSorter


def find_cycle(successors: Mapping[str, Iterable[str]]) -> list[str]:
    """Return a cycle of a graph, its first node again at the end; empty if there is none."""
    try:
        TopologicalSorter(successors).prepare()
    except CycleError as error:
        cycle: list[str] = error.args[1]
        return cycle[::-1]  # It names each node after its successor.
    return []
