#include <pybind11/eigen.h>
#include <pybind11/stl.h>

#include "array_args.h"
#include "casters.h"
#include "interruptible_loop.h"
#include "planning_bindings.h"
#include "release_gil.h"

namespace clearway::python {
namespace {

using release = py::call_guard<ReleaseGil>;

// Keeps the GIL, since giving it up costs more than the check, but not while it
// waits for a context.
bool CheckConfig(const CollisionChecker& self, const ConstVectorRef& q,
                 ContextNumber context_number) {
  std::optional<ContextLease> lease = self.TryLeaseContext(context_number);
  if (!lease.has_value()) {
    const ReleaseGil no_gil;
    lease.emplace(self.LeaseContext(context_number));
  }
  return self.CheckContextConfigCollisionFree(lease->context(), q);
}

// The C++ result, one row a pair.
py::array_t<std::int32_t> ToArray(const std::vector<BodyPair>& pairs) {
  py::array_t<std::int32_t> result({pairs.size(), std::size_t{2}});
  std::int32_t* row = result.mutable_data();
  for (const BodyPair& pair : pairs) {
    *row++ = pair.body_index_A;
    *row++ = pair.body_index_B;
  }
  return result;
}

}  // namespace

void DefineCheckerQueries(CheckerClass& cls) {
  cls.def("CheckConfigCollisionFree", &CheckConfig, py::arg("q"),
          py::arg("context_number") = py::none(),
          R"doc(Whether a configuration is free of collision.

Parameters
----------
q : array_like, shape (num_positions,)
context_number : int, optional
    Which of the checker's contexts to use; any free one where left out.

Returns
-------
bool
    False if two geometries that are not filtered touch, overlap, or are nearer than
    their padding.

Raises
------
ValueError
    If q has another size, is not finite, or a quaternion in it is off norm 1 by more
    than 1e-3.
IndexError
    If there is no such context.
RuntimeError
    If this thread would wait for a context that it is itself using.
)doc")
      .def(
          "CheckContextConfigCollisionFree",
          [](const CollisionChecker& self, CollisionCheckerContext* context,
             const ConstVectorRef& q) {
            return self.CheckContextConfigCollisionFree(context, q);
          },
          py::arg("model_context"), py::arg("q"),
          "The same, with a context of the caller's.")
      .def(
          "CheckConfigsCollisionFree",
          [](const CollisionChecker& self, const ConfigsArg& configs,
             const ParallelismArg& parallelize) {
            std::vector<std::uint8_t> free;
            const auto rows = configs.rows();
            InterruptibleLoop(rows.rows(), [&](auto begin, auto end) {
              const auto more = self.CheckConfigsCollisionFree(
                  rows.middleRows(begin, end - begin), parallelize);
              free.insert(free.end(), more.begin(), more.end());
            });
            return ToBoolArray(free);
          },
          py::arg("configs"), py::arg("parallelize") = true,
          R"doc(Check many configurations.

Parameters
----------
configs : array_like, shape (N, num_positions)
    Contiguous float64 is not copied.
parallelize : bool, int or Parallelism
    How many threads; True is as many as this process may use.

Returns
-------
ndarray of bool, shape (N,)
    True where the configuration is free.

Raises
------
ValueError
    If the shape is wrong or a value is not finite.
)doc")
      .def(
          "FindCollisions",
          [](const CollisionChecker& self, const ConstVectorRef& q,
             ContextNumber context_number) {
            return self.FindCollisions(q, context_number);
          },
          py::arg("q"), py::arg("context_number") = py::none(), release(),
          R"doc(The pairs of bodies in collision.

Parameters
----------
q : array_like, shape (num_positions,)
context_number : int, optional

Returns
-------
list of BodyCollision
    One a pair of bodies, its deepest; sorted by body A, then B. Empty if free.

Notes
-----
A depth costs far more than a check, above all that of exact meshes that overlap.
FindCollidingPairs and ClassifyBodyCollisions do without.
)doc")
      .def(
          "FindContextCollisions",
          [](const CollisionChecker& self, CollisionCheckerContext* context,
             const ConstVectorRef& q) {
            return self.FindContextCollisions(context, q);
          },
          py::arg("model_context"), py::arg("q"), release(),
          "The same, with a context of the caller's.")
      .def(
          "FindCollidingPairs",
          [](const CollisionChecker& self, const ConstVectorRef& q,
             ContextNumber context_number) {
            std::vector<BodyPair> pairs;
            {
              const ReleaseGil no_gil;
              pairs = self.FindCollidingPairs(q, context_number);
            }
            return ToArray(pairs);
          },
          py::arg("q"), py::arg("context_number") = py::none(),
          R"doc(The pairs of bodies in collision, without depths.

Parameters
----------
q : array_like, shape (num_positions,)
context_number : int, optional

Returns
-------
ndarray of int32, shape (n, 2)
    Body indices, as FindCollisions has them and in its order. Empty if free.
)doc")
      .def(
          "FindContextCollidingPairs",
          [](const CollisionChecker& self, CollisionCheckerContext* context,
             const ConstVectorRef& q) {
            std::vector<BodyPair> pairs;
            {
              const ReleaseGil no_gil;
              pairs = self.FindContextCollidingPairs(context, q);
            }
            return ToArray(pairs);
          },
          py::arg("model_context"), py::arg("q"),
          "The same, with a context of the caller's.")
      .def(
          "ClassifyBodyCollisions",
          [](const CollisionChecker& self, const ConstVectorRef& q,
             ContextNumber context_number) {
            return self.ClassifyBodyCollisions(q, context_number);
          },
          py::arg("q"), py::arg("context_number") = py::none(), release(),
          "What each body collides with: a list of RobotCollisionType in body\n"
          "order. Environment bodies have kNoCollision.")
      .def(
          "ClassifyContextBodyCollisions",
          [](const CollisionChecker& self, CollisionCheckerContext* context,
             const ConstVectorRef& q) {
            return self.ClassifyContextBodyCollisions(context, q);
          },
          py::arg("model_context"), py::arg("q"), release(),
          "The same, with a context of the caller's.")
      .def(
          "CalcRobotClearance",
          [](const CollisionChecker& self, const ConstVectorRef& q,
             double influence_distance, ContextNumber context_number) {
            return ClearanceTable(
                self.CalcRobotClearance(q, influence_distance, context_number));
          },
          py::arg("q"), py::arg("influence_distance"),
          py::arg("context_number") = py::none(), release(),
          R"doc(Distances of at most influence_distance, and their gradients.

Parameters
----------
q : array_like, shape (num_positions,)
influence_distance : float
    Finite and >= 0 [m].
context_number : int, optional

Returns
-------
RobotClearance

Notes
-----
The distance of exact meshes that overlap is a depth, which costs far more than a check.
)doc")
      .def(
          "CalcContextRobotClearance",
          [](const CollisionChecker& self, CollisionCheckerContext* context,
             const ConstVectorRef& q, double influence_distance) {
            return ClearanceTable(
                self.CalcContextRobotClearance(context, q, influence_distance));
          },
          py::arg("model_context"), py::arg("q"), py::arg("influence_distance"),
          release(), "The same, with a context of the caller's.")
      .def(
          "MaxNumDistances",
          [](const CollisionChecker& self, ContextNumber context_number) {
            return self.MaxNumDistances(context_number);
          },
          py::arg("context_number") = py::none(), release(),
          "How many rows a clearance has at most.")
      .def("MaxContextNumDistances", &CollisionChecker::MaxContextNumDistances,
           py::arg("model_context"), release(),
           "The same, with a context of the caller's.");
}

}  // namespace clearway::python
