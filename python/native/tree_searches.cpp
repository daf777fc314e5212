// Searches of trees written in Python. Workers take turns, since Python has one lock; several processes do
// not have to.

#include "tree_searches.hpp"

#include "outcomes.hpp"
#include "search_options.hpp"
#include "tree_generator.hpp"

#include <scrump/search.hpp>
#include <scrump/search/best.hpp>

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/vector.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

namespace scrump::python {
namespace {

using Node = Pickled;
using Generator = TreeGenerator<Node>;

// The node's value, if there is one.
nb::object value_of(const std::optional<Node>& node) {
    return node ? nb::borrow(node->value.get()) : nb::none();
}

template <bool greatest>
Outcome optimise(nb::object children, nb::object objective, nb::object bound, nb::object root,
                 const PythonSearchOptions& options) {
    const Problem problem = problem_of(std::move(children), std::move(objective), std::move(bound), greatest);
    const Node first{.value = Held(std::move(root))};  // while Python's lock is held
    auto found = run(options, [&](const SearchOptions& search) {
        if constexpr (greatest) {
            return maximise<Generator>(problem, first, search);
        } else {
            return minimise<Generator>(problem, first, search);
        }
    });
    Outcome outcome = outcome_of(found);
    outcome["solution"] = value_of(found.node);
    return outcome;
}

// Not `greatest`: the objective must be at most `target`.
Outcome decide(nb::object children, nb::object objective, nb::object bound, nb::object root, double target,
               bool greatest, const PythonSearchOptions& options) {
    Problem problem = problem_of(std::move(children), std::move(objective), std::move(bound), true);
    problem.sign = greatest ? 1 : -1;
    const Node first{.value = Held(std::move(root))};
    auto found = run(options, [&](const SearchOptions& search) {
        return scrump::decide<Generator>(problem, first, problem.sign * target, search);
    });
    for (auto& each : found.statistics.incumbents) each.objective *= problem.sign;
    Outcome outcome = outcome_of(found);
    outcome["solution"] = value_of(found.node);
    return outcome;
}

template <class Sense>
Outcome best(nb::object children, nb::object objective, nb::object bound, nb::object root,
             const BestWanted<double>& wanted, const PythonSearchOptions& options) {
    const Problem problem =
        problem_of(std::move(children), std::move(objective), std::move(bound), std::is_same_v<Sense, Maximise>);
    const Node first{.value = Held(std::move(root))};
    auto found = run(options, [&](const SearchOptions& search) {
        return scrump::best<Generator, Sense>(problem, first, wanted, search);
    });
    Outcome outcome = outcome_of(found);
    nb::list nodes;
    for (const auto& each : found.solutions) nodes.append(nb::borrow(each.node.value.get()));
    outcome["solution"] = nodes;
    return outcome;
}

// Which of all solutions are wanted; None: any number, or any objective.
Outcome best_of(nb::object children, nb::object objective, nb::object bound, nb::object root, bool greatest,
                std::optional<std::size_t> most, bool equal, std::optional<double> at_least,
                const PythonSearchOptions& options) {
    BestWanted<double> wanted{.equal = equal, .at_least = at_least};
    if (most) wanted.most = *most;
    const auto& search = greatest ? best<Maximise> : best<Minimise>;
    return search(std::move(children), std::move(objective), std::move(bound), std::move(root), wanted, options);
}

Outcome enumerate(nb::object children, nb::object root, const PythonSearchOptions& options) {
    const Problem problem = {std::move(children), nb::none(), nb::none(), 0, 0};
    const Node first{.value = Held(std::move(root))};
    auto found = run(options, [&](const SearchOptions& search) {
        return scrump::enumerate<Generator>(problem, first, CountPerDepth{}, search);
    });
    std::uint64_t all = 0;
    for (const std::uint64_t count : found.value) all += count;
    Outcome outcome = outcome_of(found);
    outcome["objective"] = all;
    outcome["solution"] = found.value;
    return outcome;
}

}  // namespace

void declare_tree_searches(nb::module_& module) {
    module.def("maximise", &optimise<true>, nb::arg("children"), nb::arg("objective"), nb::arg("bound").none(),
               nb::arg("root").none(), nb::arg("options"));
    module.def("minimise", &optimise<false>, nb::arg("children"), nb::arg("objective"), nb::arg("bound").none(),
               nb::arg("root").none(), nb::arg("options"));
    module.def("decide", &decide, nb::arg("children"), nb::arg("objective"), nb::arg("bound").none(),
               nb::arg("root").none(), nb::arg("target"), nb::kw_only(), nb::arg("greatest"), nb::arg("options"));
    module.def("best", &best_of, nb::arg("children"), nb::arg("objective"), nb::arg("bound").none(),
               nb::arg("root").none(), nb::kw_only(), nb::arg("greatest"), nb::arg("most").none(), nb::arg("equal"),
               nb::arg("at_least").none(), nb::arg("options"));
    module.def("enumerate", &enumerate, nb::arg("children"), nb::arg("root").none(), nb::arg("options"));
}

}  // namespace scrump::python
