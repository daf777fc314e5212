#pragma once

#include <nanobind/nanobind.h>

namespace scrump::python {

/// Declares searches of trees whose nodes and children are Python's.
void declare_tree_searches(nanobind::module_& module);

}  // namespace scrump::python
