"""Write the committed stub of the compiled core, or check that it is current.

``python tools/update_stub.py`` writes ``python/clearway/_core.pyi`` from the installed module;
with ``--check`` it only compares, prints the difference, and fails if there is one.
"""

import argparse
import difflib
import subprocess
import sys
import tempfile
from pathlib import Path

STUB = Path(__file__).parents[1] / "python" / "clearway" / "_core.pyi"


def generate_stub() -> str:
    """Return the stub text for the installed ``clearway._core``."""
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
        return (Path(folder) / "clearway" / "_core.pyi").read_text()


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
