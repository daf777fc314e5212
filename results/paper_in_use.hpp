#pragma once
// The system of a paper that a run was.

#include "results/statistics_json.hpp"

#include <scrump/runtime/paper.hpp>

namespace scrump::results {

/// Adds `paper` to the choices of a run, if the options name one and all that makes it is in force.
template <class Options>
void put_paper(Json& choices, const Options& options) {
    const std::string paper = paper_in_force(options);
    if (!paper.empty()) choices["paper"] = paper;
}

}  // namespace scrump::results
