"""Which file a description means by a file name or a ``package://`` or ``file://`` address."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import Path
from urllib.parse import unquote

from clearway._arguments import check_paths
from clearway._missing_file import is_file, missing_file
from clearway._parsing.package_map import (
    PackageMap,
    find_package_name,
    folders_of_environment,
)


class PathResolver:
    """Finds files.

    Parameters
    ----------
    package_map : PackageMap
        Where packages are sought first.
    package_dirs : sequence of paths
        Where they are sought next: in each ENTRY as ENTRY/NAME/rest, or as ENTRY/rest if ENTRY is
        the package NAME by its folder's name or its ``package.xml``.

    Notes
    -----
    After these, packages are sought in the same manner in the parent folders of the file that
    names them and in ``ROS_PACKAGE_PATH`` (there also in folders below), then in
    ``AMENT_PREFIX_PATH`` as ENTRY/share/NAME/rest.
    """

    def __init__(
        self, package_map: PackageMap, package_dirs: Sequence[str | os.PathLike[str]] = ()
    ) -> None:
        self._package_map = package_map
        self._package_dirs = [Path(entry) for entry in check_paths("package_dirs", package_dirs)]
        for entry in self._package_dirs:
            if not entry.is_dir():
                raise ValueError(f"package_dirs: {str(entry)!r} is not a folder")

    def resolve(self, uri: str, folder: Path | None) -> Path:
        """Return the file that `uri` means.

        Parameters
        ----------
        uri : str
            ``package://NAME/rest``, ``model://NAME/rest``, ``file://path`` or a path. A name with
            "%20" and the like is taken as it stands if there is such a file, else decoded, and
            then with slashes for backslashes.
        folder : Path or None
            What a relative path is relative to: the folder of the file that names it. None for a
            description without a file: then each of `package_dirs`, and the working directory.

        Raises
        ------
        FileNotFoundError, which is a ValueError too
            If there is no such file; with the places tried.
        ValueError
            For another kind of address.
        """
        tried: list[str] = []
        for name in dict.fromkeys((uri, unquote(uri), uri.replace("\\", "/"))):
            for candidate in self._candidates(name, folder):
                if is_file(candidate):
                    return candidate
                tried.append(str(candidate))
        advice = "; name its folder in package_dirs" if uri.startswith("package:") else ""
        raise missing_file(f"no file {uri!r}{advice}; {_list_places(tried)}", uri)

    def find_package(self, name: str, folder: Path | None) -> Path:
        """Return the folder of a package, sought where its files are.

        Raises
        ------
        FileNotFoundError, which is a ValueError too
            If there is no such package; with the places tried.
        """
        tried: list[str] = []
        for candidate in self._package_folders(name, folder):
            if candidate.is_dir():
                return candidate
            tried.append(str(candidate))
        advice = "name its folder in package_dirs"
        raise missing_file(f"no package {name!r}; {advice}; {_list_places(tried)}", name)

    def _candidates(self, uri: str, folder: Path | None) -> Iterator[Path]:
        scheme, separator, rest = uri.partition("://")
        if not separator:
            yield from self._plain_candidates(Path(uri), folder)
        elif scheme in ("package", "model"):
            name, _, rest = rest.partition("/")
            if not name or not rest:
                raise ValueError(f"{uri!r} must be {scheme}://PACKAGE/FILE")
            for package in self._package_folders(name, folder):
                yield package / rest
        elif scheme == "file":
            path = rest.removeprefix("localhost")
            if not path.startswith("/"):
                raise ValueError(f"{uri!r} must have an absolute path: file:///PATH")
            yield Path(path)
        else:
            raise ValueError(
                f"{uri!r} is not read: {scheme}:// is not package://, model:// or file://"
            )

    def _plain_candidates(self, path: Path, folder: Path | None) -> Iterator[Path]:
        if folder is not None:
            yield folder / path
            return
        for entry in self._package_dirs:
            yield entry / path
        yield Path.cwd() / path

    def _package_folders(self, name: str, folder: Path | None) -> Iterator[Path]:
        if self._package_map.Contains(name):
            # Who maps a package means that folder, and no other.
            yield Path(self._package_map.GetPath(name))
            return
        parents = [] if folder is None else [folder.absolute(), *folder.absolute().parents]
        ros_folders = folders_of_environment("ROS_PACKAGE_PATH")
        for entry in (*self._package_dirs, *parents, *ros_folders):
            yield entry / name
            if _is_package(entry, name):
                yield entry
        for entry in folders_of_environment("AMENT_PREFIX_PATH"):
            yield entry / "share" / name
        if self._ros_packages.Contains(name):
            yield Path(self._ros_packages.GetPath(name))

    @cached_property
    def _ros_packages(self) -> PackageMap:
        """All below ROS_PACKAGE_PATH. It takes a walk, so only who found nothing else asks."""
        packages = PackageMap()
        packages.PopulateFromEnvironment("ROS_PACKAGE_PATH")
        return packages


def _list_places(tried: list[str]) -> str:
    places = "".join(f"\n  {place}" for place in dict.fromkeys(tried))
    return f"tried:{places}" if places else "there is no place to look in"


def _is_package(folder: Path, name: str) -> bool:
    if folder.absolute().name == name:
        return True
    return find_package_name(folder) == name
