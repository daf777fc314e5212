#pragma once

#include <nanobind/nanobind.h>

namespace scrump::python {

/// Declares the searches in graphs.
void declare_graph_searches(nanobind::module_& module);

}  // namespace scrump::python
