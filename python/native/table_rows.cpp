#include "table_rows.hpp"

#include <scrump/problems/described/ext/problem.hpp>
#include <scrump/search/option_table.hpp>
#include <scrump/states/diagrams/option_table.hpp>
#include <scrump/states/explore/option_table.hpp>
#include <scrump/states/liveness/option_table.hpp>

#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <array>
#include <string_view>
#include <vector>

namespace scrump::python {
namespace {

constexpr std::array kinds = {"flag",  "off_flag", "count", "real", "fraction", "duration",
                              "bytes", "file",     "word",  "spec", "integer"};
static_assert(static_cast<std::size_t>(OptionKind::integer) + 1 == kinds.size(), "in the order of the kinds");

template <class Options>
nb::list rows_of(std::span<const Option<Options>> table) {
    nb::list rows;
    const Options usual;
    for (const Option<Options>& row : table) {
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
        each["required"] = row.required;
        rows.append(each);
    }
    return rows;
}

nb::list option_rows(std::string_view door) {
    if (door == "search") return rows_of(option_table<SearchOptions>());
    if (door == "explore") return rows_of(option_table<ExploreOptions>());
    if (door == "random_walk") return rows_of(option_table<RandomWalkOptions>());
    if (door == "ltl") return rows_of(option_table<LtlOptions>());
    if (door == "reach") return rows_of(option_table<SymbolicReachOptions>());
    return rows_of(described::find_problem(door).options);
}

}  // namespace

void declare_option_rows(nb::module_& module) {
    module.def("option_rows", option_rows, nb::arg("door"),
               nb::sig("def option_rows(door: str) -> list[dict[str, object]]"),
               "The options of a front door (search, explore, random_walk, ltl or reach), or of a problem.");
}

}  // namespace scrump::python
