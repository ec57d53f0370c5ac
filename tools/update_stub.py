"""Write the committed stub of the compiled core, or check that it is current.

``python tools/update_stub.py`` writes ``python/clearway/_core.pyi`` from the module that
``import clearway`` finds, installed or on ``PYTHONPATH``; with ``--check`` it only compares,
prints the difference, and fails if there is one.
"""

import argparse
import difflib
import enum
import importlib
import re
import subprocess
import sys
import tempfile
from pathlib import Path

STUB = Path(__file__).parents[1] / "python" / "clearway" / "_core.pyi"


def generate_stub() -> str:
    """Return the stub text for ``clearway._core``."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(
            [
                sys.executable,
                "-m",
                "pybind11_stubgen",
                "clearway._core",
                "--exit-code",
                "--numpy-array-wrap-with-annotated",
                "-o",
                folder,
            ],
            check=True,
        )
        return tidy((Path(folder) / "clearway" / "_core.pyi").read_text())


def tidy(stub: str) -> str:
    """Return the stub with the members of enums as type checkers want them.

    pybind11-stubgen writes them as class variables and adds an untyped ``__new__``; the typing
    specification asks for ``name = value`` and nothing else.
    """
    # A method of every object, which is only overridden.
    stub = re.sub(r"    def __reduce_ex__\(.*\n        \.\.\.\n", "", stub)
    stub = re.sub(r"    @classmethod\n    def __new__\(cls, value\):\n        \.\.\.\n", "", stub)
    for name, kind in vars(importlib.import_module("clearway._core")).items():
        if isinstance(kind, type) and issubclass(kind, enum.Enum):
            for member in kind:
                stub = stub.replace(
                    f"    {member.name}: typing.ClassVar[{name}]\n",
                    f"    {member.name} = {member.value}\n",
                )
    return stub


def main() -> int:
    """Write or check the stub; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true")
    arguments = parser.parse_args()
    current, generated = STUB.read_text() if STUB.exists() else "", generate_stub()
    if arguments.check:
        difference = difflib.unified_diff(
            current.splitlines(), generated.splitlines(), "committed", "generated", lineterm=""
        )
        print("\n".join(difference) or "the stub is current")
        return int(current != generated)
    STUB.write_text(generated)
    return 0


if __name__ == "__main__":
    sys.exit(main())
