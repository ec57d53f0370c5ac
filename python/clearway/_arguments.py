"""Checks of arguments, for errors that name them."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from numbers import Real
from typing import TypeAlias

import numpy as np

PathLike: TypeAlias = str | os.PathLike[str]


def check_path(argument: str, value: object) -> PathLike:
    """Return a path, or a text in place of one; TypeError, ValueError if it is empty."""
    if not isinstance(value, str | os.PathLike):
        raise TypeError(f"{argument}: must be a path, not {value!r}")
    if not os.fspath(value):
        raise ValueError(f"{argument}: must not be empty")
    return value


def check_paths(argument: str, values: object) -> list[PathLike]:
    """Return a list of paths; TypeError for a single one, or what is no path."""
    if isinstance(values, str | bytes | Mapping) or not isinstance(values, Iterable):
        raise TypeError(f"{argument}: must be a list of paths, not {values!r}")
    return [check_path(f"{argument}[{i}]", value) for i, value in enumerate(values)]


def check_mapping(argument: str, value: object) -> dict[str, object]:
    """Return a mapping from names as a dict, None as an empty one; TypeError for others."""
    if value is None:
        return {}
    if not isinstance(value, Mapping):
        raise TypeError(f"{argument}: must be a mapping from names, not {value!r}")
    for name in value:
        if not isinstance(name, str):
            raise TypeError(f"{argument}: must be a mapping from names, but has the key {name!r}")
    return dict(value)


def check_solid(value: object) -> dict[str, bool]:
    """Return the argument `solid` as a dict; TypeError unless it maps names to bools."""
    return {
        link: check_bool(f"solid[{link!r}]", solid)
        for link, solid in check_mapping("solid", value).items()
    }


def check_bool(argument: str, value: object) -> bool:
    """Return a bool; TypeError for anything else."""
    if not isinstance(value, bool | np.bool_):
        raise TypeError(f"{argument}: must be True or False, not {value!r}")
    return bool(value)


def check_number(argument: str, value: object) -> float:
    """Return a real number as a float; TypeError for anything else, a bool too."""
    if isinstance(value, bool) or not isinstance(value, Real):
        raise TypeError(f"{argument}: must be a number, not {value!r}")
    try:
        return float(value)
    except OverflowError:
        raise ValueError(f"{argument}: must be a number that is not too large") from None


def check_choice(argument: str, value: object, choices: tuple[str, ...]) -> None:
    """ValueError, with the choices, unless the value is one of them."""
    if not isinstance(value, str) or value not in choices:
        *most, last = (f'"{choice}"' for choice in choices)
        raise ValueError(f"{argument}: {value!r} is unknown; it is {', '.join(most)} or {last}")
