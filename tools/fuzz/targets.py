"""What is fuzzed: the readers of files, and what an input must not do to one.

A reader may refuse an input only with ValueError (FileNotFoundError where it is one too), whose
message names the file; everything else is a failure: another exception, a message without the
file's name, a Python warning, a message of another library on stderr, a crash, more than `SECONDS` for an input, more than `MEGABYTES` of
memory. xacro is left out: such a file is a program, which may well take for ever.
"""

from __future__ import annotations

import io
import logging
import warnings
from collections.abc import Callable
from pathlib import Path

import clearway as cw

FOLDER = Path(__file__).parent
CORPUS = FOLDER / "corpus"

SECONDS = 5
MEGABYTES = 1024

# The targets, and the suffix of what each reads. Whether a map is .bt or .ot its first line says.
SUFFIXES = {
    "urdf": ".urdf",
    "srdf": ".srdf",
    "mjcf": ".xml",
    "obj": ".obj",
    "ply": ".ply",
    "stl": ".stl",
    "dae": ".dae",
    "glb": ".glb",
    "gltf": ".gltf",
    "octomap": ".bt",
}

_TETRAHEDRON = """\
v 0 0 0
v 1 0 0
v 0 1 0
v 0 0 1
f 1 3 2
f 1 2 4
f 1 4 3
f 2 3 4
"""


def make_check(target: str, folder: Path) -> Callable[[bytes], None]:
    """Return what reads an input as a target, and raises if that fails as it must not.

    Inputs are written into a folder, in which robots find a mesh ``m.obj``.
    """
    path = folder / f"input{SUFFIXES[target]}"
    (folder / "m.obj").write_text(_TETRAHEDRON)

    def read() -> None:
        if target in ("urdf", "mjcf"):
            plant = cw.MultibodyPlant(time_step=0.0)
            cw.Parser(plant).AddModels(path)
            plant.Finalize()
        elif target == "srdf":
            cw.load_srdf(path)
        elif target == "octomap":
            cw.VoxelGrid.FromOctomap(path, unknown="occupied")
        else:
            cw.Mesh(path)

    said = io.StringIO()
    logging.lastResort = logging.StreamHandler(said)  # For what no handler of a logger takes.

    def check(data: bytes) -> None:
        path.unlink(missing_ok=True)  # Some file systems write a file that is cut at once.
        path.write_bytes(data)
        said.seek(0)
        said.truncate()
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            try:
                read()
            except ValueError as error:
                if path.name not in str(error):
                    raise AssertionError(f"the error does not name the file: {error}") from error
        if said.getvalue():
            raise AssertionError(f"it says on stderr: {said.getvalue()}")
        if caught:  # Which would be printed.
            raise AssertionError(f"a warning: {caught[0].message} at {caught[0].filename}")

    return check
