"""The package as a whole: versions, names, docstrings, layers, and what it imports."""

from __future__ import annotations

import importlib.metadata
import importlib.util
import inspect
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import clearway as cw
from clearway import _core

TOP = Path(__file__).parents[1]
HEAVY = ("PIL", "collada", "lxml", "scipy", "tqdm", "trimesh", "yaml")


def read_match(path: str, pattern: str) -> str:
    """Return the group of the pattern's only match in a file of the repository."""
    (match,) = re.findall(pattern, (TOP / path).read_text(), re.MULTILINE)
    assert isinstance(match, str)
    return match


def public_classes() -> list[type]:
    """Return the public classes of the package, compiled and Python's."""
    return [kind for name in cw.__all__ if isinstance(kind := getattr(cw, name), type)]


def public_members(kind: type) -> Iterator[tuple[str, object]]:
    """Yield the public methods and properties that a class itself defines."""
    for name, member in vars(kind).items():
        is_method = callable(member) or isinstance(member, staticmethod | classmethod | property)
        if is_method and not name.startswith("_"):
            yield name, member


def own_doc(name: str, member: object) -> str:
    """Return a docstring without the signatures that pybind11 writes into it."""
    doc = inspect.getdoc(member) or ""
    signature = rf"^(\d+\. )?{name}\(.*$|^Overloaded function\.$"
    return re.sub(signature, "", doc, flags=re.MULTILINE).strip()


def test_there_is_one_version() -> None:
    assert read_match("pyproject.toml", r'^version = "(.*)"$') == cw.__version__


def test_the_installed_version_is_the_same() -> None:
    try:
        installed = importlib.metadata.version("clearway")
    except importlib.metadata.PackageNotFoundError:
        pytest.skip("clearway is on the path, but not installed: it has no metadata")
    assert installed == cw.__version__


def test_eigen_is_pinned_to_one_version() -> None:
    pinned = read_match("pyproject.toml", r'"cmeel-eigen==([\d.]+)"')
    assert read_match("third_party/eigen/CMakeLists.txt", r"set\(\w+ ([\d.]+)\)") == pinned
    assert read_match("tools/requirements-dev.txt", r"^cmeel-eigen==(.*)$") == pinned


def test_every_public_name_of_the_core_is_exported() -> None:
    public = {name for name in vars(_core) if not name.startswith("_")}
    assert public <= set(cw.__all__)
    assert all(getattr(cw, name) is getattr(_core, name) for name in public)


def test_exported_names_are_sorted_and_exist() -> None:
    assert cw.__all__ == sorted(set(cw.__all__))
    assert all(hasattr(cw, name) for name in cw.__all__)


@pytest.mark.parametrize("name", [n for n in cw.__all__ if n != "__version__"])
def test_public_names_are_documented(name: str) -> None:
    assert own_doc(name, getattr(cw, name))


@pytest.mark.parametrize("kind", public_classes(), ids=lambda kind: kind.__name__)
def test_public_methods_are_documented(kind: type) -> None:
    for name, member in public_members(kind):
        doc = own_doc(name, member)
        if isinstance(member, property) and not doc:
            # An attribute that the class describes among its own.
            doc = name if re.search(rf"\b{name}\b", kind.__doc__ or "") else ""
        assert doc, f"{kind.__name__}.{name}"


def test_every_overload_is_documented() -> None:
    """An overload set is documented by as many texts as it has signatures."""
    for kind in public_classes():
        for name, member in public_members(kind):
            doc = inspect.getdoc(member) or ""
            for part in re.split(rf"^\d+\. {name}\(.*$", doc, flags=re.MULTILINE)[1:]:
                assert part.strip(), f"{kind.__name__}.{name}: {doc}"


def test_includes_go_downward() -> None:
    path = TOP / "tools" / "check_layers.py"
    spec = importlib.util.spec_from_file_location("check_layers", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert module.find_upward_includes(TOP) == []


def test_import_leaves_heavy_packages_alone() -> None:
    show = f"import sys, clearway; print(sorted(set({HEAVY}) & set(sys.modules)))"
    result = subprocess.run([sys.executable, "-c", show], check=True, capture_output=True)
    assert result.stdout.decode().strip() == "[]"
