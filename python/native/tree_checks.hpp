#pragma once
// Checks whether a search written in Python keeps its contract.

#include <nanobind/nanobind.h>

namespace scrump::python {

void declare_tree_checks(nanobind::module_& module);

}  // namespace scrump::python
