#pragma once
// The options of front doors, from their tables, for Python.

#include <scrump/base/error.hpp>
#include <scrump/base/option.hpp>

#include <nanobind/nanobind.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/string.h>

#include <map>
#include <string>

namespace scrump::python {

namespace nb = nanobind;

/// Texts of options by their names.
using TableTexts = std::map<std::string, std::string>;

/// Sets the options named in `texts`, by their names in the table. Throws UsageError for a rejected text.
template <class Options>
void set_options(Options& options, const TableTexts& texts) {
    for (const auto& [name, text] : texts) {
        const Option<Options>* const row = find_option(option_table<Options>(), name);
        if (row == nullptr) throw UsageError("there is no option " + name);
        row->set(options, *row, text);
    }
}

/// Declares `option_rows(door)`, from which the keywords of Python are made.
void declare_option_rows(nb::module_& module);

}  // namespace scrump::python
