"""From an SRDF to the pairs of a plant's bodies that are not to be checked."""

from __future__ import annotations

from typing import NamedTuple

from clearway._core import ModelInstanceIndex, MultibodyPlant, RigidBody
from clearway._logging import logger
from clearway._parsing.build import find_body
from clearway._parsing.description import RobotSpec
from clearway._parsing.srdf import Srdf


class FilteredPair(NamedTuple):
    """Two bodies that an SRDF filters, and the reason that it gives."""

    a: RigidBody
    b: RigidBody
    reason: str


def filtered_bodies(
    plant: MultibodyPlant,
    srdf: Srdf,
    robot: RobotSpec,
    model_instance: ModelInstanceIndex,
    *,
    strict: bool,
) -> list[FilteredPair]:
    """Return the pairs that an SRDF filters, of a robot that is in the plant.

    Links that the robot lacks give one warning; if `strict`, ValueError.
    """
    links = [link.name for link in robot.links]
    unknown = srdf.unknown_links(links)
    if unknown:
        first, line = min(unknown.items(), key=lambda item: item[1])
        message = (
            f"{srdf.source}:{line}: {len(unknown)} of the links that collision filters name are not"
            f" links of {robot.name!r} ({robot.source}), {first!r} first"
        )
        if strict:
            raise ValueError(message)
        logger.warning("%s; their filters are left out.", message)
    bodies = {link: find_body(plant, link, model_instance) for link in links}
    reasons = {frozenset((each.link1, each.link2)): each.reason for each in srdf.disabled}
    return [
        FilteredPair(bodies[a], bodies[b], reasons.get(frozenset((a, b)), "disabled by default"))
        for a, b in srdf.filtered_pairs(links)
    ]
