#pragma once

#include <Python.h>

namespace clearway::python {

/// Lets other Python threads run while it lives.
///
/// Unlike pybind11's own, its destructor may throw: when the interpreter ends,
/// Python before 3.14 ends a daemon thread that asks for the lock back by
/// unwinding its stack, and unwinding through a noexcept destructor would end
/// the whole process with an abort.
class ReleaseGil {
 public:
  ReleaseGil() : state_(PyEval_SaveThread()) {}
  ~ReleaseGil() noexcept(false) { PyEval_RestoreThread(state_); }
  ReleaseGil(const ReleaseGil&) = delete;
  ReleaseGil& operator=(const ReleaseGil&) = delete;

 private:
  PyThreadState* state_;
};

}  // namespace clearway::python
