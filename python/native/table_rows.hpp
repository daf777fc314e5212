#pragma once
// The options of front doors, from their tables, for Python.

#include <scrump/base/error.hpp>
#include <scrump/base/option.hpp>

#include <nanobind/nanobind.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/string.h>

#include <map>
#include <span>
#include <string>

namespace scrump::python {

namespace nb = nanobind;

/// Texts of options by their names.
using TableTexts = std::map<std::string, std::string>;

/// Sets the options named in `texts`, by their names in the table `rows`. Throws UsageError for a rejected text.
template <class Options>
void set_options(Options& options, std::span<const Option<Options>> rows, const TableTexts& texts) {
    for (const auto& [name, text] : texts) {
        const Option<Options>* const row = find_option(rows, name);
        if (row == nullptr) throw UsageError("there is no option " + name);
        row->set(options, *row, text);
    }
}

/// The same with the table of a front door.
template <class Options>
void set_options(Options& options, const TableTexts& texts) {
    set_options(options, option_table<Options>(), texts);
}

/// Declares `option_rows(door)`, from which the keywords of Python are made.
void declare_option_rows(nb::module_& module);

}  // namespace scrump::python
