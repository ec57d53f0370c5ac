"""What an SRDF says of a robot besides its collision filters."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence

from clearway._arguments import check_path
from clearway._parsing.package_map import PackageMap
from clearway._parsing.paths import PathResolver
from clearway._parsing.sources import SourceReader
from clearway._parsing.srdf import Srdf
from clearway._parsing.xacro import check_xacro_args


def load_srdf(
    srdf: str | os.PathLike[str],
    *,
    package_dirs: Sequence[str | os.PathLike[str]] = (),
    xacro_args: Mapping[str, str | float] | None = None,
) -> Srdf:
    """Read an SRDF: its groups, their named configurations, virtual joints and end effectors.

    Parameters
    ----------
    srdf : str or Path
        A path, or XML text.
    package_dirs : sequence of paths
        Where packages are sought that a xacro file names.
    xacro_args : mapping, optional
        What the arguments of a xacro file are.

    Returns
    -------
    Srdf
        Names of links and joints are as written, whether or not the robot has them.

    Raises
    ------
    FileNotFoundError
        If the file is not there.
    ValueError
        If anything in it is wrong, with file, line and element.

    Examples
    --------
    The configuration that a state names, where the joints are of one position each:

    >>> srdf = load_srdf("arm.srdf")  # doctest: +SKIP
    >>> ready = next(s for s in srdf.group_states if s.name == "ready")  # doctest: +SKIP
    >>> plant = checker.plant()  # doctest: +SKIP
    >>> for joint, values in ready.joint_values.items():  # doctest: +SKIP
    ...     start = plant.GetJointByName(joint).position_start()
    ...     q[start : start + len(values)] = values
    """
    resolver = PathResolver(PackageMap(), package_dirs)
    return SourceReader(resolver, check_xacro_args(xacro_args)).read_srdf(check_path("srdf", srdf))
