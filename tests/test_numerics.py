"""Every promise of docs/numerics.md, and the test that holds it to that.

CLAIMS names them: a fragment of the page, and tests as `file::name`. What no other file
tests is tested below.
"""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

import clearway as cw
from oracle import Floats
from oracle.poses import pose, random_rotation

ROOT = Path(__file__).parent.parent
_PROPERTIES = "tests/test_query_properties.py::"
_QUERY = "cpp/tests/query/"
_GEOMETRY = "cpp/tests/geometry/"
CLAIMS: dict[str, list[str]] = {
    # Exact
    "A verdict equals that of the double-precision reference": [
        "tests/test_checker_against_reference.py::test_verdicts_near_contact",
        "tests/test_checker_against_reference.py::test_verdicts_of_many_configurations",
        "cpp/tests/engine/collision_queries_test.cc::AgreeWithAllPairs",
    ],
    "Culls, bounds and warm starts decide only where they clear the padding": [
        _QUERY + "portal_test.cc::NeverContradictsTheDistance",
        _QUERY + "box_test.cc::NeverContradictsTheDistance",
        _QUERY + "mesh_test.cc::VerdictsAreThoseOfTheDistance",
        _QUERY + "mesh_adversarial_test.cc::VerdictsAreThoseOfTheTriangles",
    ],
    "do not depend on threads, history or argument order": [
        "cpp/tests/engine/collision_queries_test.cc::AgreeWithAllPairs",
        _QUERY + "dispatch_test.cc::DoesNotDependOnTheWarmStart",
        _QUERY + "signed_distance_test.cc::SwappingTheArgumentsMirrorsEveryBit",
    ],
    # Pair queries
    "| closed forms | 1e-12 |": [
        _QUERY + "sphere_test.cc::IsCertified",
        _QUERY + "capsule_test.cc::IsCertified",
        _QUERY + "box_test.cc::IsCertified",
        _QUERY + "half_space_test.cc::IsCertified",
    ],
    "or else all face normals and pairs of edges | 1e-12 |": [
        _QUERY + "polytope_depth_test.cc::MatchesAllTriplesOfDifferences",
        _PROPERTIES + "agrees_with_the_oracle",
    ],
    "1e-9 apart, and overlapping where the two sides meet": [
        _PROPERTIES + "agrees_with_the_oracle",
        "tests/test_against_oracle.py::test_degenerate_and_extreme_shapes",
    ],
    "each element by the above | as its elements": [
        _PROPERTIES + "agrees_with_the_oracle",
        _QUERY + "element_sets_test.cc::AgreeWithAllTheirElements",
    ],
    "which only leave out what is further off by more than their rounding": [
        _GEOMETRY + "wide_bounds_test.cc::SquaredBoundsAreBelowTheDistance",
        _QUERY + "mesh_adversarial_test.cc::SoupsOfAllScalesAreAsFarAsAllPairs",
    ],
    "a mesh that is its own hull is that hull": [
        _QUERY + "mesh_depth_test.cc::OfConvexSolidsIsTheirConvexDepth",
        _PROPERTIES + "follows_the_normal",
    ],
    "Ties break the same way each time": [
        _QUERY + "box_test.cc::CommonCentreTakesTheThinnestAxis",
        _QUERY + "element_sets_test.cc::AnswersDoNotDependOnTheTree",
    ],
    "for polytopes the two meet to 1e-14": [
        _QUERY + "gjk_refinement_test.cc::PolytopesAgainstAllPairsOfFeatures",
        _QUERY + "gjk_refinement_test.cc::ReplacesASliver",
    ],
    "off sideways by the square root of that": [
        _QUERY + "gjk_refinement_test.cc::CurvedShapesProveTheirDistance",
        _PROPERTIES + "witnesses_are_on_the_surfaces",
    ],
    "but not proven to be the shortest": [
        _QUERY + "curved_depth_test.cc::NearTies",
        _QUERY + "curved_depth_test.cc::SpecksInAlmostABall",
    ],
    "may hang on the rounding of a pose": [_PROPERTIES + "moves_with_the_world"],
    # Meshes
    "Exactly equal positions are welded": [
        _GEOMETRY + "triangle_mesh_test.cc::JoinsEqualPositionsAndKeepsTriangles"
    ],
    "A mesh is watertight if every directed edge is matched": [
        _GEOMETRY + "triangle_mesh_test.cc::BoxIsAndAnOpenedOneIsNot",
        _GEOMETRY + "triangle_mesh_test.cc::OneTriangleWoundAgainstTheOthersIsALeak",
    ],
    "all triangles are flipped": [
        _GEOMETRY + "solid_mesh_test.cc::InwardWindingIsTurned",
        _QUERY + "mesh_test.cc::InvertedMeshIsTheSameSolid",
    ],
    "a generalised winding number of at least 1/2": [
        _GEOMETRY + "solid_mesh_test.cc::ContainsWhatTheWindingNumberSays",
        _PROPERTIES + "shared_points_collide",
    ],
    "An open one is a surface": [
        _GEOMETRY + "solid_mesh_test.cc::OpenMeshIsASurfaceUnlessAskedToBeSolid",
        "tests/test_parser.py::'shell' is open",
    ],
    "bounds how deep any point of the surface lies below the hull": [
        _GEOMETRY + "solid_mesh_test.cc::DeviationBoundsTheSurfaceAndProvesTheInside",
        _GEOMETRY + "solid_mesh_test.cc::DeviationSeesTrianglesThatSagBetweenVertices",
    ],
    "is the solid's inner volume": [
        _GEOMETRY + "solid_mesh_test.cc::InnerHullLiesInTheSolid",
        _QUERY + "mesh_adversarial_test.cc::NoPointOfAnInnerVolumeIsOutsideTheSolid",
    ],
    # Depth of a mesh overlap
    "It is 0 at contact, changes by no more than a shape is moved, and does not shrink": [
        _QUERY + "mesh_depth_test.cc::IsContinuousAtContact",
        _QUERY + "mesh_depth_test.cc::PointsOnTheSurfaceTouch",
        _QUERY + "mesh_depth_test.cc::GrowsWithTheShapes",
    ],
    "a body wholly inside a solid has to come out": [
        _QUERY + "mesh_depth_test.cc::BallWhollyInsideASolid"
    ],
    "is a translation t that does separate the shapes, to 1e-10 of the pair's scale": [
        _QUERY + "mesh_depth_test.cc::SmallShapesAreResolvedAsFinelyAsLargeOnes",
        _QUERY + "mesh_depth_test.cc::FlushBarsAreClearedAlongThemselves",
        _QUERY + "mesh_depth_test.cc::NoRandomTranslationIsMuchShorter",
        _PROPERTIES + "agrees_with_the_oracle",
    ],
    "three had a shorter way out, by 3 to 5 %": [
        _QUERY + "mesh_depth_test.cc::NoRandomTranslationIsMuchShorter"
    ],
    # Sets
    "distance(S, B) = min over elements E of S of distance(E, B)": [
        _PROPERTIES + "agrees_with_the_oracle"
    ],
    "|distance| is at most the length of the shortest translation": [
        _PROPERTIES + "no_shorter_way"
    ],
    "and grows when elements are added": [
        _PROPERTIES + "grows_nearer",
        "tests/test_sets.py::test_sets_grow_nearer",
    ],
    "Ties go to the lowest key": [_QUERY + "element_sets_test.cc::AnswersDoNotDependOnTheTree"],
    "A set without elements is at +inf from everything": [
        "tests/test_sets.py::test_nothing_is_near_an_empty_set"
    ],
    "the boxes of the tree are single precision, rounded outward": [
        _GEOMETRY + "point_cloud_test.cc::BoundsAreTight",
        _QUERY + "element_sets_test.cc::AgreeWithAllTheirElements",
    ],
    "must be given where there are any": ["tests/test_sets.py::test_mistakes_are_named"],
    "which makes of it six half spaces": [
        _QUERY + "element_sets_test.cc::SolidOutside",
        _PROPERTIES + "agrees_with_the_oracle",
    ],
    "elements are its largest blocks of solid cells": [
        _GEOMETRY + "voxel_grid_test.cc::WholeBlocksAreOneElement",
        _PROPERTIES + "agrees_with_the_oracle",
    ],
    "until they are multiplied by the resolution once": [
        "tests/test_numerics.py::test_cells_are_multiples_of_the_resolution"
    ],
    "A grid has at most 524288 cells along an axis": [
        "tests/test_numerics.py::test_the_longest_grid"
    ],
    "split along the diagonal from the least x and y to the greatest": [
        _GEOMETRY + "height_field_test.cc::SplitsCellsFromTheLeastCornerToTheGreatest"
    ],
    "by default as far below the lowest height as the field is wide": [
        "tests/test_numerics.py::test_the_default_bottom_of_a_field"
    ],
    # Poses
    "A rotation that is orthonormal to 1e-14 is taken as it is": [
        "tests/test_numerics.py::test_rotations_are_kept_mended_or_refused"
    ],
    "refused if its norm is off 1 by more than 1e-3": [
        "tests/test_numerics.py::test_the_norm_of_a_quaternion"
    ],
}


def plain(text: str) -> str:
    return re.sub(r"\s+", " ", text)


@pytest.mark.parametrize("claim", CLAIMS)
def test_the_page_says_so_and_there_is_the_test(claim: str) -> None:
    assert plain(claim) in plain((ROOT / "docs" / "numerics.md").read_text(encoding="utf-8"))
    for reference in CLAIMS[claim]:
        file, _, name = reference.partition("::")
        assert name in (ROOT / file).read_text(encoding="utf-8"), reference


def test_rotations_are_kept_mended_or_refused() -> None:
    """The nearest rotation is U V^T of the singular value decomposition U S V^T."""
    rng = np.random.default_rng(1)
    for _ in range(50):
        R = random_rotation(rng)
        noise = rng.normal(size=(3, 3))
        noise /= np.linalg.norm(noise @ R.T + R @ noise.T)  # What it is off orthonormal.
        kept = R + 1e-15 * noise
        np.testing.assert_array_equal(cw.RotationMatrix(kept).matrix(), kept)
        off = R + 5e-6 * noise
        U, _, V_T = np.linalg.svd(off)
        np.testing.assert_allclose(cw.RotationMatrix(off).matrix(), U @ V_T, rtol=0, atol=1e-14)
        with pytest.raises(ValueError, match="orthonormal"):
            cw.RotationMatrix(R + 3e-5 * noise)


@pytest.mark.parametrize("norm", [1 - 0.9e-3, 1 + 0.9e-3])
def test_the_norm_of_a_quaternion(norm: float) -> None:
    q = np.array([0.5, -0.5, 0.5, 0.5])
    np.testing.assert_allclose(
        cw.RotationMatrix.FromQuaternion(norm * q).matrix(),
        cw.RotationMatrix.FromQuaternion(q).matrix(),
        rtol=0,
        atol=1e-15,
    )
    with pytest.raises(ValueError, match="norm"):
        cw.RotationMatrix.FromQuaternion((1 + 1.2 * (norm - 1) / 0.9) * q)


def test_cells_are_multiples_of_the_resolution() -> None:
    """The faces of a far cell are where one product is, to the bit."""
    for k in (3, 7, 262_143, 123_457):
        centre = (k + 0.5) * 0.1
        grid = cw.VoxelGrid.FromPoints([[centre, 0.05, 0.05]], 0.1)
        for face, sign in ((k * 0.1, -1.0), ((k + 1) * 0.1, 1.0)):
            X: Floats = pose(None, (face + sign, 0.05, 0.05))
            dut = cw.ComputeSignedDistance(cw.Sphere(0), X, grid, np.eye(4))
            assert dut.distance == pytest.approx(1.0, rel=0, abs=1e-15 * face + 1e-15)


def test_the_longest_grid() -> None:
    assert cw.VoxelGrid.MakeFree((524_288, 1, 1), 0.1).shape() == (524_288, 1, 1)
    with pytest.raises(ValueError, match="524288"):
        cw.VoxelGrid.MakeFree((524_289, 1, 1), 0.1)


def test_the_default_bottom_of_a_field() -> None:
    assert cw.HeightField([[1.0, 2.0], [3.0, 0.5]], [3, 4]).bottom() == 0.5 - 4
