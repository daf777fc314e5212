#pragma once

#include <nanobind/nanobind.h>

namespace scrump::python {

/// Declares what joins the results of shards.
void declare_merges(nanobind::module_& module);

}  // namespace scrump::python
