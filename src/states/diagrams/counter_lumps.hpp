#pragma once
// Counters between which units move freely become one counter, their sum: all ways to divide it are reachable, so they
// need not be visited to be counted (agglomeration of places: Berthomieu, Le Botlan and Dal Zilio, Counting Petri net
// markings from reduction equations, STTT 2019).
//
// A move is a transition that takes one from a counter, adds one to another, and tests nothing else. Two counters are
// lumped
// - if there are moves both ways: then each division can be changed into each other one; or
// - if the second one is initially 0, gains by moves from the first one alone, and whatever else changes it takes all
//   that it tests for. Then everything may wait in the first counter until it is taken from the second one.
// No other transition may test them for a largest value. What is lumped may be lumped again.

#include <scrump/states/diagrams/counters.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace scrump::detail {

class CounterLumps {
  public:
    explicit CounterLumps(const CounterSystem& system);

    /// Whether any counters are lumped.
    bool exist() const { return members_.size() < counters_; }
    /// The system of lumps. It has the same transitions in the same order: a move within a lump only tests it.
    const CounterSystem& lumped() const { return lumped_; }
    /// Options of its search.
    CounterReachOptions options(const CounterReachOptions& of) const;
    /// For each of these lumps, its number of counters.
    std::vector<std::uint32_t> sizes(std::span<const std::uint32_t> lumps) const;
    /// Turns values and levels of lumps into those of their counters.
    void expand(CounterReachability& found) const;

  private:
    std::vector<std::uint32_t> lumps_of(std::span<const std::uint32_t> counters) const;

    std::size_t counters_;
    CounterSystem lumped_;
    std::vector<std::vector<std::uint32_t>> members_;  // by lump
    std::vector<std::uint32_t> lump_of_;               // by counter
};

}  // namespace scrump::detail
