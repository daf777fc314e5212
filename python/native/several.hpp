#pragma once
// Several solutions instead of one, for Python: the wanted ones, and the results.

#include "outcomes.hpp"

#include <scrump/problems/several/ext/several.hpp>
#include <scrump/search/best_wanted.hpp>

#include <nanobind/nanobind.h>

#include <cstddef>
#include <cstdint>
#include <optional>

namespace scrump::python {

/// The `most` best, or all of them: those as good as the best, or as `good_enough` if that is given.
struct Wanted {
    std::optional<std::size_t> most;
    std::optional<std::int64_t> good_enough;

    template <class Objective>
    BestWanted<Objective> of() const {
        BestWanted<Objective> wanted;
        if (most) wanted.most = *most;
        wanted.equal = !most && !good_enough;
        if (good_enough) wanted.at_least = static_cast<Objective>(*good_enough);
        return wanted;
    }
};

/// `solutions` and `objectives`, best first, as these functions give them.
template <class Solution, class What, class Worth>
Outcome outcome_of_several(Several<Solution>& found, const What& what, const Worth& worth) {
    Outcome outcome = outcome_of(found);
    nb::list solutions;
    nb::list objectives;
    for (const Solution& each : found.value) {
        solutions.append(nb::cast(what(each)));
        objectives.append(nb::cast(worth(each)));
    }
    outcome["solutions"] = solutions;
    outcome["objectives"] = objectives;
    return outcome;
}

/// Declares Wanted.
void declare_several(nb::module_& module);

}  // namespace scrump::python
