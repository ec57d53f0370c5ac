"""The text of an MJCF with all it includes: limits, lines, and what is not read."""

from __future__ import annotations

import contextlib
import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from xml.sax.saxutils import quoteattr

from clearway._mesh_limits import check_triangle_count
from clearway._missing_file import is_file, missing_file
from clearway._parsing.xml import MAX_ELEMENTS, Element, Ignored, read_xml_file

# Not about collision, each with all that is inside it.
_IGNORED = {
    *("option", "size", "visual", "statistic", "custom", "extension", "actuator", "sensor"),
    *("tendon", "keyframe", "site", "camera", "light", "inertial", "plugin"),
    *("texture", "material", "skin"),
}
# Of these what is about the simulation alone, and may ask for any amount of memory: it is not
# handed on. Nothing else refers to it.
_SIMULATED = ("size", "sensor", "custom")
# Whose triangles grow with the largest number among their params, and not with its square.
_SLENDER_BUILTINS = ("cone", "prism")
# Attributes that say how many numbers a sensor or actuator keeps, and the most that all may keep.
_STATE_SIZES = ("dim", "actdim", "nsample")
_MAX_STATE = 10_000_000
# What writes more elements than the file has, and the attribute that says how many.
_REPEATS = {"replicate": "count", "composite": "count", "flexcomp": "count"}

_LINE = re.compile(r"line(?: number=)? ?(\d+)", re.IGNORECASE)
_TAIL = re.compile(r"\s*Element (name )?'[^']*'.*$", re.DOTALL)
_HEAD = re.compile(r"^(XML Error: |Error: |XML parse error )+")


@dataclass
class MjcfText:
    """An MJCF with what it includes in its place, written out with one element a line.

    So a line that MuJoCo names is an element, and the element knows its own file and line.
    """

    root: Element
    text: str
    elements: list[Element]  # By line, from 0.
    ignored: list[Ignored] = field(default_factory=list)

    def find(self, info: str) -> Element:
        """Return the element that MuJoCo means by "line N"; the root where it names none."""
        match = _LINE.search(info)
        line = int(match[1]) if match else 0
        return self.elements[line - 1] if 0 < line <= len(self.elements) else self.root

    def error(self, error: Exception) -> ValueError:
        """Return what MuJoCo says of the text, with file, line and element."""
        message = str(error)
        reason = _HEAD.sub("", _TAIL.sub("", message)).strip()
        return self.find(message).error(f"MuJoCo's parser says: {reason}")


def read_mjcf_text(root: Element, folder: Path | None, *, huge: bool) -> MjcfText:
    """Put what an MJCF includes in its place, check how much it is, and list what is not read.

    MuJoCo makes room for what the numbers of a file promise before anything else looks at it, so
    they are checked here, and what is about the simulation alone is not handed on.

    Parameters
    ----------
    root : Element
    folder : Path or None
        Of the file; what it includes is relative to it. None: the working folder.
    huge : bool
        Lifts the limits on the size of files and the number of elements.

    Raises
    ------
    ValueError
        If a file is not there, not well-formed, included twice, or too large; with file and line.
    """
    _include(root, folder or Path.cwd(), huge=huge)
    if not huge and _count(root) > MAX_ELEMENTS:
        raise root.error(
            f"has {_count(root):.0f} elements, more than {MAX_ELEMENTS}, with what it includes and"
            " repeats; huge=True reads it"
        )
    if not huge:
        _check_promises(root, skipped=_SIMULATED)
    lines: list[str] = []
    elements: list[Element] = []
    _write(root, lines, elements)
    ignored: list[Ignored] = []
    _list_ignored(root, ignored)
    return MjcfText(root, "\n".join(lines), elements, ignored)


def _include(root: Element, folder: Path, *, huge: bool) -> None:
    """Replace each <include> by what is inside the root of its file."""
    included: set[Path] = set()
    stack = [root]
    while stack:
        element = stack.pop()
        children: list[Element] = []
        waiting = element.children[::-1]
        while waiting:
            child = waiting.pop()
            if child.tag == "include":
                path = folder / child.required("file")
                _check_is_file(path, child)
                if path.resolve() in included:
                    raise child.error(f"{str(path)!r} is included already")
                included.add(path.resolve())
                waiting.extend(read_xml_file(path, huge=huge).children[::-1])
            else:
                if child.tag == "model" and "file" in child.attributes:
                    path = folder / child.required("file")
                    _check_is_file(path, child)
                    if not huge:
                        _check_promises(read_xml_file(path, huge=huge))
                    child.attributes["file"] = str(path)
                child.parent = element
                children.append(child)
        element.children = children
        stack.extend(children)


def _check_is_file(path: Path, element: Element) -> None:
    if not is_file(path):
        raise missing_file(f"{element.where()}: no file {str(path)!r}", path)


def _count(root: Element) -> float:
    """Return how many elements there are once every repetition is written out."""
    total = 0.0
    stack = [(root, 1.0)]
    while stack:
        element, times = stack.pop()
        words = element.attributes.get(_REPEATS.get(element.tag, ""), "").split()
        if words and all(word.isdigit() for word in words):
            times *= math.prod(max(1.0, float(word)) for word in words)
        total += times
        stack.extend((child, times) for child in element.children)
    return total


def _check_promises(root: Element, skipped: Sequence[str] = ()) -> None:
    """Raise ValueError if a few numbers stand for more than what a machine has memory for.

    Elements with a tag in `skipped` do not count, nor does what is inside them.
    """
    num_keepers, most, largest = 0, 0.0, root
    stack = [root]
    while stack:
        element = stack.pop()
        stack.extend(child for child in element.children[::-1] if child.tag not in skipped)
        if element.tag in ("actuator", "sensor"):
            num_keepers += len(element.children)
        triangles = 0.0
        if element.tag == "hfield":
            triangles = 2 * _largest(element, "nrow") * _largest(element, "ncol")
        elif "builtin" in element.attributes:
            count = _largest(element, "params")
            is_slender = element.attributes["builtin"] in _SLENDER_BUILTINS
            triangles = count if is_slender else 2 * count**2
        try:
            check_triangle_count(round(min(triangles, 1e300)), huge=False)
        except ValueError as error:
            raise element.error(str(error)) from None
        size = max(_largest(element, name) for name in _STATE_SIZES)
        if size > most:
            most, largest = size, element
    if most * num_keepers > _MAX_STATE:
        raise largest.error(
            f"has {most:.0f} numbers for each of {num_keepers} sensors and actuators, more than"
            f" {_MAX_STATE} in all; huge=True reads it"
        )


def _largest(element: Element, name: str) -> float:
    """Return the largest number of an attribute; 0 for what is none, which MuJoCo refuses."""
    largest = 0.0
    for word in element.attributes.get(name, "").split():
        with contextlib.suppress(ValueError):
            largest = max(largest, float(word))  # NaN is no larger.
    return largest


def _write(root: Element, lines: list[str], elements: list[Element]) -> None:
    stack: list[Element | str] = [root]
    while stack:
        item = stack.pop()
        if isinstance(item, str):
            lines[-1] += item
            continue
        attributes = "".join(f" {key}={quoteattr(item.attributes[key])}" for key in item.attributes)
        lines.append(f"<{item.tag}{attributes}>")
        elements.append(item)
        stack.append(f"</{item.tag}>")
        stack.extend(child for child in item.children[::-1] if child.tag not in _SIMULATED)


def _list_ignored(root: Element, ignored: list[Ignored]) -> None:
    stack = [root]
    while stack:
        element = stack.pop()
        if element.tag == "equality":
            # Held by the simulation's forces, and not by the kinematics.
            ignored.extend(
                Ignored(f"equality {child.tag}", child.line, "each joint has its own position")
                for child in element.children
            )
        elif element.tag in _IGNORED:
            ignored.append(Ignored(element.tag, element.line))
        elif element.tag != "default":
            stack.extend(element.children[::-1])
