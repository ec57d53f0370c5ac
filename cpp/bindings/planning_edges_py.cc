#include <pybind11/eigen.h>
#include <pybind11/stl.h>

#include "array_args.h"
#include "casters.h"
#include "interruptible_loop.h"
#include "planning_bindings.h"
#include "release_gil.h"

namespace clearway::python {

void DefineCheckerEdges(CheckerClass& cls) {
  using release = py::call_guard<ReleaseGil>;
  cls.def(
         "CheckEdgeCollisionFree",
         [](const CollisionChecker& self, const ConstVectorRef& q1,
            const ConstVectorRef& q2, ContextNumber context_number) {
           return self.CheckEdgeCollisionFree(q1, q2, context_number);
         },
         py::arg("q1"), py::arg("q2"), py::arg("context_number") = py::none(),
         release(),
         R"doc(Whether every sample of the edge from q1 to q2 is free.

Samples are at k / n, k = 0 ... n, with n = max(1, ceil(distance / edge_step_size)); q2
is checked first.

Parameters
----------
q1, q2 : array_like, shape (num_positions,)
context_number : int, optional
    Which of the checker's contexts to use; any free one where left out.

Raises
------
ValueError
    If q1 or q2 has another size or is not finite.
)doc")
      .def(
          "CheckContextEdgeCollisionFree",
          [](const CollisionChecker& self, CollisionCheckerContext* context,
             const ConstVectorRef& q1, const ConstVectorRef& q2) {
            return self.CheckContextEdgeCollisionFree(context, q1, q2);
          },
          py::arg("model_context"), py::arg("q1"), py::arg("q2"), release(),
          "The same, with a context of the caller's.")
      .def(
          "CheckEdgeCollisionFreeParallel",
          [](const CollisionChecker& self, const ConstVectorRef& q1,
             const ConstVectorRef& q2, const ParallelismArg& parallelize) {
            return self.CheckEdgeCollisionFreeParallel(q1, q2, parallelize);
          },
          py::arg("q1"), py::arg("q2"), py::arg("parallelize") = true,
          release(), "The same, the samples of the edge in parallel.")
      .def(
          "CheckEdgesCollisionFree",
          [](const CollisionChecker& self, const EdgesArg& edges,
             const ParallelismArg& parallelize) {
            std::vector<std::uint8_t> free;
            const auto rows = edges.rows();
            InterruptibleLoop(rows.rows(), [&](auto begin, auto end) {
              const auto more = self.CheckEdgesCollisionFree(
                  rows.middleRows(begin, end - begin), parallelize);
              free.insert(free.end(), more.begin(), more.end());
            });
            return ToBoolArray(free);
          },
          py::arg("edges"), py::arg("parallelize") = true,
          R"doc(Check many edges.

Parameters
----------
edges : array_like, shape (E, 2, num_positions)
    Or a list of pairs (q1, q2).
parallelize : bool, int or Parallelism

Returns
-------
ndarray of bool, shape (E,)
    True where the edge is free.
)doc")
      .def(
          "MeasureEdgeCollisionFree",
          [](const CollisionChecker& self, const ConstVectorRef& q1,
             const ConstVectorRef& q2, ContextNumber context_number) {
            return self.MeasureEdgeCollisionFree(q1, q2, context_number);
          },
          py::arg("q1"), py::arg("q2"), py::arg("context_number") = py::none(),
          release(),
          R"doc(How far from q1 the edge's samples are free.

Parameters
----------
q1, q2 : array_like, shape (num_positions,)
context_number : int, optional

Returns
-------
EdgeMeasure
)doc")
      .def(
          "MeasureContextEdgeCollisionFree",
          [](const CollisionChecker& self, CollisionCheckerContext* context,
             const ConstVectorRef& q1, const ConstVectorRef& q2) {
            return self.MeasureContextEdgeCollisionFree(context, q1, q2);
          },
          py::arg("model_context"), py::arg("q1"), py::arg("q2"), release(),
          "The same, with a context of the caller's.")
      .def(
          "MeasureEdgeCollisionFreeParallel",
          [](const CollisionChecker& self, const ConstVectorRef& q1,
             const ConstVectorRef& q2, const ParallelismArg& parallelize) {
            return self.MeasureEdgeCollisionFreeParallel(q1, q2, parallelize);
          },
          py::arg("q1"), py::arg("q2"), py::arg("parallelize") = true,
          release(), "The same, the samples of the edge in parallel.")
      .def(
          "MeasureEdgesCollisionFree",
          [](const CollisionChecker& self, const EdgesArg& edges,
             const ParallelismArg& parallelize) {
            std::vector<EdgeMeasure> measures;
            const auto rows = edges.rows();
            InterruptibleLoop(rows.rows(), [&](auto begin, auto end) {
              const auto more = self.MeasureEdgesCollisionFree(
                  rows.middleRows(begin, end - begin), parallelize);
              measures.insert(measures.end(), more.begin(), more.end());
            });
            return measures;
          },
          py::arg("edges"), py::arg("parallelize") = true,
          "Measure many edges: a list of EdgeMeasure.");
}

}  // namespace clearway::python
