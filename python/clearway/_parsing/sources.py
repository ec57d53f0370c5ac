"""From a path or XML text to its elements, xacro expanded."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from clearway._missing_file import check_is_file
from clearway._parsing import xacro
from clearway._parsing.paths import PathResolver
from clearway._parsing.srdf import Srdf, read_srdf
from clearway._parsing.xml import Element, read_xml, read_xml_file


def is_xml(source: str | os.PathLike[str]) -> bool:
    """Whether a source is XML text, and not a path."""
    return isinstance(source, str) and source.lstrip("\ufeff \t\r\n").startswith("<")


@dataclass(frozen=True)
class SourceReader:
    """Reads the elements of files and texts.

    Attributes
    ----------
    resolver : PathResolver
        Finds the packages that a xacro file names.
    xacro_args : mapping from str to str
    huge : bool
        Lifts the limits on the size of a file.
    """

    resolver: PathResolver
    xacro_args: Mapping[str, str] = field(default_factory=dict)
    huge: bool = False

    def read_file(self, path: Path) -> Element:
        """Return the root element of a file; of a xacro file, that of what it expands to."""
        check_is_file(path)
        if path.suffix.lower() == xacro.SUFFIX:
            text = xacro.expand_xacro(path, self.resolver, self.xacro_args, huge=self.huge)
            return read_xml(text, f"{path} (expanded)", huge=self.huge)
        return read_xml_file(path, huge=self.huge)

    def read_text(self, content: str, source: str) -> Element:
        """Return the root element of a text that errors call `source`."""
        return read_xml(content, source, huge=self.huge)

    def read_srdf(self, source: str | os.PathLike[str]) -> Srdf:
        """Read an SRDF from a path or XML text."""
        if is_xml(source):
            return read_srdf(self.read_text(str(source), "<srdf string>"))
        return read_srdf(self.read_file(Path(source)))
