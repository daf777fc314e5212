#pragma once
// How an answer of a problem that is described is reported: its numbers become the names of things in files.

#include "run/graphs.hpp"
#include "run/report.hpp"

#include <scrump/problems/described/ext/problem.hpp>

#include <cstdint>
#include <span>
#include <string>

namespace scrump::cli {

/// What files call the things of an instance.
struct Naming {
    std::uint64_t first_number = 1;  ///< of the first thing, where things are numbered
    Origin first{};                  ///< of the graph, or of the first of two
    Origin second{};                 ///< of the second graph
};

/// What a report says of an instance: a fact for machines.
Report::Json json_of(const described::Fact& fact);

/// Adds the answer to the question to the report.
void add_outcome(Report& report, const described::Problem& problem, const Naming& naming,
                 const described::Question& question, described::Outcome outcome);

}  // namespace scrump::cli
