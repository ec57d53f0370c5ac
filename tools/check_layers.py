"""Includes go only downward: fail on any `#include` of a higher layer, or of a sibling.

Run from the repository's root: ``python tools/check_layers.py``.
"""

import re
import sys
from pathlib import Path

LAYERS = (
    "common",
    "math",
    "kernels",
    "geometry",
    "query",
    "contact",
    "multibody",
    "world",
    "engine",
    "planning",
    "managers",
)
SIBLINGS = {("managers", "planning")}
INCLUDE = re.compile(r'#include ["<]clearway/(\w+)/')


def find_upward_includes(root: Path) -> list[str]:
    """Return ``file:line: message`` for each include that breaks the order."""
    library = root / "cpp" / "clearway"
    errors = []
    for path in sorted(p for s in ("*.h", "*.cc", "*.inc") for p in library.rglob(s)):
        layer = path.relative_to(library).parts[0]
        if layer not in LAYERS:
            errors.append(f"{path}: '{layer}' is not a layer")
            continue
        for number, line in enumerate(path.read_text().splitlines(), 1):
            match = INCLUDE.match(line)
            if match is None:
                continue
            used = match.group(1)
            if (
                used not in LAYERS
                or LAYERS.index(used) > LAYERS.index(layer)
                or (layer, used) in SIBLINGS
            ):
                errors.append(f"{path}:{number}: {layer} may not include {used}")
    return errors


if __name__ == "__main__":
    problems = find_upward_includes(Path(__file__).parents[1])
    print("\n".join(problems) or "includes go downward")
    sys.exit(bool(problems))
