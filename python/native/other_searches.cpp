// Searches outside graphs: items, tours, numbers.

#include "other_searches.hpp"

#include "outcomes.hpp"
#include "search_options.hpp"
#include "several.hpp"

#include <scrump/base/error.hpp>
#include <scrump/problems/flowshop/solve.hpp>
#include <scrump/problems/knapsack/solve.hpp>
#include <scrump/problems/queens/solve.hpp>
#include <scrump/problems/semigroups/solve.hpp>
#include <scrump/problems/tsp/solve.hpp>
#include <scrump/problems/uts/solve.hpp>

#include <nanobind/ndarray.h>
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

using Numbers = std::vector<std::int64_t>;

knapsack::Instance items_of(const Numbers& profits, const Numbers& weights, std::int64_t capacity) {
    knapsack::Instance instance{.items = {}, .capacity = capacity};
    for (std::size_t i = 0; i < profits.size(); ++i) instance.items.push_back({profits[i], weights[i]});
    return instance;
}

Outcome knapsack(const Numbers& profits, const Numbers& weights, std::int64_t capacity,
                 const PythonSearchOptions& options) {
    const knapsack::Instance instance = items_of(profits, weights, capacity);
    auto found =
        run(options, [&](const SearchOptions& search) { return knapsack::find_best_packing(instance, search); });
    Outcome outcome = outcome_of(found);
    outcome["solution"] = found.value.items;
    outcome["objective"] = found.value.profit;
    outcome["weight"] = found.value.weight;
    return outcome;
}

Outcome best_packings(const Numbers& profits, const Numbers& weights, std::int64_t capacity, const Wanted& wanted,
                      const PythonSearchOptions& options) {
    const knapsack::Instance instance = items_of(profits, weights, capacity);
    auto found = run(options, [&](const SearchOptions& search) {
        return knapsack::find_best_packings(instance, wanted.of<std::int64_t>(), search);
    });
    Outcome outcome = outcome_of_several(
        found, [](const auto& it) { return it.items; }, [](const auto& it) { return it.profit; });
    nb::list heavy;
    for (const knapsack::Packing& each : found.value) heavy.append(each.weight);
    outcome["weights"] = heavy;
    return outcome;
}

using Distances = nb::ndarray<const std::int64_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

tsp::Instance cities_of(const Distances& distances) {
    tsp::Instance instance(distances.shape(0));
    for (std::size_t a = 0; a < instance.size(); ++a) {
        for (std::size_t b = a + 1; b < instance.size(); ++b) instance.set_distance(a, b, distances(a, b));
    }
    return instance;
}

Outcome tsp(const Distances& distances, const tsp::Tour& known, bool local_search, const PythonSearchOptions& options) {
    const tsp::Instance instance = cities_of(distances);
    auto found = run(options, [&](const SearchOptions& search) {
        return tsp::find_shortest_tour(instance, {.search = search, .local_search = local_search, .known = known});
    });
    Outcome outcome = outcome_of(found);
    outcome["solution"] = found.value.tour;
    outcome["objective"] = found.value.length;
    return outcome;
}

Outcome best_tours(const Distances& distances, const tsp::Tour& known, bool local_search, const Wanted& wanted,
                   const PythonSearchOptions& options) {
    const tsp::Instance instance = cities_of(distances);
    auto found = run(options, [&](const SearchOptions& search) {
        return tsp::find_best_tours(instance, wanted.of<tsp::Length>(),
                                    {.search = search, .local_search = local_search, .known = known});
    });
    return outcome_of_several(
        found, [](const auto& it) { return it.tour; }, [](const auto& it) { return it.length; });
}

using Times = nb::ndarray<const std::int64_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

flowshop::Instance jobs_of(const Times& times) {
    flowshop::Instance instance(times.shape(0), times.shape(1));
    for (std::size_t job = 0; job < instance.jobs(); ++job) {
        for (std::size_t machine = 0; machine < instance.machines(); ++machine)
            instance.set_time(job, machine, times(job, machine));
    }
    return instance;
}

Outcome flow_shop(const Times& times, const flowshop::Order& known, bool local_search,
                  const PythonSearchOptions& options) {
    const flowshop::Instance instance = jobs_of(times);
    auto found = run(options, [&](const SearchOptions& search) {
        return flowshop::find_best_order(instance, {.search = search, .local_search = local_search, .known = known});
    });
    Outcome outcome = outcome_of(found);
    outcome["solution"] = found.value.order;
    outcome["objective"] = found.value.makespan;
    return outcome;
}

Outcome flow_shop_at_most(const Times& times, std::int64_t most, const flowshop::Order& known, bool local_search,
                          const PythonSearchOptions& options) {
    const flowshop::Instance instance = jobs_of(times);
    auto found = run(options, [&](const SearchOptions& search) {
        return flowshop::find_order(instance, most, {.search = search, .local_search = local_search, .known = known});
    });
    Outcome outcome = outcome_of(found);
    if (found.value) {
        outcome["solution"] = found.value->order;
        outcome["objective"] = found.value->makespan;
    }
    return outcome;
}

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
    module.def("knapsack", &knapsack);
    module.def("best_packings", &best_packings);
    module.def("tsp", &tsp);
    module.def("best_tours", &best_tours);
    module.def("flow_shop", &flow_shop);
    module.def("flow_shop_at_most", &flow_shop_at_most);
    module.def("semigroups", &semigroups);
    module.def("count_queens", &count_queens);
    module.def("queens", &queens);
    module.def("uts", &uts);
}

}  // namespace scrump::python
