"""The Python in README.md and docs/*.md runs, from the repository's root, as it stands."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


def python_of(page: Path) -> str:
    """Return the page's Python blocks, one after the other, at the lines that they have in it."""
    lines, inside = [], False
    for line in page.read_text(encoding="utf-8").splitlines():
        if line.startswith("```"):
            inside = line == "```python"
            lines.append("")
        else:
            lines.append(line if inside else "")
    return "\n".join(lines)


WITH_PYTHON = [page for page in PAGES if python_of(page).strip()]


def test_there_is_python_to_run() -> None:
    assert {page.name for page in WITH_PYTHON} >= {"README.md", "checking.md"}


@pytest.mark.parametrize("page", WITH_PYTHON, ids=lambda page: page.name)
def test_python_runs(page: Path) -> None:
    run = subprocess.run(
        [sys.executable, "-W", "error", "-c", python_of(page)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (run.returncode, run.stderr) == (0, "")
