"""Names for what a file does not name."""

from __future__ import annotations


def make_unique(name: str, taken: set[str]) -> str:
    """Return the name, with a number if it is taken, and take it."""
    unique, count = name, 1
    while unique in taken:
        unique = f"{name}_{count}"
        count += 1
    taken.add(unique)
    return unique
