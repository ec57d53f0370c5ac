"""Where packages are: the map behind ``package://``."""

from __future__ import annotations

import os
from pathlib import Path

from clearway._logging import logger
from clearway._parsing.xml import read_xml_file


class PackageMap:
    """Maps package names to their folders.

    A parser looks here before it looks anywhere else.
    """

    def __init__(self) -> None:
        self._folders: dict[str, Path] = {}

    def Add(self, package_name: str, package_path: str | os.PathLike[str]) -> None:
        """Map a package to a folder.

        Raises
        ------
        ValueError
            If there is no such folder, or the package is mapped to another one.
        """
        folder = Path(package_path).absolute()
        if not folder.is_dir():
            raise ValueError(f"package_path: {str(folder)!r} is not a folder")
        known = self._folders.setdefault(package_name, folder)
        if known.resolve() != folder.resolve():
            raise ValueError(
                f"package_name: {package_name!r} is already mapped to {str(known)!r},"
                f" not to {str(folder)!r}"
            )

    def AddPackageXml(self, filename: str | os.PathLike[str]) -> None:
        """Map the package that a ``package.xml`` names to the folder it lies in."""
        path = Path(filename)
        self.Add(read_package_name(path), path.absolute().parent)

    def PopulateFromFolder(self, path: str | os.PathLike[str]) -> None:
        """Map every package in a folder and below; of two with one name the first stays.

        Like ROS, it looks for no package inside a package, or below a file ``CATKIN_IGNORE``,
        ``COLCON_IGNORE`` or ``AMENT_IGNORE``.
        """
        top = Path(path)
        if not top.is_dir():
            raise ValueError(f"path: {str(top)!r} is not a folder")
        for folder, subfolders, files in os.walk(top):
            subfolders.sort()
            if {"CATKIN_IGNORE", "COLCON_IGNORE", "AMENT_IGNORE"} & set(files):
                subfolders.clear()
            elif "package.xml" in files:
                subfolders.clear()
                self._add_found(Path(folder))

    def PopulateFromEnvironment(self, environment_variable: str) -> None:
        """Map every package in the folders of a variable such as ``ROS_PACKAGE_PATH``."""
        for folder in folders_of_environment(environment_variable):
            if folder.is_dir():
                self.PopulateFromFolder(folder)

    def Remove(self, package_name: str) -> None:
        """Forget a package."""
        del self._folders[self._known(package_name)]

    def Contains(self, package_name: str) -> bool:
        """Whether the package is mapped."""
        return package_name in self._folders

    def GetPath(self, package_name: str) -> str:
        """Return the folder of a package; KeyError if it is not mapped."""
        return str(self._folders[self._known(package_name)])

    def GetPackageNames(self) -> list[str]:
        """Return the names of all packages, sorted."""
        return sorted(self._folders)

    def size(self) -> int:
        """Return the number of packages."""
        return len(self._folders)

    def __repr__(self) -> str:
        return f"PackageMap({ {name: str(self._folders[name]) for name in sorted(self._folders)} })"

    def _known(self, package_name: str) -> str:
        if package_name not in self._folders:
            raise KeyError(f"no package {package_name!r}; there are {self.GetPackageNames()}")
        return package_name

    def _add_found(self, folder: Path) -> None:
        name = find_package_name(folder)
        if name is None:
            return
        known = self._folders.setdefault(name, folder.absolute())
        if known.resolve() != folder.resolve():
            logger.warning("Package %r is in %s and in %s; the first is used.", name, known, folder)


def find_package_name(folder: Path) -> str | None:
    """Return what a folder's ``package.xml`` names it; None if it has none, or a broken one."""
    manifest = folder / "package.xml"
    if not manifest.is_file():
        return None
    try:
        return read_package_name(manifest)
    except ValueError as error:
        logger.warning("A package is passed over: %s", error)
        return None


def read_package_name(manifest: Path) -> str:
    """Return the name in a ``package.xml``."""
    root = read_xml_file(manifest)
    return root.required_part(root.parts("name"), "name").text.strip()


def folders_of_environment(variable: str) -> list[Path]:
    """Return the folders of a path variable; none where it is unset."""
    return [Path(entry) for entry in os.environ.get(variable, "").split(os.pathsep) if entry]
