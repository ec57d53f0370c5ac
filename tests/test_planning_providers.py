"""Providers written in Python that return what they must not."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import clearway as cw
from test_planning import Array, make_checker


class WrongProvider(cw.DistanceAndInterpolationProvider):
    """Returns what it is told to."""

    def __init__(self, distance: Any, configuration: Any) -> None:
        super().__init__()
        self.distance = distance
        self.configuration = configuration

    def DoComputeConfigurationDistance(self, from_: Array, to: Array) -> Any:
        """Return anything."""
        return self.distance

    def DoInterpolateBetweenConfigurations(self, from_: Array, to: Array, ratio: float) -> Any:
        """Return anything."""
        return self.configuration


@pytest.mark.parametrize("distance", [None, "x", [1], np.zeros(1), 1j])
def test_a_distance_that_is_no_number_names_the_method(distance: Any) -> None:
    """Whose result is wrong is told: a method's, or a function's."""
    checker = make_checker()
    before = checker.distance_and_interpolation_provider()
    with pytest.raises(TypeError, match=r"^DoComputeConfigurationDistance must return a number"):
        checker.SetDistanceAndInterpolationProvider(WrongProvider(distance, [0, 0]))
    assert checker.distance_and_interpolation_provider() is before
    with pytest.raises(TypeError, match=r"^the configuration distance function must return"):
        make_checker(configuration_distance_function=lambda a, b: distance)


@pytest.mark.parametrize(
    "configuration", [None, "x", 1.0, [0, "x"], ["0", "0"], np.zeros(2, complex), np.zeros((1, 2))]
)
def test_an_interpolation_that_is_no_numbers_names_the_method(configuration: Any) -> None:
    """Neither digit strings nor complex numbers pass for a configuration."""
    dut = WrongProvider(0.0, configuration)
    with pytest.raises(TypeError, match=r"^DoInterpolateBetweenConfigurations must return numbers"):
        make_checker().SetDistanceAndInterpolationProvider(dut)
    checker = make_checker(configuration_distance_function=lambda a, b: 0.0)
    with pytest.raises(TypeError, match=r"^the configuration interpolation function must return"):
        checker.SetConfigurationInterpolationFunction(lambda a, b, r: configuration)


@pytest.mark.parametrize("distance", [np.nan, np.inf, -1.0])
def test_a_distance_that_cannot_be_is_a_value_error(distance: float) -> None:
    """When the provider is set, and later as well."""
    with pytest.raises(ValueError, match=r"distance must be finite and >= 0, got"):
        make_checker().SetDistanceAndInterpolationProvider(WrongProvider(distance, [0, 0]))
    checker, dut = make_checker(), WrongProvider(0.0, [0, 0])
    checker.SetDistanceAndInterpolationProvider(dut)
    dut.distance = distance
    with pytest.raises(ValueError, match=r"distance must be finite and >= 0, got"):
        checker.CheckEdgeCollisionFree([0, 0], [0.1, 0])
