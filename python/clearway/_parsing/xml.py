"""XML text as elements that know their line, and errors that name file, line and element."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path
from typing import NoReturn
from xml.parsers import expat

# More than any robot needs, and little enough to be read in about a second.
MAX_BYTES = 32 * 2**20
MAX_ELEMENTS = 200_000

# float() would also take "nan", "inf", "1_0" and other scripts' digits.
_NUMBER = re.compile(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?")

# Elements of robot descriptions that are known not to be about collision. Others that are not read
# may be misspelt.
_OTHER_MATTERS = {
    *("visual", "inertial", "material", "dynamics", "safety_controller", "calibration"),
    *("gazebo", "transmission", "ros2_control", "sensor", "mujoco", "contact", "verbose"),
    *("color", "texture", "xacro:property", "xacro:arg"),
    *("drake:proximity_properties", "drake:illustration_properties", "drake:perception_properties"),
    *("drake:rotor_inertia", "drake:gear_ratio", "drake:controller_gains", "drake:ball_constraint"),
    *("drake:linear_bushing_rpy", "drake:linear_spring_damper", "drake:tendon_constraint"),
    *("link_sphere_approximation", "joint_property"),
}

# What xacro reads at run time and may leave behind; any other element of its is work not done.
_XACRO_LEFTOVERS = {"xacro:property", "xacro:arg"}


@dataclass(frozen=True)
class Ignored:
    """Something in a file that was not read: an element's tag, or ``#text``; and perhaps why."""

    tag: str
    line: int
    reason: str = ""


@dataclass
class Element:
    """An element of an XML file.

    The tag keeps its prefix ("drake:joint"); prefixes need no declaration, as in most readers of
    robot descriptions.
    """

    tag: str
    attributes: dict[str, str]
    line: int
    document: Document
    parent: Element | None = None
    children: list[Element] = field(default_factory=list)
    text: str = ""  # All that is directly inside.
    text_line: int = 0  # Where it begins, but for white space; 0 if it is only that.

    def where(self) -> str:
        """Return ``file:line: <element>``, with the nearest element around it that has a name."""
        labels: list[str] = []
        element: Element | None = self
        while element is not None and (not labels or element.parent is not None):
            name = element.attributes.get("name")
            labels.append(f'<{element.tag} name="{name}">' if name else f"<{element.tag}>")
            if name:
                break
            element = element.parent
        return f"{self.document.source}:{self.line}: {' '.join(reversed(labels))}"

    def error(self, message: str) -> ValueError:
        """Return the error that says where it is."""
        return ValueError(f"{self.where()}: {message}")

    def parts(self, *known: str) -> dict[str, list[Element]]:
        """Return the children by tag, for the tags known; the others are noted as ignored."""
        result: dict[str, list[Element]] = {tag: [] for tag in known}
        for child in self.children:
            if child.tag in result:
                result[child.tag].append(child)
                continue
            if child.tag.startswith("xacro:") and child.tag not in _XACRO_LEFTOVERS:
                raise child.error("is not expanded; run xacro on the file first")
            self.document.ignored.append(Ignored(child.tag, child.line, _suspect(child.tag, known)))
        if self.text_line:
            self.document.ignored.append(Ignored("#text", self.text_line))
        return result

    def optional_part(self, parts: dict[str, list[Element]], tag: str) -> Element | None:
        """Return the one child of this tag, or None; more than one is an error."""
        found = parts[tag]
        if len(found) > 1:
            raise found[1].error(f"is the second <{tag}> of its element; it takes one")
        return found[0] if found else None

    def required_part(self, parts: dict[str, list[Element]], tag: str) -> Element:
        """Return the one child of this tag."""
        found = self.optional_part(parts, tag)
        if found is None:
            raise self.error(f"lacks its <{tag}>")
        return found

    def optional(self, name: str) -> str | None:
        """Return an attribute's text, or None."""
        text = self.attributes.get(name)
        if text is not None and ("${" in text or "$(" in text):
            raise self.error(f'{name}="{text}" is not expanded; run xacro on the file first')
        return text

    def required(self, name: str) -> str:
        """Return an attribute's text, which must not be empty."""
        text = self.optional(name)
        if text is None:
            raise self.error(f"lacks the attribute {name!r}")
        if not text.strip():
            raise self.error(f"has an empty {name!r}")
        return text

    def numbers(self, name: str, count: int | None = None) -> tuple[float, ...]:
        """Return an attribute's numbers; at least one, and `count` if that is given."""
        words = self.required(name).split()
        if count is not None and len(words) != count:
            what = "one number" if count == 1 else f"{count} numbers"
            raise self.error(f"{name} must be {what}, not {self.attributes[name]!r}")
        return tuple(self._number(name, word) for word in words)

    def number(self, name: str, default: float | None = None) -> float:
        """Return an attribute's one number; `default`, if there is one, where it is absent."""
        if default is not None and name not in self.attributes:
            return default
        return self.numbers(name, 1)[0]

    def vector(self, name: str) -> tuple[float, float, float]:
        """Return an attribute's three numbers."""
        x, y, z = self.numbers(name, 3)
        return x, y, z

    def _number(self, name: str, word: str) -> float:
        value = float(word) if _NUMBER.fullmatch(word) else math.nan
        if not math.isfinite(value):
            raise self.error(f"{name} must be finite decimal numbers, not {word!r}")
        return value


def _suspect(tag: str, known: Sequence[str]) -> str:
    """Return what to say of an element that is not read: nothing if that is as it should be."""
    if tag in _OTHER_MATTERS:
        return ""
    near = get_close_matches(tag.lower(), known, n=1, cutoff=0.75)
    return f"unknown; near <{near[0]}>" if near else "unknown"


@dataclass
class Document:
    """An XML file as it was read."""

    source: str
    ignored: list[Ignored] = field(default_factory=list)


def read_xml(content: str | bytes, source: str, *, huge: bool = False) -> Element:
    """Parse XML text into its root element.

    Entities other than the five of XML, and external files, are refused, so that the text alone
    says what is read.

    Parameters
    ----------
    content : str or bytes
        The text. White space in front of the XML declaration is let pass.
    source : str
        What errors call the text: a file's name.
    huge : bool
        Lifts the limits on the text's size and number of elements.

    Raises
    ------
    ValueError
        If the text is not well-formed, or too large; with file and line.
    """
    encoding = None
    if isinstance(content, str):
        # Whatever its declaration says of bytes that it once was.
        encoding = "utf-8"
        try:
            text = content.encode(encoding)
        except UnicodeEncodeError as error:
            line = content.count("\n", 0, error.start) + 1
            raise ValueError(f"{source}:{line}: holds half of a surrogate pair") from None
    else:
        text = content
    if len(text) > MAX_BYTES and not huge:
        raise ValueError(_too_large(source, len(text)))
    stripped = text.lstrip()
    first_line = text[: len(text) - len(stripped)].count(b"\n")
    return _Reader(source, first_line, huge, encoding).read(stripped)


def check_size(path: Path, *, huge: bool) -> None:
    """Raise ValueError if a file is too large to be read, before it is."""
    size = path.stat().st_size
    if size > MAX_BYTES and not huge:
        raise ValueError(_too_large(str(path), size))


def read_xml_file(path: Path, *, huge: bool = False) -> Element:
    """Parse an XML file into its root element; see `read_xml`."""
    check_size(path, huge=huge)
    return read_xml(path.read_bytes(), str(path), huge=huge)


def _too_large(source: str, size: int) -> str:
    return f"{source}: has {size} bytes, more than {MAX_BYTES}; huge=True reads it"


class _Refusal(ValueError):
    """An error of the reader's own, and not of the parser beneath it."""


class _Reader:
    """Builds elements from expat's events, which tell the line on which each tag begins."""

    def __init__(self, source: str, first_line: int, huge: bool, encoding: str | None) -> None:
        self._document = Document(source)
        self._first_line = first_line
        self._huge = huge
        self._open: list[Element] = []
        self._root: Element | None = None
        self._count = 0
        self._expat = expat.ParserCreate(encoding)
        self._expat.StartElementHandler = self._start
        self._expat.EndElementHandler = self._end
        self._expat.CharacterDataHandler = self._characters
        self._expat.StartDoctypeDeclHandler = self._doctype

    def read(self, text: bytes) -> Element:
        try:
            self._expat.Parse(text, True)
        except expat.ExpatError as error:
            reason = expat.errors.messages[error.code]
            self._refuse(error.lineno, f"is not well-formed XML: {reason}")
        except _Refusal:
            raise
        except (LookupError, ValueError) as error:
            self._refuse(1, f"is in an encoding that is not read: {error}")
        assert self._root is not None  # expat takes no document without a root.
        return self._root

    def _refuse(self, line: int, message: str) -> NoReturn:
        raise _Refusal(f"{self._document.source}:{line + self._first_line}: {message}") from None

    def _line(self) -> int:
        return self._expat.CurrentLineNumber + self._first_line

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        self._count += 1
        if self._count > MAX_ELEMENTS and not self._huge:
            message = f"has more than {MAX_ELEMENTS} elements; huge=True reads it"
            self._refuse(self._expat.CurrentLineNumber, message)
        parent = self._open[-1] if self._open else None
        element = Element(tag, attributes, self._line(), self._document, parent)
        if parent is None:
            self._root = element
        else:
            parent.children.append(element)
        self._open.append(element)

    def _end(self, _tag: str) -> None:
        self._open.pop()

    def _characters(self, text: str) -> None:
        element = self._open[-1]
        element.text += text
        if not element.text_line and text.strip():
            element.text_line = self._line()

    def _doctype(
        self, _name: str, system_id: str | None, public_id: str | None, internal_subset: bool
    ) -> None:
        if system_id or public_id or internal_subset:
            self._refuse(
                self._expat.CurrentLineNumber,
                "declares entities or an external file, which are not read; write the text out",
            )
