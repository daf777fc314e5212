#pragma once

#include <nanobind/nanobind.h>

namespace scrump::python {

/// Declares the searches that are in no graph.
void declare_other_searches(nanobind::module_& module);

}  // namespace scrump::python
