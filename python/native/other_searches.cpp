// Counts: numerical semigroups, queens, nodes of trees.

#include "other_searches.hpp"

#include "outcomes.hpp"
#include "search_options.hpp"

#include <scrump/base/error.hpp>
#include <scrump/problems/queens/solve.hpp>
#include <scrump/problems/semigroups/solve.hpp>
#include <scrump/problems/uts/solve.hpp>

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

namespace scrump::python {
namespace {

// Counts by depth, which end where the tree does, or where a stopped search had got to.
std::uint64_t count_at(const std::vector<std::uint64_t>& counts, std::size_t depth) {
    return depth < counts.size() ? counts[depth] : 0;
}

Outcome semigroups(unsigned genus, const PythonSearchOptions& options) {
    auto found = run(options, [&](const SearchOptions& search) { return semigroups::count_by_genus(genus, search); });
    Outcome outcome = outcome_of(found);
    outcome["solution"] = found.value;
    outcome["objective"] = count_at(found.value, genus);
    return outcome;
}

Outcome count_queens(unsigned size, const PythonSearchOptions& options) {
    auto found = run(options, [&](const SearchOptions& search) { return queens::count_by_row(size, search); });
    Outcome outcome = outcome_of(found);
    outcome["objective"] = count_at(found.value, size);
    return outcome;
}

Outcome queens(unsigned size, const PythonSearchOptions& options) {
    auto found = run(options, [&](const SearchOptions& search) { return queens::find(size, search); });
    Outcome outcome = outcome_of(found);
    std::optional<std::vector<unsigned>> columns;
    if (found.value) {
        columns.emplace();
        for (unsigned row = 0; row < size; ++row) columns->push_back(found.value->queens[row]);
    }
    outcome["solution"] = columns;
    return outcome;
}

Outcome uts(const std::string& tree, const PythonSearchOptions& options) {
    const uts::Tree named = uts::named_tree(tree).tree;
    auto found = run(options, [&](const SearchOptions& search) { return uts::measure(named, search); });
    Outcome outcome = outcome_of(found);
    outcome["objective"] = found.value.nodes;
    outcome["leaves"] = found.value.leaves;
    outcome["depth"] = found.value.depth;
    return outcome;
}

}  // namespace

void declare_other_searches(nb::module_& module) {
    module.def("semigroups", &semigroups);
    module.def("count_queens", &count_queens);
    module.def("queens", &queens);
    module.def("uts", &uts);
}

}  // namespace scrump::python
