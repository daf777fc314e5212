#pragma once
// The outcome of a search, for Python: a dict with its status, its results, and its cost.

#include <scrump/problems/proof/ext/text.hpp>
#include <scrump/search/result.hpp>

#include <nanobind/nanobind.h>

#include <optional>
#include <utility>

namespace scrump::python {

namespace nb = nanobind;

using Outcome = nb::typed<nb::dict, nb::str, nb::any>;

/// For the result of any search: `status` and `statistics`. The caller adds the results.
template <class Found>
Outcome outcome_of(Found& found) {
    Outcome outcome;
    outcome["status"] = name(found.status);
    outcome["statistics"] = nb::cast(std::move(found.statistics));
    return outcome;
}

/// Adds `proof`, as in the command's JSON, if there is one.
void add_certificate(Outcome& outcome, const std::optional<proof::Certificate>& certificate);

/// Declares Statistics.
void declare_outcomes(nb::module_& module);

}  // namespace scrump::python
