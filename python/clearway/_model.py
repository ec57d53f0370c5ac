"""The builder of robot diagrams."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clearway._core import MultibodyPlant, RobotDiagram, SceneGraph

if TYPE_CHECKING:
    from clearway._parser import Parser


class RobotDiagramBuilder:
    """Builds a `RobotDiagram`: a plant is filled, by a parser or by hand, then built.

    Parameters
    ----------
    time_step : float, optional
        Of no effect, since nothing is simulated: kept so that Drake's scripts run.

    Raises
    ------
    RuntimeError
        By every method once `Build` was called, `IsDiagramBuilt` excepted.
    """

    def __init__(self, time_step: float = 0.001) -> None:
        self._plant: MultibodyPlant | None = MultibodyPlant(time_step=time_step)
        self._scene_graph = SceneGraph(self._plant)
        self._parser: Parser | None = None

    def __repr__(self) -> str:
        return f"<RobotDiagramBuilder {'built' if self._plant is None else repr(self._plant)}>"

    def plant(self) -> MultibodyPlant:
        """Return the plant being built."""
        if self._plant is None:
            raise RuntimeError("the diagram is built: use its plant() and scene_graph()")
        return self._plant

    def scene_graph(self) -> SceneGraph:
        """Return the collision geometry of the plant being built."""
        self.plant()
        return self._scene_graph

    def parser(self) -> Parser:
        """Return the parser that adds models to the plant being built."""
        plant = self.plant()
        if self._parser is None:
            from clearway._parser import Parser

            self._parser = Parser(plant)
        return self._parser

    def IsDiagramBuilt(self) -> bool:
        """Whether `Build` was called."""
        return self._plant is None

    def Build(self) -> RobotDiagram:
        """Finalize the plant, unless it is, and return the diagram made of it.

        Raises
        ------
        KeyError, ValueError
            As `MultibodyPlant.Finalize`; the builder then still works.
        """
        plant = self.plant()
        if not plant.is_finalized():
            plant.Finalize()
        diagram = RobotDiagram(plant)
        self._plant = None
        self._parser = None
        return diagram
