#pragma once

#include <nanobind/nanobind.h>

namespace scrump::python {

/// Declares what reads graphs from files.
void declare_graph_files(nanobind::module_& module);

}  // namespace scrump::python
