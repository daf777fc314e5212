#pragma once
// The problems that are described (scrump/problems/described), for Python.

#include <nanobind/nanobind.h>

namespace scrump::python {

/// Declares `problem_rows()`, from which Python's functions are made, and `ask()`, which they call.
void declare_problems(nanobind::module_& module);

}  // namespace scrump::python
