#pragma once
// Random walks through models written in Python.

#include <nanobind/nanobind.h>

namespace scrump::python {

/// Declares random_walk(), its options and its progress.
void declare_random_walks(nanobind::module_& module);

}  // namespace scrump::python
