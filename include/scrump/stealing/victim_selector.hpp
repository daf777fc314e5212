#pragma once
// Whom to steal from: what all policies have in common.
//
// A selector is pure: it is told what is known of the others and what came of its choices, and answers with one of
// them. It holds no lock, reads no clock and sends nothing; where time matters it is passed in. So the same class runs
// for workers of a locality, for localities over any network, in tests on numbers, and in simulations.

#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

namespace scrump {

/// What a locality lets others know of itself.
struct LoadSummary {
    double work_rate = 0;     ///< the average of its workers' work rates (equation 3.1 of Xie (2023))
    std::uint64_t tasks = 0;  ///< tasks that a thief could get: those waiting, and busy workers that would split
    /// Where in heuristic order the first of them is; the least number is first.
    std::uint64_t first_task = std::numeric_limits<std::uint64_t>::max();
};

/// A policy at work for one thief. Candidates are numbered from 0; the thief is one of them and never its own victim.
class VictimSelector {
  public:
    VictimSelector() = default;
    VictimSelector(const VictimSelector&) = delete;
    VictimSelector& operator=(const VictimSelector&) = delete;
    virtual ~VictimSelector() = default;

    /// The next victim; none if there is nobody, or (for policies that gather knowledge) nobody worth asking.
    virtual std::optional<unsigned> choose() = 0;

    /// A victim that choose() named gave something.
    virtual void succeeded(unsigned /*victim*/) {}
    /// A victim that choose() named had nothing to give, or has not answered the last question yet.
    virtual void failed(unsigned /*victim*/) {}

    // --- Knowledge, for policies that use it. Times are in microseconds, on any clock that does not go back.

    /// Whether the policy wants to know the others' summaries at all. What follows is called only if so.
    virtual bool uses_load_information() const { return false; }
    /// When the next automatic refresh is due.
    virtual double next_refresh() const { return std::numeric_limits<double>::infinity(); }
    /// The earliest time for a refresh because a steal failed. Before it, a thief asks whom guess() names.
    virtual double next_auxiliary_refresh() const { return 0; }
    /// Whom to ask of whom nothing is known, if there is anybody: the answer says as much as a refresh would.
    virtual std::optional<unsigned> guess() { return std::nullopt; }
    /// A refresh begins, automatic or because a steal failed: whose summaries are to be read now. `near` says of each
    /// candidate whether reading costs no message; the number of others is bounded whatever their number.
    virtual std::vector<unsigned> begin_refresh(double /*now*/, const std::vector<bool>& /*near*/) { return {}; }
    /// What a candidate's summary was, read in a refresh or received along with an answer.
    virtual void learn(unsigned /*candidate*/, const LoadSummary& /*summary*/) {}
    /// How long a candidate took to answer a question over the network (equation 3.2).
    virtual void answered(unsigned /*candidate*/, double /*delay*/) {}
    /// The refresh has ended: all that were to be read have been, or no longer matter. `idle_fraction`, from 0 to 1, is
    /// the share of the time that the thief's own workers had no work since the last refresh.
    virtual void end_refresh(double /*now*/, double /*idle_fraction*/) {}
};

}  // namespace scrump
