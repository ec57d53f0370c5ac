"""The error of a file that is named and not there."""

from __future__ import annotations

import errno
import os
from pathlib import Path


class MissingFileError(FileNotFoundError, ValueError):
    """A file that is named and not there, with its ``filename`` and ``errno``."""

    def __str__(self) -> str:
        """Return the whole sentence, without the number of the error."""
        return str(self.strerror)


def missing_file(message: str, filename: str | Path) -> MissingFileError:
    """Return the error with a message, and ``filename`` set to what was not there."""
    return MissingFileError(errno.ENOENT, message, str(filename))


def is_file(path: Path) -> bool:
    """Whether there is a file; what is too long to be a path, or no path at all, is none."""
    return os.path.isfile(path)  # noqa: PTH113 - Path.is_file raises for these.


def check_is_file(path: Path) -> None:
    """Raise MissingFileError, with the working folder for a relative path, unless it is a file."""
    if is_file(path):
        return
    place = "" if path.is_absolute() else f" in the working folder {str(Path.cwd())!r}"
    raise missing_file(f"no file {str(path)!r}{place}", path)
