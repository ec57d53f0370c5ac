"""PLY files: text, and binary of either byte order."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

_TYPES = {
    "char": "i1",
    "uchar": "u1",
    "short": "i2",
    "ushort": "u2",
    "int": "i4",
    "uint": "u4",
    "int8": "i1",
    "uint8": "u1",
    "int16": "i2",
    "uint16": "u2",
    "int32": "i4",
    "uint32": "u4",
    "float": "f4",
    "double": "f8",
    "float32": "f4",
    "float64": "f8",
}
_BYTE_ORDERS = {"ascii": "", "binary_little_endian": "<", "binary_big_endian": ">"}
# A line ends alike throughout a header: what follows a lone CR may be data.
_HEADER = re.compile(
    rb"\Aply[ \t]*(\r\n|\n|\r)(.*?)(?<=[\r\n])end_header[ \t]*(?:\1|\Z)", re.DOTALL
)

_Row: TypeAlias = dict[str, Any]


class _Element:
    """What the header says of one element: its properties are (name, type, type of count)."""

    def __init__(self, name: str, count: int) -> None:
        self.name = name
        self.count = count
        self.properties: list[tuple[str, str, str | None]] = []

    def check(self, name: str, *, is_list: bool) -> None:
        """ValueError unless it has this property."""
        for known, _, count_type in self.properties:
            if known == name and (count_type is not None) == is_list:
                return
        kind = "list property" if is_list else "property"
        raise ValueError(f"its element '{self.name}' has no {kind} '{name}'")


def read_ply(data: bytes) -> tuple[NDArray[np.float64], list[NDArray[np.int64]]]:
    """Return the vertices of a PLY file's text, shape (n, 3), and its polygons.

    Raises
    ------
    ValueError
        If it is damaged, ends early, or goes on after its last element.
    """
    header = _HEADER.match(data)
    if header is None:
        raise ValueError("it has no PLY header")
    byte_order, elements = _read_header(header[2].decode("ascii", errors="replace"))
    body = data[header.end() :]
    for element in elements:
        if not element.properties or element.count > len(body):
            raise ValueError(
                f"it ends within element '{element.name}', of which it should have {element.count}"
            )
    read = _BinaryBody(body, byte_order) if byte_order else _AsciiBody(body)

    vertices: NDArray[np.float64] = np.empty((0, 3))
    polygons: list[NDArray[np.int64]] = []
    for element in elements:
        rows = read.rows(element)
        if element.name == "vertex":
            for name in "xyz":
                element.check(name, is_list=False)
            points = [(row["x"], row["y"], row["z"]) for row in rows]
            vertices = np.array(points, dtype=np.float64).reshape(-1, 3)
        elif element.name == "face":
            names = [name for name, _, _ in element.properties]
            indices = "vertex_index" if "vertex_index" in names else "vertex_indices"
            element.check(indices, is_list=True)
            for row in rows:
                polygons.append(_to_polygon(row[indices], len(polygons)))
        else:
            for _ in rows:
                pass
    read.check_end()
    return vertices, polygons


def _to_polygon(indices: Any, face: int) -> NDArray[np.int64]:
    if len(indices) < 3:
        raise ValueError(f"face {face} has {len(indices)} vertices")
    numbers = np.asarray(indices)
    polygon = numbers.astype(np.int64)
    if not np.array_equal(polygon, numbers):
        raise ValueError(f"face {face} has the vertex indices {numbers.tolist()}")
    return polygon


def _read_header(text: str) -> tuple[str, list[_Element]]:
    byte_order: str | None = None
    elements: list[_Element] = []
    for line in text.splitlines():
        match line.split():
            case [] | ["comment" | "obj_info", *_]:
                pass
            case ["format", name, _] if byte_order is None and name in _BYTE_ORDERS:
                byte_order = _BYTE_ORDERS[name]
            case ["format", name, _] if byte_order is None:
                raise ValueError(f"unknown PLY format '{name}'")
            case ["element", name, count] if count.isascii() and count.isdigit():
                if any(element.name == name for element in elements):
                    raise ValueError(f"its header has two elements '{name}'")
                elements.append(_Element(name, int(count)))
            case ["property", "list", count_type, item_type, name] if (
                elements and item_type in _TYPES and _TYPES.get(count_type, "f")[0] != "f"
            ):
                elements[-1].properties.append((name, _TYPES[item_type], _TYPES[count_type]))
            case ["property", item_type, name] if elements and item_type in _TYPES:
                elements[-1].properties.append((name, _TYPES[item_type], None))
            case _:
                raise ValueError(f"its header has a line that means nothing: '{line}'")
    if byte_order is None:
        raise ValueError("its header names no format")
    return byte_order, elements


class _AsciiBody:
    def __init__(self, body: bytes) -> None:
        self._words = iter(body.split())

    def rows(self, element: _Element) -> Iterator[_Row]:
        for _ in range(element.count):
            row: _Row = {}
            for name, _, count_type in element.properties:
                if count_type is None:
                    row[name] = self._number(element)
                    continue
                count = self._number(element)
                if count < 0 or not count.is_integer():
                    raise ValueError(f"element '{element.name}' has a list of {count:g} items")
                row[name] = [self._number(element) for _ in range(int(count))]
            yield row

    def check_end(self) -> None:
        if next(self._words, None) is not None:
            raise ValueError("it goes on after its last element")

    def _number(self, element: _Element) -> float:
        word = next(self._words, None)
        if word is None:
            raise ValueError(f"it ends within element '{element.name}'")
        if b"_" in word:  # float() would pass over it.
            raise ValueError(f"element '{element.name}' has {word!r} in place of a number")
        return float(word)


class _BinaryBody:
    def __init__(self, body: bytes, byte_order: str) -> None:
        self._body = body
        self._byte_order = byte_order
        self._position = 0

    def rows(self, element: _Element) -> Iterator[_Row]:
        if any(count_type is not None for _, _, count_type in element.properties):
            for _ in range(element.count):
                row: _Row = {}
                for name, item_type, count_type in element.properties:
                    count = 1 if count_type is None else int(self._read(count_type, 1, element)[0])
                    items = self._read(item_type, count, element)
                    row[name] = items[0] if count_type is None else items
                yield row
        else:
            names = [name for name, _, _ in element.properties]
            fields = [(name, item_type) for name, item_type, _ in element.properties]
            for record in self._read(fields, element.count, element):
                yield dict(zip(names, record, strict=True))

    def check_end(self) -> None:
        if self._body[self._position :].strip():
            raise ValueError("it goes on after its last element")

    def _read(self, dtype: Any, count: int, element: _Element) -> NDArray[Any]:
        wide = np.dtype(dtype).newbyteorder(self._byte_order)
        if count < 0 or self._position + count * wide.itemsize > len(self._body):
            raise ValueError(f"it ends within element '{element.name}'")
        items = np.frombuffer(self._body, wide, count, self._position)
        self._position += count * wide.itemsize
        return items
