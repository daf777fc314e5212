#include "several.hpp"

#include <nanobind/stl/optional.h>

#include <new>

namespace scrump::python {

void declare_several(nb::module_& module) {
    const auto make = [](Wanted* place, std::optional<std::size_t> most, std::optional<std::int64_t> good_enough) {
        new (place) Wanted{.most = most, .good_enough = good_enough};
    };
    nb::class_<Wanted>(module, "Wanted", "Which of all solutions are wanted.")
        .def("__init__", make, nb::arg("most").none(), nb::arg("good_enough").none());
}

}  // namespace scrump::python
