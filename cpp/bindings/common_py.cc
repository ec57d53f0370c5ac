#include <pybind11/stl.h>

#include "bindings.h"
#include "casters.h"
#include "clearway/common/check.h"
#include "clearway/common/logging.h"
#include "clearway/common/parallelism.h"
#include "clearway/common/typed_index.h"
#include "release_gil.h"

namespace clearway::python {
namespace {

template <class Index>
void DefineIndex(py::module_& m, const char* name, const char* doc) {
  py::class_<Index>(m, name, doc)
      .def(py::init<Index>(), py::arg("value"))
      .def(py::init([](IntegerArg value) { return Index(value); }),
           py::arg("value"))
      .def("__int__", [](Index self) { return static_cast<int>(self); })
      .def("__index__", [](Index self) { return static_cast<int>(self); })
      .def(
          "__hash__",
          [](Index self) { return py::hash(py::int_(static_cast<int>(self))); })
      .def(
          "__eq__",
          [](Index self, const py::object& other) -> EqualityResult {
            if (py::isinstance<Index>(other)) {
              return self == other.cast<Index>();
            }
            const std::optional<long long> number = ToInteger(other);
            if (!number) return {};
            return int{self} == *number;
          },
          py::arg("other"))
      .def(
          "__lt__", [](Index self, Index other) { return self < other; },
          py::is_operator(), py::arg("other"))
      .def(
          "__lt__",
          [](Index self, IntegerArg other) { return int{self} < other; },
          py::is_operator(), py::arg("other"))
      .def(
          "is_valid", [](Index) { return true; },
          "Always true: an index cannot be made invalid.")
      .def_property_readonly("__clearway_index__", [](Index) { return true; })
      .def("__repr__",
           [name](Index self) { return Concat(name, "(", int{self}, ")"); });
}

}  // namespace

void DefineCommon(py::module_& m) {
  py::register_exception_translator([](std::exception_ptr p) {
    try {
      if (p) std::rethrow_exception(p);
    } catch (const UnknownNameError& error) {
      py::set_error(PyExc_KeyError, error.what());
    }
  });

  DefineIndex<BodyIndex>(m, "BodyIndex", "Index of a body; the world is 0.");
  DefineIndex<FrameIndex>(m, "FrameIndex", "Index of a frame.");
  DefineIndex<JointIndex>(m, "JointIndex", "Index of a joint.");
  DefineIndex<ModelInstanceIndex>(
      m, "ModelInstanceIndex",
      "Index of a model instance; the world's is 0, the default one 1.");
  DefineIndex<GeometryId>(m, "GeometryId", "Identity of a collision geometry.");

  py::class_<Parallelism>(m, "Parallelism",
                          R"doc(How many threads a call may use.

Parameters
----------
parallelize : bool, optional
    True for as many as this process may use (affinity, cgroup quota or
    ``CLEARWAY_NUM_THREADS``), False for one.
num_threads : int, keyword only
    That many.

Raises
------
ValueError
    If ``num_threads`` is less than 1.
)doc")
      .def(py::init<>())
      // A number that became a bool would be all threads.
      .def(py::init<bool>(), py::arg("parallelize").noconvert())
      .def(py::init([](IntegerArg num_threads) {
             return Parallelism(int{num_threads});
           }),
           py::kw_only(), py::arg("num_threads"))
      .def_static("Max", &Parallelism::Max,
                  "As many threads as this process may use.")
      .def_static("None_", &Parallelism::None, "One thread.")
      .def("num_threads", &Parallelism::num_threads, "How many, at least 1.")
      .def("__repr__", [](const Parallelism& self) {
        return Concat("Parallelism(num_threads=", self.num_threads(), ")");
      });

  m.def(
      "_set_log_sink",
      [](py::object sink) {
        // Messages are delivered from any thread, with or without the GIL.
        auto shared = std::shared_ptr<py::object>(
            new py::object(std::move(sink)), [](py::object* object) {
              py::gil_scoped_acquire gil;
              delete object;
            });
        SetLogSink([shared](LogLevel level, const std::string& message) {
          py::gil_scoped_acquire gil;
          (*shared)(static_cast<int>(level), message);
        });
      },
      py::arg("sink"));
  m.def("_clear_log_sink", [] { SetLogSink({}); });
  m.def(
      "_log",
      [](int level, const std::string& message) {
        Log(static_cast<LogLevel>(level), message);
      },
      py::arg("level"), py::arg("message"), py::call_guard<ReleaseGil>());
}

}  // namespace clearway::python
