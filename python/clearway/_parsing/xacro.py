"""xacro: expanded by its own package, which is asked for text only."""

from __future__ import annotations

import contextlib
import io
import sys
import threading
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import ModuleType

from clearway._arguments import check_mapping
from clearway._logging import logger
from clearway._missing_file import check_is_file
from clearway._parsing.paths import PathResolver
from clearway._parsing.xml import check_size

SUFFIX = ".xacro"

# The package keeps what it is doing in global variables.
_lock = threading.Lock()


def check_xacro_args(value: object) -> dict[str, str]:
    """Return the argument `xacro_args` as xacro takes it; TypeError for what is no mapping."""
    result = {}
    for name, each in check_mapping("xacro_args", value).items():
        if not isinstance(each, str | bool | int | float):
            raise TypeError(f"xacro_args[{name!r}]: must be a string or number, not {each!r}")
        # As xacro writes truth.
        result[name] = str(each).lower() if isinstance(each, bool) else str(each)
    return result


def expand_xacro(
    path: Path, resolver: PathResolver, arguments: Mapping[str, str], *, huge: bool
) -> str:
    """Return the text that a xacro file stands for.

    ``$(find NAME)`` is sought where ``package://NAME`` is, whether or not ROS is there. As with
    any xacro, the file is a program: it may read files and environment variables.

    Raises
    ------
    FileNotFoundError
        If the file is not there.
    ImportError
        If the package is not there.
    ValueError
        If the file cannot be expanded.
    """
    check_is_file(path)
    check_size(path, huge=huge)
    try:
        import xacro
    except ImportError as error:
        raise ImportError(
            f"{path}: xacro is expanded by its own package: pip install 'clearway[xacro]'"
        ) from error

    def find(name: str) -> str:
        return str(resolver.find_package(name, path.absolute().parent))

    said = io.StringIO()
    with _lock, contextlib.redirect_stderr(said), _packages_found_by(find):
        try:
            document = xacro.process_file(str(path), mappings=dict(arguments))
            text: str = document.documentElement.toxml()
        except Exception as error:  # Whatever is wrong with a program.
            inner = [str(each) for each in (xacro.filestack or [])[1:]]
            within = f" (in {inner[-1]})" if inner else ""
            reason = str(error) or type(error).__name__
            raise ValueError(f"{path}: xacro says{within}: {reason}") from error
    if said.getvalue():
        logger.warning("%s: xacro says: %s", path, said.getvalue().strip())
    return text


@contextlib.contextmanager
def _packages_found_by(find: object) -> Iterator[None]:
    """Stand in for the module of ROS that xacro asks where packages are."""
    names = ("ament_index_python", "ament_index_python.packages")
    before = {name: sys.modules.get(name) for name in names}
    package, module = (ModuleType(name) for name in names)
    vars(package)["packages"] = module
    vars(module)["get_package_share_directory"] = find
    sys.modules.update(zip(names, (package, module), strict=True))
    try:
        yield
    finally:
        for name, original in before.items():
            if original is None:
                del sys.modules[name]
            else:
                sys.modules[name] = original
