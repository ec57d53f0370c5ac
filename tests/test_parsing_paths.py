"""Which file a name means: packages, addresses, and the error that lists the places tried."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

from clearway import PackageMap
from clearway._parsing.paths import PathResolver


@pytest.fixture(autouse=True)
def _no_ros(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ROS_PACKAGE_PATH", raising=False)
    monkeypatch.delenv("AMENT_PREFIX_PATH", raising=False)


def touch(path: Path, text: str = "") -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


def manifest(folder: Path, name: str) -> Path:
    return touch(folder / "package.xml", f"<package format='2'><name> {name}\n</name></package>")


def resolve(uri: str, folder: Path | None, *package_dirs: Path) -> Path:
    return PathResolver(PackageMap(), package_dirs).resolve(uri, folder)


def test_relative_and_absolute_paths(tmp_path: Path) -> None:
    mesh = touch(tmp_path / "robot" / "meshes" / "a b.obj")
    (tmp_path / "robot" / "urdf").mkdir()
    assert resolve("../meshes/a b.obj", tmp_path / "robot" / "urdf").samefile(mesh)
    assert resolve(str(mesh), tmp_path) == mesh
    assert resolve(f"file://{mesh}", tmp_path) == mesh
    assert resolve(f"file://localhost{tmp_path}/robot/meshes/a%20b.obj", None) == mesh


def test_percent_signs_are_taken_as_they_stand_first(tmp_path: Path) -> None:
    plain = touch(tmp_path / "a b.obj")
    assert resolve("a%20b.obj", tmp_path) == plain
    literal = touch(tmp_path / "a%20b.obj")
    assert resolve("a%20b.obj", tmp_path) == literal


def test_a_text_without_a_file_looks_in_package_dirs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = touch(tmp_path / "here" / "a.obj")
    there = touch(tmp_path / "there" / "b.obj")
    monkeypatch.chdir(here.parent)
    assert resolve("a.obj", None, there.parent) == here
    assert resolve("b.obj", None, there.parent) == there


def test_package_dirs(tmp_path: Path) -> None:
    inside = touch(tmp_path / "ws" / "art" / "m.obj")
    assert resolve("package://art/m.obj", None, tmp_path / "ws") == inside
    # The entry is the package itself, by its name or by its manifest.
    assert resolve("package://art/m.obj", None, tmp_path / "ws" / "art") == inside
    renamed = touch(tmp_path / "art-1.2" / "n.obj")
    manifest(renamed.parent, "art")
    assert resolve("package://art/n.obj", None, renamed.parent) == renamed
    assert resolve("model://art/n.obj", None, renamed.parent) == renamed
    with pytest.raises(ValueError, match=r"package_dirs: .*nowhere' is not a folder"):
        resolve("x", None, tmp_path / "nowhere")


def test_package_dirs_are_tried_in_order_before_the_parents(tmp_path: Path) -> None:
    first = touch(tmp_path / "1" / "art" / "m.obj")
    second = touch(tmp_path / "2" / "art" / "m.obj")
    beside = touch(tmp_path / "3" / "art" / "m.obj")
    folder = beside.parent / "urdf"
    assert resolve("package://art/m.obj", folder, tmp_path / "1", tmp_path / "2") == first
    assert resolve("package://art/m.obj", folder, tmp_path / "2", tmp_path / "1") == second
    assert resolve("package://art/m.obj", folder) == beside


def test_parents_of_the_file(tmp_path: Path) -> None:
    mesh = touch(tmp_path / "src" / "checkout" / "meshes" / "m.obj")
    manifest(tmp_path / "src" / "checkout", "arm_description")
    folder = tmp_path / "src" / "checkout" / "urdf" / "deep"
    assert resolve("package://arm_description/meshes/m.obj", folder) == mesh
    assert resolve("package://checkout/meshes/m.obj", folder) == mesh
    assert resolve("package://meshes/m.obj", folder) == mesh


def test_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    direct = touch(tmp_path / "ros" / "a" / "m.obj")
    nested = touch(tmp_path / "ros" / "stack" / "b_folder" / "m.obj")
    manifest(nested.parent, "b")
    ament = touch(tmp_path / "install" / "share" / "c" / "m.obj")
    monkeypatch.setenv("ROS_PACKAGE_PATH", f"{tmp_path / 'absent'}:{tmp_path / 'ros'}")
    monkeypatch.setenv("AMENT_PREFIX_PATH", str(tmp_path / "install"))
    assert resolve("package://a/m.obj", None) == direct
    assert resolve("package://b/m.obj", None) == nested
    assert resolve("package://c/m.obj", None) == ament


def test_the_package_map_comes_first_and_is_final(tmp_path: Path) -> None:
    mapped = touch(tmp_path / "mapped" / "m.obj")
    touch(tmp_path / "ws" / "art" / "n.obj")
    packages = PackageMap()
    packages.Add("art", mapped.parent)
    dut = PathResolver(packages, [tmp_path / "ws"])
    assert dut.resolve("package://art/m.obj", None) == mapped
    with pytest.raises(FileNotFoundError):
        dut.resolve("package://art/n.obj", None)


def test_the_error_lists_the_places(tmp_path: Path) -> None:
    touch(tmp_path / "ws" / "other" / "m.obj")
    folder = tmp_path / "robot"
    with pytest.raises(FileNotFoundError, match="package_dirs") as caught:
        resolve("package://art/m.obj", folder, tmp_path / "ws")
    message = str(caught.value)
    assert isinstance(caught.value, ValueError)
    for place in (tmp_path / "ws", folder, tmp_path):
        assert f"\n  {place / 'art' / 'm.obj'}" in message


@pytest.mark.parametrize(
    ("uri", "message"),
    [
        ("http://example.com/m.obj", "http:// is not package://, model:// or file://"),
        ("package://art", "must be package://PACKAGE/FILE"),
        ("package:///m.obj", "must be package://PACKAGE/FILE"),
        ("file://meshes/m.obj", "must have an absolute path"),
    ],
)
def test_other_addresses_are_refused(uri: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=message):
        resolve(uri, tmp_path)


def test_package_map(tmp_path: Path) -> None:
    dut = PackageMap()
    dut.Add("a", tmp_path)
    dut.Add(package_name="a", package_path=str(tmp_path))
    assert dut.Contains("a")
    assert dut.GetPath("a") == str(tmp_path)
    dut.AddPackageXml(manifest(tmp_path / "b", "bee"))
    assert dut.GetPackageNames() == ["a", "bee"]
    assert dut.size() == 2
    assert "bee" in repr(dut)
    with pytest.raises(ValueError, match="'a' is already mapped"):
        dut.Add("a", tmp_path / "b")
    with pytest.raises(ValueError, match="is not a folder"):
        dut.Add("c", tmp_path / "c")
    with pytest.raises(KeyError, match="no package 'c'"):
        dut.GetPath("c")
    with pytest.raises(ValueError, match=r"package\.xml:1: <package>: lacks its <name>"):
        dut.AddPackageXml(touch(tmp_path / "d" / "package.xml", "<package/>"))
    assert dut.size() == 2
    dut.Remove("a")
    assert not dut.Contains("a")


def test_populate_from_folder(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    manifest(tmp_path / "src" / "a", "a")
    manifest(tmp_path / "src" / "a" / "inner", "inner")
    manifest(tmp_path / "src" / "stack" / "b", "b")
    manifest(tmp_path / "src" / "z", "a")
    manifest(tmp_path / "ignored" / "c", "c")
    touch(tmp_path / "ignored" / "COLCON_IGNORE")
    touch(tmp_path / "broken" / "package.xml", "<package>")
    dut = PackageMap()
    with caplog.at_level(logging.WARNING, "clearway"):
        dut.PopulateFromFolder(tmp_path)
    assert dut.GetPackageNames() == ["a", "b"]
    assert dut.GetPath("a") == str(tmp_path / "src" / "a")
    assert len(caplog.records) == 2
    assert "not well-formed" in caplog.records[0].getMessage()
    assert "the first is used" in caplog.records[1].getMessage()
    with pytest.raises(ValueError, match=r"path: .* is not a folder"):
        dut.PopulateFromFolder(tmp_path / "nowhere")


def test_names_that_are_no_paths_are_not_there(tmp_path: Path) -> None:
    for name in ("x" * 300 + ".obj", "package://p/" + "x" * 300, "a\0b.obj"):
        with pytest.raises(FileNotFoundError, match="no file"):
            resolve(name, tmp_path, tmp_path)


def test_a_package_that_is_sought_nowhere_says_so() -> None:
    with pytest.raises(FileNotFoundError, match=r"package_dirs; there is no place to look in$"):
        resolve("package://p/a.obj", None)


def test_backslashes_of_other_systems_are_slashes(tmp_path: Path) -> None:
    mesh = touch(tmp_path / "meshes" / "a.obj")
    assert resolve(r"meshes\a.obj", tmp_path) == mesh
    odd = touch(tmp_path / r"meshes\a.obj")
    assert resolve(r"meshes\a.obj", tmp_path) == odd
