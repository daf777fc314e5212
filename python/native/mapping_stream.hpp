#pragma once
// Subgraphs as they are found: a search that goes on beside Python, and waits where nobody takes what it finds.

#include <nanobind/nanobind.h>

namespace scrump::python {

/// Declares MappingStream. After SubgraphProblem, PythonSearchOptions and Statistics.
void declare_mapping_stream(nanobind::module_& module);

}  // namespace scrump::python
