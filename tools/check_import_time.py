"""Fail if ``import clearway`` takes 0.3 s or more: the least of five fresh interpreters."""

import subprocess
import sys

LIMIT = 0.3
MEASURE = (
    "import time; start = time.perf_counter(); import clearway; print(time.perf_counter() - start)"
)


def main() -> int:
    """Print the time and return the exit status."""
    times = [
        float(
            subprocess.run([sys.executable, "-c", MEASURE], check=True, capture_output=True).stdout
        )
        for _ in range(5)
    ]
    print(f"import clearway: {min(times):.3f} s (limit {LIMIT} s)")
    return int(min(times) >= LIMIT)


if __name__ == "__main__":
    sys.exit(main())
