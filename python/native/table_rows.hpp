#pragma once
// The options of front doors, from their tables, for Python.

#include <scrump/base/error.hpp>
#include <scrump/base/option.hpp>
#include <scrump/runtime/paper.hpp>

#include <nanobind/nanobind.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/string.h>

#include <cstdint>
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

/// The same with the table of a front door, and with the options of a paper's system where `texts` name one; `places`:
/// where these options apply (PaperPlaces).
template <class Options>
void set_options(Options& options, const TableTexts& texts, std::uint8_t places = paper_places<Options>) {
    set_options(options, option_table<Options>(), texts);
    if constexpr (paper_places<Options> != 0) {
        if (texts.contains("paper")) apply_paper(options, texts, places);
    }
}

/// Declares `option_rows(door)`, from which the keywords of Python are made.
void declare_option_rows(nb::module_& module);

}  // namespace scrump::python
