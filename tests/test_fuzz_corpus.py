"""What fuzzing found, read in every run: an input is read or refused, in time, and by name."""

from __future__ import annotations

import importlib.util
import logging
import os
import time
import warnings
from pathlib import Path
from types import ModuleType

import pytest

import clearway as cw

TOP = Path(__file__).parents[1]


def load_targets() -> ModuleType:
    """Import tools/fuzz/targets.py, which is in no package."""
    path = TOP / "tools" / "fuzz" / "targets.py"
    spec = importlib.util.spec_from_file_location("fuzz_targets", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


targets = load_targets()


@pytest.mark.parametrize("target", targets.SUFFIXES)
def test_corpus(target: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if target == "mjcf":
        pytest.importorskip("mujoco", reason="the extra 'mjcf' is not installed")
    monkeypatch.setattr("logging.lastResort", None)  # Which the check sets.
    check = targets.make_check(target, tmp_path)
    inputs = sorted((targets.CORPUS / target).iterdir())
    assert inputs
    for path in inputs:
        start = time.perf_counter()
        try:
            check(path.read_bytes())
        except Exception as error:
            raise AssertionError(f"{path.relative_to(TOP)}: {error}") from error
        assert time.perf_counter() - start < targets.SECONDS, path


def test_corpus_is_small() -> None:
    files = [path for path in targets.CORPUS.rglob("*") if path.is_file()]
    assert sum(path.stat().st_size for path in files) < 300_000
    assert {path.parent.name for path in files} == set(targets.SUFFIXES)


class Misbehaving(cw.Parser):
    """Does what the text of its file says."""

    def AddModels(self, source: str | os.PathLike[str]) -> list[cw.ModelInstanceIndex]:
        text = Path(source).read_text()
        if text == "unnamed":
            raise ValueError("it is wrong")
        if text == "warning":
            warnings.warn("look out", stacklevel=1)
        if text == "log":
            logging.getLogger("no_handlers").error("look out")
        if text == "crash":
            raise IndexError("out of range")
        return super().AddModels(source)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("unnamed", "does not name the file: it is wrong"),
        ("warning", "a warning: look out"),
        ("log", "it says on stderr: look out"),
        ("crash", "out of range"),
    ],
)
def test_the_check_sees_what_must_not_be(
    text: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("logging.lastResort", None)
    monkeypatch.setattr(logging.getLogger("no_handlers"), "propagate", False)
    monkeypatch.setattr(targets.cw, "Parser", Misbehaving)
    check = targets.make_check("urdf", tmp_path)
    with pytest.raises((AssertionError, IndexError), match=message):
        check(text.encode())
    check(b"<robot name='r'><link name='a'/></robot>")
    check(b"no robot")  # Is refused by name.
