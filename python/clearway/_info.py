"""What was loaded, as a person reads it: bodies, joints, shapes, filters, and what was ignored."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from itertools import combinations

import numpy as np

from clearway._core import (
    BodyIndex,
    Convex,
    Joint,
    JointIndex,
    Mesh,
    MultibodyPlant,
    RigidBody,
    Shape,
)
from clearway._parsing.build import find_body
from clearway._parsing.description import RobotSpec
from clearway._parsing.srdf import Srdf
from clearway._parsing.xml import Ignored
from clearway._scene import Scene

_MAX_LINES = 6  # Of a kind of ignored element, before "...".


def describe(scene: Scene) -> Iterator[str]:
    """Return the lines that say what was loaded, and what was not."""
    plant = scene.checker.plant()
    filters = _find_filters(scene)
    num_filtered = sum(map(len, filters.values()))
    num_checked = sum(1 for _ in _pairs_with_robot(scene)) - num_filtered
    for i, (instance, model) in enumerate(scene.models):
        what = "robot" if i < scene.num_robots else "environment"
        yield f"{what} {plant.GetModelInstanceName(instance)}: {model.robot.source}"
    yield (
        f"{plant.num_bodies()} bodies, {plant.num_joints()} joints, {plant.num_positions()}"
        f" positions, {plant.num_collision_geometries()} shapes, {num_checked} pairs of bodies"
        f" checked, {num_filtered} filtered"
    )
    yield "bodies"
    yield from _describe_bodies(scene)
    yield "joints"
    yield from _align([_describe_joint(joint) for joint in _joints(plant)])
    yield "filtered pairs"
    for source, pairs in filters.items():
        yield f"  {source}: {len(pairs)}"
        yield from (f"    {a} - {b}" for a, b in pairs)
    read: list[RobotSpec | Srdf] = [*(model.robot for _, model in scene.models), *scene.srdfs]
    for each in read:
        if each.ignored:
            yield f"ignored in {each.source}"
            yield from _describe_ignored(each.ignored)


def _describe_bodies(scene: Scene) -> Iterator[str]:
    graph = scene.checker.model().scene_graph()
    for body in _bodies(scene.checker.plant()):
        geometries = graph.GetGeometriesForBody(body)
        robot = ", robot" if scene.checker.IsPartOfRobot(body) else ""
        yield f"  {body.name()} ({int(body.index())}{robot})" + ("" if geometries else ": no shape")
        rows: list[tuple[str, ...]] = [
            (graph.GetName(each), describe_shape(graph.GetShape(each))) for each in geometries
        ]
        yield from _align(rows, indent=4)


def describe_shape(shape: Shape) -> str:
    """Return a shape in a few words."""
    if isinstance(shape, Mesh):
        kind = "solid" if shape.solid() else "surface"
        closed = "closed" if shape.watertight() else "open"
        return f"mesh, {len(shape.triangles())} triangles, {closed}, {kind}"
    if isinstance(shape, Convex):
        return f"convex hull, {len(shape.hull_vertices())} vertices"
    return repr(shape)


def _describe_joint(joint: Joint) -> tuple[str, ...]:
    ends = f"{joint.parent_body().name()} -> {joint.child_body().name()}"
    mimic = joint.mimic()
    if mimic is not None:
        limits = f"= {mimic.multiplier:g} {mimic.leader} + {mimic.offset:g}"
    else:
        limits = " ".join(
            f"[{low:.6g}, {high:.6g}]"
            for low, high in zip(
                joint.position_lower_limits(), joint.position_upper_limits(), strict=True
            )
            if np.isfinite([low, high]).any()
        )
        if limits:
            limits += " m" if joint.type_name() == "prismatic" else " rad"
        elif joint.num_positions() > 0:
            limits = "no limits"
    return joint.name(), joint.type_name(), ends, limits


def _find_filters(scene: Scene) -> dict[str, list[tuple[str, str]]]:
    """Return the pairs of bodies with shapes that a filter leaves out, by what says so."""
    plant = scene.checker.plant()
    welded = _find_welded(plant)
    adjacent = {
        _ordered(joint.parent_body(), joint.child_body())
        for joint in _joints(plant)
        if joint.type_name() != "quaternion_floating" and int(joint.parent_body().index()) != 0
    }
    written: dict[tuple[int, int], str] = {}
    for instance, model in scene.models:
        for link_a, link_b, source in model.robot.excluded_pairs:
            ends = (find_body(plant, link, instance) for link in (link_a, link_b))
            written[_ordered(*ends)] = source
    result: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for a, b in _pairs_with_robot(scene):
        pair = _ordered(a, b)
        if not scene.checker.IsCollisionFilteredBetween(a.index(), b.index()):
            continue
        if welded[pair[0]] == welded[pair[1]]:
            source = "welded together"
        elif pair in adjacent:
            source = "adjacent"
        elif pair in written:
            source = f"the file's {written[pair]}"
        else:
            source = f"SRDF {scene.srdf_pairs.get(pair, '')}".strip()
        result[source].append((a.name(), b.name()))
    return dict(result)


def _find_welded(plant: MultibodyPlant) -> list[int]:
    """Return for each body the least of those that it is welded to, through others too."""
    least = list(range(plant.num_bodies()))

    def find(body: int) -> int:
        while least[body] != body:
            body = least[body]
        return body

    for joint in _joints(plant):
        if joint.type_name() == "fixed":
            first, second = sorted(
                (find(int(joint.parent_body().index())), find(int(joint.child_body().index())))
            )
            least[second] = first
    return [find(body) for body in range(plant.num_bodies())]


def _pairs_with_robot(scene: Scene) -> Iterator[tuple[RigidBody, RigidBody]]:
    """Return the pairs of bodies with shapes of which one at least is robot."""
    graph = scene.checker.model().scene_graph()
    bodies = [body for body in _bodies(scene.checker.plant()) if graph.GetGeometriesForBody(body)]
    for a, b in combinations(bodies, 2):
        if scene.checker.IsPartOfRobot(a) or scene.checker.IsPartOfRobot(b):
            yield a, b


def _describe_ignored(ignored: tuple[Ignored, ...]) -> Iterator[str]:
    lines: dict[tuple[str, str], list[int]] = defaultdict(list)
    for each in ignored:
        lines[each.tag, each.reason].append(each.line)
    for (tag, reason), numbers in lines.items():
        shown = ", ".join(map(str, numbers[:_MAX_LINES]))
        more = ", ..." if len(numbers) > _MAX_LINES else ""
        what = tag if tag.startswith("#") else f"<{tag}>"
        yield (
            f"  {len(numbers)} {what}"
            + (f" ({reason})" if reason else "")
            + (f": line{'s' if len(numbers) > 1 else ''} {shown}{more}")
        )


def _bodies(plant: MultibodyPlant) -> list[RigidBody]:
    return [plant.get_body(BodyIndex(i)) for i in range(plant.num_bodies())]


def _joints(plant: MultibodyPlant) -> list[Joint]:
    return [plant.get_joint(JointIndex(i)) for i in range(plant.num_joints())]


def _ordered(a: RigidBody, b: RigidBody) -> tuple[int, int]:
    first, second = sorted((int(a.index()), int(b.index())))
    return first, second


def _align(rows: list[tuple[str, ...]], indent: int = 2) -> list[str]:
    """Return the rows with their columns one below the other."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [" " * indent + "  ".join(map(str.ljust, row, widths)).rstrip() for row in rows]
