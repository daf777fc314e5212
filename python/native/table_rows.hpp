#pragma once
// The options of front doors, as their tables have them, for Python.

#include <scrump/base/error.hpp>
#include <scrump/base/option.hpp>

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include <string>

namespace scrump::python {

namespace nb = nanobind;

/// Sets the options that `texts` names, by their names in the table. Throws UsageError for a text that is refused.
template <class Options>
void set_options(Options& options, const nb::dict& texts) {
    for (const auto& [key, value] : texts) {
        const auto name = nb::cast<std::string>(key);
        const Option<Options>* const row = find_option(option_table<Options>(), name);
        if (row == nullptr) throw UsageError("there is no option " + name);
        row->set(options, *row, nb::cast<std::string>(value));
    }
}

/// Declares `option_rows(door)`, from which the keywords of Python are made.
void declare_option_rows(nb::module_& module);

}  // namespace scrump::python
