"""Threads, leases, the GIL and fork, as a Python program meets them."""

from __future__ import annotations

import ctypes.util
import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

import clearway as cw
from test_planning import Array, TaxicabProvider, make_checker

TESTS = Path(__file__).parent


def test_many_threads_share_two_contexts() -> None:
    """64 threads, single calls and batches at once, each with its own answer."""
    checker = make_checker()

    def check(i: int) -> bool:
        q = np.array([0.0 if i % 2 else 1.2, 0.0])
        right = all(checker.CheckConfigCollisionFree(q) == bool(i % 2) for _ in range(50))
        batch = checker.CheckConfigsCollisionFree(np.tile(q, (50, 1)), parallelize=2)
        return right and bool((batch == bool(i % 2)).all())

    with ThreadPoolExecutor(64) as executor:
        assert all(executor.map(check, range(64)))


class PausingProvider(TaxicabProvider):
    """A provider that stops in the middle of an edge until it is told to go on."""

    def __init__(self) -> None:
        super().__init__()
        self.paused = threading.Event()
        self.go_on = threading.Event()
        self.armed = False

    def DoComputeConfigurationDistance(self, from_: Array, to: Array) -> float:
        """Return the distance, after the pause."""
        if self.armed:
            self.armed = False
            self.paused.set()
            assert self.go_on.wait(10)
        return super().DoComputeConfigurationDistance(from_, to)


def test_a_call_that_waits_for_a_context_lets_others_run() -> None:
    """The GIL is free while a single check waits for the only context."""
    provider = PausingProvider()
    checker = make_checker(
        distance_and_interpolation_provider=provider, implicit_context_parallelism=1
    )
    provider.armed = True
    with ThreadPoolExecutor(2) as executor:
        edge = executor.submit(checker.CheckEdgeCollisionFree, [0, 0], [0.5, 0])
        assert provider.paused.wait(10)
        single = executor.submit(checker.CheckConfigCollisionFree, [0, 0])
        time.sleep(0.05)
        assert not single.done()
        provider.go_on.set()
        assert single.result(10)
        assert edge.result(10)


def test_a_call_within_a_call_does_not_wait_for_itself() -> None:
    """With one context, a provider that asks its checker is told so."""
    checker = make_checker(implicit_context_parallelism=1)

    class Curious(TaxicabProvider):
        def DoComputeConfigurationDistance(self, from_: Array, to: Array) -> float:
            if (from_ != to).any():
                checker.CheckConfigCollisionFree(from_)
            return super().DoComputeConfigurationDistance(from_, to)

    checker.SetDistanceAndInterpolationProvider(Curious())
    with pytest.raises(RuntimeError, match="wait for itself"):
        checker.CheckEdgeCollisionFree([0, 0], [0.5, 0])
    assert checker.CheckConfigCollisionFree([0, 0])
    # With an explicit context the one of the pool is free.
    context = checker.MakeStandaloneModelContext()
    assert checker.CheckContextEdgeCollisionFree(context, [0, 0], [0.5, 0])
    # The cycle through the closure ends here.
    checker.SetDistanceAndInterpolationProvider(
        cw.LinearDistanceAndInterpolationProvider(checker.plant())
    )


def test_a_provider_may_check_an_edge() -> None:
    """An edge asked for within a provider's own method calls that method again."""
    checker = make_checker(implicit_context_parallelism=2)
    inner: list[tuple[bool, float]] = []

    class Detour(TaxicabProvider):
        def DoComputeConfigurationDistance(self, from_: Array, to: Array) -> float:
            if to[1] == 1:  # The outer edge asks for one that ends elsewhere.
                middle = np.array([to[0], 0.0])
                measure = checker.MeasureEdgeCollisionFree(from_, middle)
                inner.append((checker.CheckEdgeCollisionFree(from_, middle), measure.alpha()))
            return super().DoComputeConfigurationDistance(from_, to)

        def DoInterpolateBetweenConfigurations(
            self, from_: Array, to: Array, ratio: float
        ) -> Array:
            if to[1] == 1:
                checker.InterpolateBetweenConfigurations(from_, np.array([1.0, 0.0]), ratio)
            return super().DoInterpolateBetweenConfigurations(from_, to, ratio)

    checker.SetDistanceAndInterpolationProvider(Detour())
    assert checker.CheckEdgeCollisionFree([0, 0], [0.5, 1])
    assert set(inner) == {(True, 1.0)}
    checker.SetDistanceAndInterpolationProvider(
        cw.LinearDistanceAndInterpolationProvider(checker.plant())
    )


def test_a_provider_that_asks_for_the_same_edge_is_stopped() -> None:
    """It has no end, but the contexts have one."""
    checker = make_checker(implicit_context_parallelism=2)

    class Endless(TaxicabProvider):
        def DoComputeConfigurationDistance(self, from_: Array, to: Array) -> float:
            if (from_ != to).any():
                checker.CheckEdgeCollisionFree(from_, to)
            return super().DoComputeConfigurationDistance(from_, to)

    checker.SetDistanceAndInterpolationProvider(Endless())
    with pytest.raises(RuntimeError, match="wait for itself"):
        checker.CheckEdgeCollisionFree([0, 0], [0.5, 0])
    checker.SetDistanceAndInterpolationProvider(
        cw.LinearDistanceAndInterpolationProvider(checker.plant())
    )


def test_batches_let_other_threads_run() -> None:
    """A batch gives the GIL up: another thread counts on meanwhile."""
    checker = make_checker()
    configs = np.random.default_rng(1).uniform(-1, 1, (200_000, 2))
    running = threading.Event()
    running.set()
    counted = []

    def count() -> None:
        n = 0
        while running.is_set():
            n += 1
            time.sleep(0)
        counted.append(n)

    interval = sys.getswitchinterval()
    sys.setswitchinterval(10)  # Longer than the batch: only a release lets others in.
    try:
        thread = threading.Thread(target=count)
        thread.start()
        before = time.perf_counter()
        checker.CheckConfigsCollisionFree(configs, parallelize=False)
        elapsed = time.perf_counter() - before
        running.clear()
        thread.join()
    finally:
        sys.setswitchinterval(interval)
    assert elapsed < 10
    assert counted[0] > 100


def test_a_batch_can_be_interrupted() -> None:
    """Ctrl-C ends a batch long before its end, and the checker works on."""
    checker = make_checker()
    configs = np.broadcast_to(np.random.default_rng(1).uniform(-1, 1, (1000, 2)), (3000, 1000, 2))
    configs = configs.reshape(-1, 2)
    before = time.perf_counter()
    checker.CheckConfigsCollisionFree(configs[:100_000], parallelize=False)
    whole = 30 * (time.perf_counter() - before)
    edges = np.stack([configs, configs], axis=1)
    batches = (checker.CheckConfigsCollisionFree, checker.CheckEdgesCollisionFree)
    for batch, argument in zip(batches, (configs, edges), strict=True):
        timer = threading.Timer(0.1, signal.raise_signal, [signal.SIGINT])
        before = time.perf_counter()
        timer.start()
        with pytest.raises(KeyboardInterrupt):
            batch(argument, parallelize=False)
        assert time.perf_counter() - before < max(whole / 2, 0.5)
        timer.join()
    assert len(checker.CheckConfigsCollisionFree(configs[:10])) == 10


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
def test_a_fork_while_others_log_does_not_hang_the_child() -> None:
    """The child logs within five seconds, whoever held the sink when it was made."""
    script = textwrap.dedent(
        """
        import os, signal, threading
        from clearway import _core

        _core._clear_log_sink()
        running = True

        def log():
            while running:
                _core._log(10, "message")

        threads = [threading.Thread(target=log) for _ in range(4)]
        for thread in threads:
            thread.start()
        statuses = set()
        for _ in range(500):
            child = os.fork()
            if child == 0:
                signal.alarm(5)
                _core._log(10, "child")
                os._exit(0)
            statuses.add(os.waitpid(child, 0)[1])
            if statuses != {0}:
                break
        running = False
        for thread in threads:
            thread.join()
        assert statuses == {0}, statuses
        """
    )
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    subprocess.run([sys.executable, "-c", script], env=environment, check=True, timeout=60)


def find_openmp_runtimes() -> list[str]:
    """Return shared libraries of OpenMP runtimes that are on this machine."""
    found = [name for name in ("gomp", "omp", "iomp5") if ctypes.util.find_library(name)]
    libraries = [str(ctypes.util.find_library(name)) for name in found]
    for package in ("scikit_learn.libs", "scipy.libs", "torch/lib", "numpy.libs"):
        for folder in map(Path, sys.path):
            libraries += [str(p) for p in (folder / package).glob("lib*omp*.so*")]
    return libraries


FORK = """
    import ctypes, os, signal, sys
    for library in {libraries!r}:
        ctypes.CDLL(library, mode=ctypes.RTLD_GLOBAL)
    import numpy as np
    from test_planning import make_checker

    checker = make_checker(implicit_context_parallelism={num_contexts})
    configs = np.random.default_rng(0).uniform(-2, 2, (5000, 2))
    expected = checker.CheckConfigsCollisionFree(configs, parallelize=2)
    child = os.fork()
    if child == 0:
        signal.alarm(5)
        free = checker.CheckConfigsCollisionFree(configs, parallelize=2)
        same = bool((free == expected).all()) and checker.CheckConfigCollisionFree([0, 0])
        os._exit(0 if same else 1)
    _, status = os.waitpid(child, 0)
    assert os.waitstatus_to_exitcode(status) == 0, status
    free = checker.CheckConfigsCollisionFree(configs, parallelize=2)
    assert (free == expected).all()
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
@pytest.mark.parametrize("other_runtime", [False, True])
@pytest.mark.parametrize("num_contexts", [1, 2])
def test_batch_fork_batch(other_runtime: bool, num_contexts: int) -> None:
    """The child checks within five seconds, whatever OpenMP was loaded before."""
    libraries = find_openmp_runtimes() if other_runtime else []
    run_script(FORK.format(libraries=libraries, num_contexts=num_contexts))


FIRST_IMPORT_IN_CHILD = """
    import ctypes, os, signal, sys
    import numpy as np

    def use(library):
        # A region of two threads, in the interface that gcc compiles to.
        function = ctypes.CFUNCTYPE(None, ctypes.c_void_p)(lambda _: None)
        ctypes.CDLL(library).GOMP_parallel(function, None, 2, 0)

    for library in {used_before!r}:
        use(library)
    child = os.fork()
    if child == 0:
        signal.alarm(10)
        from test_planning import make_checker

        checker = make_checker(implicit_context_parallelism=2)
        configs = np.random.default_rng(0).uniform(-2, 2, (5000, 2))
        free = checker.CheckConfigsCollisionFree(configs, parallelize=2)
        assert (free == checker.CheckConfigsCollisionFree(configs, parallelize=False)).all()
        assert (len(os.listdir("/proc/self/task")) > 1) == {parallel}
        os._exit(0)
    _, status = os.waitpid(child, 0)
    assert os.waitstatus_to_exitcode(status) == 0, status
"""


def find_own_openmp_runtime() -> str:
    """Return the OpenMP runtime that the library itself uses."""
    script = "import clearway; print(open('/proc/self/maps').read())"
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    maps = subprocess.check_output([sys.executable, "-c", script], text=True, env=environment)
    paths = {line.split()[-1] for line in maps.splitlines() if "libgomp" in line}
    if len(paths) != 1:
        pytest.skip("the library uses no libgomp of its own")
    return paths.pop()


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_the_first_import_in_a_forked_child_finds_no_dead_threads() -> None:
    """The parent used the very runtime that the library uses: its threads are gone."""
    runtime = find_own_openmp_runtime()
    run_script(FIRST_IMPORT_IN_CHILD.format(used_before=[runtime], parallel=False))


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_the_first_import_in_a_forked_child_starts_threads(tmp_path: Path) -> None:
    """The parent used no OpenMP, or another runtime, which is nothing to the library."""
    runtime = find_own_openmp_runtime()
    run_script(FIRST_IMPORT_IN_CHILD.format(used_before=[], parallel=True))
    # A copy by another name, such as packages bundle.
    other = tmp_path / "libother.so"
    other.write_bytes(Path(runtime).read_bytes().replace(b"libgomp", b"libpmog"))
    run_script(FIRST_IMPORT_IN_CHILD.format(used_before=[str(other)], parallel=True))


def run_script(script: str) -> None:
    """Run a program in an interpreter of its own, on two threads."""
    environment = os.environ | {
        "PYTHONPATH": os.pathsep.join([str(TESTS), *sys.path]),
        "CLEARWAY_NUM_THREADS": "2",
    }
    command = [sys.executable, "-c", textwrap.dedent(script)]
    subprocess.run(command, check=True, timeout=60, env=environment)
