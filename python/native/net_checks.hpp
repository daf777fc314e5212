#pragma once
// Questions about the markings that a net can reach.

#include <nanobind/nanobind.h>

namespace scrump::python {

void declare_net_checks(nanobind::module_& module);

}  // namespace scrump::python
