#pragma once
// State spaces of models written in Python.

#include <nanobind/nanobind.h>

namespace scrump::python {

void declare_explorations(nanobind::module_& module);

}  // namespace scrump::python
