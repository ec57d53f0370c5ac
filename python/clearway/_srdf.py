"""What an SRDF says of a robot besides its collision filters."""

from __future__ import annotations

import os

from clearway._arguments import check_path
from clearway._parsing.models import read_srdf_source
from clearway._parsing.srdf import Srdf


def load_srdf(srdf: str | os.PathLike[str]) -> Srdf:
    """Read an SRDF: its groups, their named configurations, virtual joints and end effectors.

    Parameters
    ----------
    srdf : str or Path
        A path, or XML text.

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
    return read_srdf_source(check_path("srdf", srdf))
