#pragma once

#include <nanobind/nanobind.h>

namespace scrump::python {

/// Declares the readers of graphs in files.
void declare_graph_files(nanobind::module_& module);

}  // namespace scrump::python
