#pragma once
// What came of a search, for Python: a dict with its status, what it found, and what it cost.

#include <scrump/problems/proof/text.hpp>
#include <scrump/search/result.hpp>

#include <nanobind/nanobind.h>

#include <optional>
#include <utility>

namespace scrump::python {

namespace nb = nanobind;

using Outcome = nb::typed<nb::dict, nb::str, nb::any>;

/// Of any result of a search: `status` and `statistics`. What was found is added by who knows.
template <class Found>
Outcome outcome_of(Found& found) {
    Outcome outcome;
    outcome["status"] = name(found.status);
    outcome["statistics"] = nb::cast(std::move(found.statistics));
    return outcome;
}

/// Adds `proof`, as the command's JSON has it, if there is one.
void add_certificate(Outcome& outcome, const std::optional<proof::Certificate>& certificate);

/// Declares Statistics.
void declare_outcomes(nb::module_& module);

}  // namespace scrump::python
