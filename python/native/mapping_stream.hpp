#pragma once
// Subgraphs as they are found: a search that runs beside Python, and waits while its results are not taken.

#include <nanobind/nanobind.h>

namespace scrump::python {

/// Declares MappingStream. After SubgraphProblem, PythonSearchOptions and Statistics.
void declare_mapping_stream(nanobind::module_& module);

}  // namespace scrump::python
