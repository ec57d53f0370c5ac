"""The loop of ``clearway soak``."""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Sequence

from clearway._soak.batch import ROWS, check_batch, draw_batch

# Of each run, how many disagreements are printed.
_PRINTED = 100


def run(*, num_pairs: int, seed: int, families: Sequence[str]) -> int:
    """Check random pairs of shapes and print what was found.

    Parameters
    ----------
    num_pairs : int
        Pairs of posed shapes, >= 1.
    seed : int
        The same seed and families give the same pairs in the same order.
    families : sequence of str
        Names in `poses.FAMILIES`, which take turns.

    Returns
    -------
    int
        The exit status: 1 if any answer was wrong.
    """
    from tqdm import tqdm

    print(f"seed {seed}, {num_pairs:,} pairs: {', '.join(families)}", flush=True)
    started = time.perf_counter()
    checked: Counter[str] = Counter()
    wrong: Counter[str] = Counter()
    printed = 0
    with tqdm(total=num_pairs, unit=" pairs", leave=False, disable=None) as bar:
        number = 0
        while (left := num_pairs - sum(checked.values())) > 0:
            family = families[number % len(families)]
            rows = min(ROWS, left)
            batch, scene = draw_batch(family, seed, number, rows)
            for disagreement in check_batch(batch, scene):
                wrong[family] += 1
                if printed < _PRINTED:
                    printed += 1
                    tqdm.write(f"{family}: {disagreement}", file=sys.stdout)
                    sys.stdout.flush()
            checked[family] += rows
            bar.update(rows)
            number += 1
    seconds = time.perf_counter() - started
    for family in families:
        print(f"{family:>12}: {checked[family]:>12,} pairs, {wrong[family]:,} disagreements")
    print(
        f"{'all':>12}: {num_pairs:>12,} pairs, {sum(wrong.values()):,} disagreements"
        f" in {seconds:.0f} s (seed {seed})"
    )
    return 1 if wrong else 0
