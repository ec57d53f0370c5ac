"""Memory does not grow with the number of checks."""

import resource
import sys
from pathlib import Path

import numpy as np
import pytest

from clearway import _demo


def _resident_bytes() -> int:
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize()


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc/self/statm")
def test_memory_does_not_grow_over_a_million_checks() -> None:
    checker = _demo.make_checker()
    Q = _demo.sample_configurations(checker, 20_000, seed=0)
    expected = checker.CheckConfigsCollisionFree(Q)
    for q in Q[:1000]:
        checker.CheckConfigCollisionFree(q)
    before = _resident_bytes()
    for _ in range(45):
        np.testing.assert_array_equal(checker.CheckConfigsCollisionFree(Q), expected)
    for _ in range(5):
        for q, free in zip(Q, expected, strict=True):
            assert checker.CheckConfigCollisionFree(q) == free
    # A leak of one byte a check would be a megabyte; an arena may still settle.
    assert _resident_bytes() - before < 1_000_000
