#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <pybind11/stl.h>

#include "bindings.h"
#include "clearway/common/check.h"
#include "clearway/geometry/voxel_grid.h"
#include "geometry_bindings.h"
#include "release_gil.h"
#include "set_args.h"

namespace clearway::python {
namespace {

/* The states of cells: booleans, or integers of any width. */
struct StatesArg {
  py::array_t<std::int8_t, py::array::c_style> array;
};
/* A path: str or os.PathLike. */
struct PathArg {
  std::string path;
};

}  // namespace
}  // namespace clearway::python

namespace pybind11::detail {

template <>
struct type_caster<clearway::python::StatesArg> {
  PYBIND11_TYPE_CASTER(clearway::python::StatesArg,
                       const_name("numpy.typing.ArrayLike"));

  bool load(handle source, bool) {
    if (source.is_none() || isinstance<str>(source)) return false;
    const array any = clearway::python::ToRealArray(source);
    const char kind = any.dtype().kind();
    if (any.size() > 0 && kind != 'b' && kind != 'i' && kind != 'u') {
      return false;
    }
    if (any.size() > 0 && kind != 'b') {
      // A wide integer must not wrap to a state.
      const auto least = any.attr("min")().cast<long long>();
      const auto greatest = any.attr("max")();
      if (least < -1 || greatest.attr("__gt__")(1).cast<bool>()) {
        throw value_error(
            "occupancy must be 0 (free), 1 (occupied) or -1 (unknown)");
      }
    }
    value.array = module_::import("numpy").attr("asarray")(
        any, dtype::of<std::int8_t>(), "C");
    return true;
  }
};

template <>
struct type_caster<clearway::python::PathArg> {
  PYBIND11_TYPE_CASTER(clearway::python::PathArg,
                       const_name("str | os.PathLike[str]"));

  bool load(handle source, bool) {
    if (!isinstance<str>(source) && !hasattr(source, "__fspath__")) {
      return false;
    }
    value.path =
        module_::import("os").attr("fspath")(source).cast<std::string>();
    return true;
  }
};

}  // namespace pybind11::detail

namespace clearway::python {
namespace {

using Cell = VoxelGrid::Cell;

RowMatrixX3i ToCells(const IntegersArg& arg) {
  if (arg.array.size() == 0) return RowMatrixX3i(0, 3);
  ThrowUnless(arg.array.ndim() == 2 && arg.array.shape(1) == 3,
              "cells must have shape (n, 3), got ", ShapeOf(arg.array));
  RowMatrixX3i cells(arg.array.shape(0), 3);
  for (py::ssize_t i = 0; i < arg.array.size(); ++i) {
    cells.data()[i] = ToInt(arg.array.data()[i], "cells");
  }
  return cells;
}

Cell ToCell(const std::array<std::int64_t, 3>& cell, const char* name) {
  return Cell(ToInt(cell[0], name), ToInt(cell[1], name), ToInt(cell[2], name));
}

CellMeaning ToMeaning(const std::string& text, const char* name) {
  ThrowUnless(text == "free" || text == "occupied", name,
              " must be 'free' or 'occupied', got '", text, "'");
  return text == "free" ? CellMeaning::kFree : CellMeaning::kOccupied;
}

std::string ToText(CellMeaning meaning) {
  return meaning == CellMeaning::kFree ? "free" : "occupied";
}

VoxelGrid::Options ToOptions(const std::optional<std::string>& unknown,
                             const std::string& outside) {
  VoxelGrid::Options options;
  if (unknown) options.unknown = ToMeaning(*unknown, "unknown");
  options.outside = ToMeaning(outside, "outside");
  return options;
}

CellState ToState(const std::string& text) {
  if (text == "unknown") return CellState::kUnknown;
  ThrowUnless(text == "free" || text == "occupied",
              "state must be 'free', 'occupied' or 'unknown', got '", text,
              "'");
  return text == "free" ? CellState::kFree : CellState::kOccupied;
}

std::int8_t ToNumber(CellState state) {
  if (state == CellState::kUnknown) return -1;
  return state == CellState::kOccupied ? 1 : 0;
}

/* (level, x, y, z, state) of the blocks that are not free. */
using Blocks = Eigen::Matrix<int, Eigen::Dynamic, 5, Eigen::RowMajor>;
using GridState =
    std::tuple<std::array<int, 3>, double, Vector3, std::array<int, 3>,
               std::optional<std::string>, std::string, Blocks>;

GridState GetGridState(const VoxelGrid& self) {
  std::vector<int> numbers;
  self.octree().VisitBlocks([&](int level, const Cell& c, CellState state) {
    const int row[]{level, c.x(), c.y(), c.z(), static_cast<int>(state)};
    numbers.insert(numbers.end(), std::begin(row), std::end(row));
  });
  const auto to_array = [](const Cell& c) {
    return std::array<int, 3>{c.x(), c.y(), c.z()};
  };
  std::optional<std::string> unknown;
  if (self.options().unknown) unknown = ToText(*self.options().unknown);
  return {
      to_array(self.shape()),
      self.resolution(),
      self.lattice_origin(),
      to_array(self.first_cell()),
      unknown,
      ToText(self.options().outside),
      Eigen::Map<const Blocks>(
          numbers.data(), static_cast<Eigen::Index>(numbers.size() / 5), 5)};
}

VoxelGrid MakeGridOfState(const GridState& state) {
  const auto& [shape, resolution, origin, first, unknown, outside, blocks] =
      state;
  const auto to_cell = [](const std::array<int, 3>& c) {
    return Cell(c[0], c[1], c[2]);
  };
  VoxelGrid grid(to_cell(shape), resolution, ToOptions(unknown, outside),
                 origin, to_cell(first));
  for (Eigen::Index i = 0; i < blocks.rows(); ++i) {
    const int level = blocks(i, 0);
    const int number = blocks(i, 4);
    ThrowUnless(level >= 0 && level <= CellOctree::kMaxHeight && number >= 0 &&
                    number <= 2,
                "not the state of a VoxelGrid");
    const Cell least(blocks(i, 1), blocks(i, 2), blocks(i, 3));
    grid.SetBox(least, least + Cell::Constant(1 << level),
                static_cast<CellState>(number));
  }
  return grid;
}

}  // namespace

void DefineVoxelGrid(py::module_& m) {
  py::class_<VoxelGrid, Shape> cls(m, "VoxelGrid",
                                   R"doc(Cubic cells: free, occupied or unknown.

What is occupied is solid. Cell (i, j, k) is the cube [i, i + 1] x [j, j + 1] x
[k, k + 1] times the resolution, from the grid's minimum corner. A grid can be
changed, at a cost in proportion to the change. It is a value: a checker or model
that was given a grid keeps it as it was then, and copies share what neither has
changed since. Changing one needs that no other thread uses it.

Parameters
----------
occupancy : array_like of bool or int, shape (nx, ny, nz)
    0 free, 1 occupied, -1 unknown.
resolution : float
    Edge of a cell [m].
origin : array_like, shape (3,), optional
    The minimum corner in the shape's frame [m].
unknown : {"free", "occupied"}, optional
    What unknown cells are taken for. Must be given where there are any.
outside : {"free", "occupied"}, optional
    What all beyond the grid is taken for. A grid that is solid outside belongs on
    a body that is fixed to the world.

Raises
------
ValueError
    If a state is another, there are unknown cells and ``unknown`` is not given,
    an axis has more than 524288 cells, or a number is not finite.

Notes
-----
Cells are kept as an octree. Its blocks of solid cells, as large as they come, are
the elements of which the least signed distance is that of the grid: in an overlap
it is the depth of the deepest single block, and the whole may have to move
further.
)doc");
  cls.def(py::init([](const StatesArg& occupancy, double resolution,
                      const Vector3& origin,
                      const std::optional<std::string>& unknown,
                      const std::string& outside) {
            const auto& states = occupancy.array;
            ThrowUnless(states.ndim() == 3,
                        "occupancy must have shape (nx, ny, nz), got ",
                        ShapeOf(states));
            const Cell shape =
                ToCell({states.shape(0), states.shape(1), states.shape(2)},
                       "occupancy");
            const VoxelGrid::Options options = ToOptions(unknown, outside);
            const std::span<const std::int8_t> span(
                states.data(), static_cast<std::size_t>(states.size()));
            ReleaseGil no_gil;
            return VoxelGrid(span, shape, resolution, options, origin);
          }),
          py::arg("occupancy"), py::arg("resolution"), py::kw_only(),
          py::arg("origin") = Vector3(0, 0, 0), py::arg("unknown") = py::none(),
          py::arg("outside") = "free")
      .def_static(
          "MakeFree",
          [](const std::array<std::int64_t, 3>& shape, double resolution,
             const Vector3& origin, const std::optional<std::string>& unknown,
             const std::string& outside) {
            return VoxelGrid(ToCell(shape, "shape"), resolution,
                             ToOptions(unknown, outside), origin);
          },
          py::arg("shape"), py::arg("resolution"), py::kw_only(),
          py::arg("origin") = Vector3(0, 0, 0), py::arg("unknown") = py::none(),
          py::arg("outside") = "free",
          R"doc(Make a grid of free cells, however many.

Parameters
----------
shape : tuple of int
    The number of cells along each axis.
resolution, origin, unknown, outside
    As the constructor's.
)doc")
      .def_static(
          "FromPoints",
          [](const RealsArg& points, double resolution,
             const std::optional<std::string>& unknown,
             const std::string& outside) {
            const auto rows = ToRows(points, "points");
            const VoxelGrid::Options options = ToOptions(unknown, outside);
            ReleaseGil no_gil;
            return VoxelGrid::FromPoints(rows, resolution, options);
          },
          py::arg("points"), py::arg("resolution"), py::kw_only(),
          py::arg("unknown") = py::none(), py::arg("outside") = "free",
          R"doc(Occupy the cells that points lie in.

Cells are those between multiples of the resolution, and the grid reaches as far
as the points do. A point on a face between cells lies in the upper.

Parameters
----------
points : array_like, shape (n, 3)
    [m].
resolution, unknown, outside
    As the constructor's.

Raises
------
ValueError
    If a point is not finite, or they reach over more than 524288 cells.
)doc")
      .def_static(
          "FromOctomap",
          [](const PathArg& path, const std::optional<std::string>& unknown,
             const std::string& outside, std::int64_t max_file_size) {
            const VoxelGrid::Options options = ToOptions(unknown, outside);
            if (!py::module_::import("os.path")
                     .attr("isfile")(path.path)
                     .cast<bool>()) {
              PyErr_SetString(PyExc_FileNotFoundError,
                              (path.path + ": no such file").c_str());
              throw py::error_already_set();
            }
            ReleaseGil no_gil;
            try {
              return VoxelGrid::FromOctomap(path.path, options, max_file_size);
            } catch (const std::runtime_error& error) {
              throw std::invalid_argument(error.what());
            }
          },
          py::arg("path"), py::kw_only(), py::arg("unknown") = py::none(),
          py::arg("outside") = "free",
          py::arg("max_file_size") = VoxelGrid::kMaxFileSize,
          R"doc(Read an octree that OctoMap wrote, ``.bt`` or ``.ot``.

The grid is a cube of 65536 cells a side about the origin. Log odds >= 0 are
occupied; what the tree does not hold is unknown.

Parameters
----------
path : str or Path
    The file. What it is is told by its first line.
unknown, outside
    As the constructor's.
max_file_size : int, optional
    Larger files are refused [bytes]: a tree takes up to 24 times as much memory.

Raises
------
FileNotFoundError
    If there is no such file.
ValueError
    If it is not such a file, or is damaged, or there are unknown cells and
    ``unknown`` is not given.
)doc")
      .def(
          "shape",
          [](const VoxelGrid& self) {
            return std::tuple(self.shape().x(), self.shape().y(),
                              self.shape().z());
          },
          "The number of cells along each axis.")
      .def("resolution", &VoxelGrid::resolution, "Edge of a cell [m].")
      .def("origin", &VoxelGrid::origin,
           "The minimum corner in the shape's frame, shape (3,) [m].")
      .def(
          "unknown",
          [](const VoxelGrid& self) -> std::optional<std::string> {
            if (!self.options().unknown) return std::nullopt;
            return ToText(*self.options().unknown);
          },
          "What unknown cells are taken for; None if that was not said.")
      .def(
          "outside",
          [](const VoxelGrid& self) { return ToText(self.options().outside); },
          "What all beyond the grid is taken for.")
      .def(
          "occupancy",
          [](const VoxelGrid& self) {
            const std::vector<std::int8_t> states = self.occupancy();
            return py::array_t<std::int8_t>(
                {self.shape().x(), self.shape().y(), self.shape().z()},
                states.data());
          },
          "The states of all cells, as the constructor takes them.")
      .def("num_occupied", &VoxelGrid::CountOccupied,
           "The number of occupied cells.")
      .def(
          "FindCells",
          [](const VoxelGrid& self, const RealsArg& points) {
            const auto rows = ToRows(points, "points");
            RowMatrixX3i cells(rows.rows(), 3);
            for (Eigen::Index i = 0; i < rows.rows(); ++i) {
              const auto cell = self.FindCell(rows.row(i).transpose());
              cells.row(i) = cell.value_or(Cell::Constant(-1)).transpose();
            }
            return cells;
          },
          py::arg("points"), R"doc(Find the cells that points lie in.

Parameters
----------
points : array_like, shape (n, 3)
    In the shape's frame [m].

Returns
-------
ndarray of int, shape (n, 3)
    -1 where a point is outside.
)doc")
      .def(
          "GetStates",
          [](const VoxelGrid& self, const IntegersArg& cells) {
            const RowMatrixX3i rows = ToCells(cells);
            py::array_t<std::int8_t> states(rows.rows());
            for (Eigen::Index i = 0; i < rows.rows(); ++i) {
              states.mutable_data()[i] =
                  ToNumber(self.GetState(rows.row(i).transpose()));
            }
            return states;
          },
          py::arg("cells"), R"doc(Get the states of cells.

Parameters
----------
cells : array_like of int, shape (n, 3)

Returns
-------
ndarray of int8, shape (n,)
    0 free, 1 occupied, -1 unknown.

Raises
------
IndexError
    If one is not of the grid.
)doc")
      .def(
          "SetCells",
          [](VoxelGrid& self, const IntegersArg& cells,
             const std::string& state) {
            self.SetCells(ToCells(cells), ToState(state));
          },
          py::arg("cells"), py::arg("state") = "occupied",
          R"doc(Set cells to a state.

Parameters
----------
cells : array_like of int, shape (n, 3)
state : {"occupied", "free", "unknown"}, optional

Raises
------
IndexError
    If one is not of the grid.
ValueError
    If the state is another, or is unknown and the grid was not told what that is
    taken for.
)doc")
      .def(
          "SetBox",
          [](VoxelGrid& self, const std::array<std::int64_t, 3>& lower,
             const std::array<std::int64_t, 3>& upper,
             const std::string& state) {
            self.SetBox(ToCell(lower, "lower"), ToCell(upper, "upper"),
                        ToState(state));
          },
          py::arg("lower"), py::arg("upper"), py::arg("state") = "occupied",
          R"doc(Set the cells of a box, lower <= cell < upper, to a state.

The cost is that of the box's surface.

Parameters
----------
lower, upper : tuple of int
state : {"occupied", "free", "unknown"}, optional

Raises
------
IndexError
    If the box is not within the grid.
ValueError
    As SetCells.
)doc")
      .def("Clear", &VoxelGrid::Clear, "Set all cells to free.")
      .def(py::pickle(&GetGridState, &MakeGridOfState));
  DefineCopy(cls);
}

}  // namespace clearway::python
