"""Coverage-guided fuzzing of a reader of files, by atheris (libFuzzer).

``python tools/fuzz/fuzz_loaders.py TARGET [libFuzzer's arguments]`` fuzzes one of `SUFFIXES`, as
``tools/fuzz/run.py`` does with all. To repeat a failure, name the input's file as the one argument.
Python code is followed line by line, compiled readers (OctoMap, MuJoCo) are not.
"""

from __future__ import annotations

import importlib
import inspect
import logging
import shlex
import sys
import tempfile
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["clearway"]):
    import clearway._gltf
    import clearway._mesh_files
    import clearway._parser
    import clearway._parsing.mjcf
    import clearway._parsing.srdf  # noqa: F401
from targets import MEGABYTES, SECONDS, SUFFIXES, make_check

# All of trimesh would take many times as long to instrument as what is read by it.
_TRIMESH = {
    "stl": "trimesh.exchange.stl",
    "glb": "trimesh.exchange.gltf",
    "gltf": "trimesh.exchange.gltf",
}


def main() -> None:
    """Fuzz what the command line says."""
    target, *options = sys.argv[1:]
    if target not in SUFFIXES:
        raise SystemExit(f"there is no target {target!r}; there are {', '.join(SUFFIXES)}")
    if target == "dae":
        with atheris.instrument_imports(include=["collada"]):
            import collada  # noqa: F401
    if target in _TRIMESH:
        module = importlib.import_module(_TRIMESH[target])
        for value in vars(module).values():
            if inspect.isfunction(value) and value.__module__ == module.__name__:
                atheris.instrument_func(value)
    logging.getLogger("clearway").setLevel(logging.CRITICAL)
    limits = [f"-timeout={SECONDS}", f"-rss_limit_mb={MEGABYTES}"]
    with tempfile.TemporaryDirectory() as folder:
        # To merge corpora libFuzzer calls itself, by way of a shell.
        myself = shlex.join([sys.executable, sys.argv[0], target])
        atheris.Setup([myself, *limits, *options], make_check(target, Path(folder)))
        atheris.Fuzz()


if __name__ == "__main__":
    main()
