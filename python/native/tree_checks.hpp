#pragma once
// Whether a search that is written in Python keeps what searches rely on.

#include <nanobind/nanobind.h>

namespace scrump::python {

void declare_tree_checks(nanobind::module_& module);

}  // namespace scrump::python
