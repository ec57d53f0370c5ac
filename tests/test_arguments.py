"""How arguments cross from Python: arrays of numbers, thread counts, and threads at exit."""

import pickle
import subprocess
import sys
import textwrap
from collections.abc import Callable
from typing import Any, cast

import numpy as np
import pytest

import clearway as cw


@pytest.fixture(scope="module")
def checker() -> cw.SceneGraphCollisionChecker:
    robot = """
    <robot name="r">
      <link name="base"/>
      <link name="tip"><collision><geometry><sphere radius="0.1"/></geometry></collision></link>
      <joint name="j" type="prismatic"><parent link="base"/><child link="tip"/><axis xyz="1 0 0"/>
        <limit lower="-2" upper="2"/></joint>
    </robot>"""
    obstacles = {"box": (cw.Box(1, 1, 1), np.eye(4))}
    return cw.load_checker(robot, obstacles=obstacles)


@pytest.mark.parametrize("q", [[1], np.array([1]), np.array([1.0], dtype=np.float32), (1.0,)])
def test_any_real_numbers_are_a_configuration(
    checker: cw.SceneGraphCollisionChecker, q: Any
) -> None:
    assert checker.CheckConfigCollisionFree(q)
    assert checker.CheckConfigsCollisionFree([q]).tolist() == [True]


@pytest.mark.parametrize(
    "q",
    [
        np.array([1 + 2j]),
        np.array(["1"]),
        np.array([0], dtype="datetime64[s]"),
        "1",
    ],
    ids=repr,
)
def test_what_is_no_real_number_is_a_type_error(
    checker: cw.SceneGraphCollisionChecker, q: Any
) -> None:
    with pytest.raises(TypeError):
        checker.CheckConfigCollisionFree(q)
    with pytest.raises(TypeError):
        checker.CheckConfigsCollisionFree([q])
    assert checker.CheckConfigCollisionFree([1])


def test_a_row_in_place_of_a_vector_is_refused_with_its_shape(
    checker: cw.SceneGraphCollisionChecker,
) -> None:
    with pytest.raises(ValueError, match=r"must be 1-D, got shape \(1, 2\)"):
        checker.CheckConfigCollisionFree(np.zeros((1, 2)))


def test_numpy_integers_count_threads(checker: cw.SceneGraphCollisionChecker) -> None:
    configs = [[0], [1]]
    counts: list[Any] = [np.int64(1), np.uint8(2)]
    for parallelize in counts:
        free = checker.CheckConfigsCollisionFree(configs, parallelize=parallelize)
        assert free.tolist() == [False, True]


@pytest.mark.parametrize("parallelize", [0, -1, 2**31, 2**70])
def test_impossible_thread_counts_are_value_errors(
    checker: cw.SceneGraphCollisionChecker, parallelize: int
) -> None:
    with pytest.raises(ValueError, match=f"num_threads .*{parallelize}"):
        checker.CheckConfigsCollisionFree([[0]], parallelize=parallelize)


INDICES = [cw.BodyIndex, cw.FrameIndex, cw.JointIndex, cw.ModelInstanceIndex, cw.GeometryId]


@pytest.mark.parametrize("wrong", [*(kind(1) for kind in INDICES), True, 1.0, "1"], ids=repr)
def test_an_index_or_a_bool_is_no_count(checker: cw.SceneGraphCollisionChecker, wrong: Any) -> None:
    calls: list[Callable[[], object]] = [
        lambda: checker.CheckConfigCollisionFree([1], context_number=wrong),
        lambda: checker.CheckEdgeCollisionFree([1], [1], wrong),
        lambda: checker.model_context(wrong),
        lambda: checker.UpdatePositions([1], wrong),
        lambda: checker.MaxNumDistances(wrong),
        lambda: cw.Parallelism(num_threads=wrong),
        lambda: cw.RobotClearance(wrong) and None,
    ]
    for call in calls:
        with pytest.raises(TypeError):
            call()
    for kind in INDICES:
        if type(wrong) is kind:
            assert kind(wrong) == wrong
            continue
        with pytest.raises(TypeError):
            kind(wrong)
        with pytest.raises(TypeError):
            assert kind(0) < wrong


def test_a_context_number_out_of_range_is_an_index_error(
    checker: cw.SceneGraphCollisionChecker,
) -> None:
    for number in (-1, 10_000, 2**31, 2**70, -(2**70)):
        with pytest.raises(IndexError, match="context_number"):
            checker.CheckConfigCollisionFree([1], context_number=number)
    assert checker.CheckConfigCollisionFree([1], context_number=cast(int, np.uint8(0)))


def test_a_number_of_threads_is_no_bool() -> None:
    three: Any = 3
    with pytest.raises(TypeError):
        cw.Parallelism(three)
    numpy_false: Any = np.bool_(False)
    assert cw.Parallelism(numpy_false).num_threads() == 1


@pytest.mark.parametrize("protocol", [0, 1, 2, 5])
def test_what_cannot_be_pickled_is_a_type_error(
    checker: cw.SceneGraphCollisionChecker, protocol: int
) -> None:
    class Provider(cw.DistanceAndInterpolationProvider):
        pass

    for thing in (checker, checker.plant(), cw.BodyIndex(1), Provider()):
        with pytest.raises(TypeError, match="cannot pickle"):
            pickle.dumps(thing, protocol=protocol)
    assert repr(pickle.loads(pickle.dumps(cw.Sphere(2), protocol))) == "Sphere(radius=2)"


def test_daemon_thread_in_a_batch_does_not_abort_the_exit() -> None:
    program = textwrap.dedent(
        """
        import threading, time
        import numpy as np
        from clearway import _demo

        checker = _demo.make_checker()
        Q = _demo.sample_configurations(checker, 200, seed=0)

        def work():
            while True:
                checker.CheckConfigsCollisionFree(Q)
                checker.CheckEdgesCollisionFree(np.stack([Q[:9], Q[1:10]], axis=1))

        threading.Thread(target=work, daemon=True).start()
        time.sleep(0.2)
        """
    )
    for _ in range(5):
        run = subprocess.run(
            [sys.executable, "-c", program], capture_output=True, text=True, check=False
        )
        assert (run.returncode, run.stderr) == (0, "")


# By name: what takes an array, and one that it takes.
ARRAY_ARGUMENTS: dict[str, tuple[Callable[[cw.SceneGraphCollisionChecker, Any], object], Any]] = {
    "translation": (lambda _, a: cw.RigidTransform(a), np.zeros(3)),
    "pose": (lambda _, a: cw.RigidTransform(a), np.eye(4)),
    "rotation": (lambda _, a: cw.RotationMatrix(a), np.eye(3)),
    "rotation and translation": (
        lambda _, a: cw.RigidTransform(cw.RotationMatrix(), a),
        np.zeros(3),
    ),
    "angles and translation": (
        lambda _, a: cw.RigidTransform(cw.RollPitchYaw(0, 0, 0), a),
        np.zeros(3),
    ),
    "angles": (lambda _, a: cw.RollPitchYaw(a), np.zeros(3)),
    "quaternion": (lambda _, a: cw.RotationMatrix.FromQuaternion(a), np.array([1, 0, 0, 0])),
    "z axis": (lambda _, a: cw.RotationMatrix.FromZAxis(a), np.ones(3)),
    "pose of a query": (
        lambda _, a: cw.HasCollision(cw.Sphere(1), a, cw.Sphere(1), np.eye(4)),
        np.eye(4),
    ),
    "stack of poses": (
        lambda _, a: cw.HasCollisions(cw.Sphere(1), a, cw.Sphere(1), np.eye(4)),
        np.stack([np.eye(4)] * 2),
    ),
    "axis of a joint": (lambda checker, a: describe_joint(checker, axis=a), np.ones(3)),
    "limits of a joint": (lambda checker, a: describe_joint(checker, lower_limits=a), np.zeros(1)),
    "point": (lambda checker, a: checker.plant().CalcPointJacobian([1], 2, a), np.zeros(3)),
    "padding matrix": (
        lambda checker, a: checker.Clone().SetPaddingMatrix(a),
        np.zeros((4, 4)),
    ),
    "filter matrix": (
        lambda checker, a: checker.Clone().SetCollisionFilterMatrix(a),
        np.array([[-1, 1, 0, -1], [1, -1, 0, 1], [0, 0, -1, 0], [-1, 1, 0, -1]]),
    ),
}


def describe_joint(checker: cw.SceneGraphCollisionChecker, **options: Any) -> cw.JointDescription:
    world = checker.plant().world_body()
    return cw.JointDescription("j", "revolute", world, checker.plant().get_body(1), **options)


@pytest.mark.parametrize(("take", "good"), ARRAY_ARGUMENTS.values(), ids=ARRAY_ARGUMENTS)
def test_arrays_hold_real_numbers_everywhere(
    checker: cw.SceneGraphCollisionChecker, take: Callable[..., object], good: Any
) -> None:
    take(checker, good)
    take(checker, good.astype(np.float32))
    take(checker, good.tolist())
    strange = (good + 0j, good.astype(str), good.astype(str).tolist(), good.astype("M8[s]"))
    for bad in strange:
        with pytest.raises(TypeError):
            take(checker, bad)
