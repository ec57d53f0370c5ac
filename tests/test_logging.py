"""Where warnings go, with and without logging set up: in processes of their own."""

import subprocess
import sys
from pathlib import Path

import pytest

ROBOT = '<robot name="r"><link name="base"/></robot>'
SRDF = """<robot name="r">
  <disable_collisions link1="base" link2="missing" reason="Never"/></robot>"""


def run(tmp_path: Path, setup: str) -> subprocess.CompletedProcess[str]:
    """Load an SRDF with a link that the robot lacks, after `setup`."""
    (tmp_path / "r.srdf").write_text(SRDF)
    program = f"""
import logging
import clearway as cw
{setup}
cw.load_checker({ROBOT!r}, srdf={str(tmp_path / "r.srdf")!r})
"""
    return subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )


def test_warnings_are_seen_where_no_logging_is_set_up(tmp_path: Path) -> None:
    result = run(tmp_path, "")
    assert result.stdout == ""
    assert "missing" in result.stderr
    assert len(result.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    "setup",
    [
        "logging.getLogger('clearway').addHandler(logging.NullHandler())",
        "logging.getLogger('clearway').setLevel(logging.ERROR)",
    ],
)
def test_an_application_may_silence_them(tmp_path: Path, setup: str) -> None:
    result = run(tmp_path, setup)
    assert (result.stdout, result.stderr) == ("", "")


def test_an_application_may_send_them_elsewhere(tmp_path: Path) -> None:
    log = tmp_path / "log"
    result = run(tmp_path, f"logging.basicConfig(filename={str(log)!r})")
    assert (result.stdout, result.stderr) == ("", "")
    assert log.read_text().startswith("WARNING:clearway:")
