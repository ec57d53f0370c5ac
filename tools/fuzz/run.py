"""Fuzz every reader of files for a while.

``python tools/fuzz/run.py --seconds 60`` (``pip install '.[test]' -r tools/fuzz/requirements.txt``)
divides the time among the targets and returns 1 if one failed; what it failed at is then
build/fuzz/failed-TARGET-*. ``--keep`` adds to tools/fuzz/corpus what covers code that the corpus
does not, at most `MAX_BYTES` each: inputs found are kept by committing them.
tests/test_fuzz_corpus.py reads the corpus in every run of the tests.
"""

from __future__ import annotations

import argparse
import subprocess
import sys

from targets import CORPUS, FOLDER, SUFFIXES

TOP = FOLDER.parents[1]
FOUND = TOP / "build" / "fuzz"
# Inputs of other tests, to begin with.
SEEDS = {
    "urdf": "tests/cases/files/urdf",
    "srdf": "tests/cases/files/srdf",
    "mjcf": "tests/cases/files/mjcf",
    "octomap": "tests/maps",
}

MAX_BYTES = 4096


def main() -> int:
    """Carry out the command line and return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60, help="in all, divided by the targets")
    parser.add_argument("--seed", type=int, default=1, help="of the mutations; 0: another each run")
    parser.add_argument("--keep", action="store_true", help="add what was found to the corpus")
    parser.add_argument("targets", nargs="*", default=list(SUFFIXES), metavar="TARGET")
    arguments = parser.parse_args()
    seconds = max(1, round(arguments.seconds / len(arguments.targets)))
    failed = []
    for target in arguments.targets:
        print(f"fuzzing {target} for {seconds} s, seed {arguments.seed}", flush=True)
        if not _fuzz(target, seconds, arguments.seed):
            failed.append(target)
        elif arguments.keep:
            _keep(target)
    print(f"failed: {', '.join(failed)}" if failed else "nothing failed")
    return int(bool(failed))


def _fuzz(target: str, seconds: int, seed: int) -> bool:
    """Fuzz a target; whether nothing failed."""
    found = FOUND / target
    found.mkdir(parents=True, exist_ok=True)
    options = [
        f"-max_total_time={seconds}",
        f"-seed={seed}",
        f"-artifact_prefix={FOUND}/failed-{target}-",
        "-print_final_stats=1",
        "-verbosity=0",
    ]
    dictionary = FOLDER / f"{target}.dict"
    if dictionary.exists():
        options.append(f"-dict={dictionary}")
    seeds = [str(TOP / SEEDS[target])] if target in SEEDS else []
    # libFuzzer adds what it finds to the first folder.
    return _run(target, *options, str(found), str(CORPUS / target), *seeds)


def _keep(target: str) -> None:
    """Add to the corpus the inputs found that reach code that it does not, however often."""
    _run(target, "-merge=1", "-use_counters=0", str(CORPUS / target), str(FOUND / target))


def _run(target: str, *options: str) -> bool:
    script = str(FOLDER / "fuzz_loaders.py")
    command = [sys.executable, script, target, f"-max_len={MAX_BYTES}", *options]
    return subprocess.run(command, check=False).returncode == 0


if __name__ == "__main__":
    sys.exit(main())
