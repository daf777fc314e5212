#pragma once

#include <nanobind/nanobind.h>

namespace scrump::python {

/// Declares the searches outside graphs.
void declare_other_searches(nanobind::module_& module);

}  // namespace scrump::python
