#include "table_rows.hpp"

#include <scrump/search/option_table.hpp>
#include <scrump/states/diagrams/option_table.hpp>
#include <scrump/states/explore/option_table.hpp>

#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <array>
#include <string_view>
#include <vector>

namespace scrump::python {
namespace {

constexpr std::array kinds = {"flag",     "off_flag", "count", "real", "fraction",
                              "duration", "bytes",    "file",  "word", "spec"};
static_assert(static_cast<std::size_t>(OptionKind::spec) + 1 == kinds.size(), "in the order of the kinds");

template <class Options>
nb::list rows_of() {
    nb::list rows;
    const Options usual;
    for (const Option<Options>& row : option_table<Options>()) {
        if ((row.faces & in_python) == 0) continue;
        nb::dict each;
        each["name"] = row.name;
        each["kind"] = kinds[static_cast<std::size_t>(row.kind)];
        each["help"] = row.help;
        each["min"] = row.min;
        each["max"] = row.max;
        each["default"] = row.shown(usual);
        each["words"] = row.words == nullptr ? std::vector<std::string>() : row.words();
        each["needs"] = row.needs;
        each["formerly"] = row.formerly;
        rows.append(each);
    }
    return rows;
}

nb::list option_rows(std::string_view door) {
    if (door == "search") return rows_of<SearchOptions>();
    if (door == "explore") return rows_of<ExploreOptions>();
    if (door == "reach") return rows_of<SymbolicReachOptions>();
    throw UsageError("there is no table of options of " + std::string(door));
}

}  // namespace

void declare_option_rows(nb::module_& module) {
    module.def("option_rows", option_rows, nb::arg("door"),
               nb::sig("def option_rows(door: str) -> list[dict[str, object]]"),
               "The options of a front door: search, explore or reach.");
}

}  // namespace scrump::python
