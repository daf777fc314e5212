#pragma once
// Checks of formulas of linear temporal logic on models written in Python.

#include <nanobind/nanobind.h>

namespace scrump::python {

void declare_ltl_checks(nanobind::module_& module);

}  // namespace scrump::python
