#pragma once
// All states that a model given as decision diagrams can reach.

#include <nanobind/nanobind.h>

namespace scrump::python {

void declare_reach(nanobind::module_& module);

}  // namespace scrump::python
