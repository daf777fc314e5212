#pragma once

// Include it for a custom choice of victims.
//
// The interface of all policies.
//
// A selector is pure: it gets information on the others and the outcomes of its choices, and answers with one of the
// others. It holds no lock, reads no clock and sends nothing; times are arguments. So the same class runs for workers
// of a locality, for localities over any network, in tests with numbers alone, and in simulations.

#include <scrump/net/topology.hpp>
#include <scrump/stealing/load_summary.hpp>

#include <limits>
#include <optional>
#include <vector>

namespace scrump {

/// A thief's judgement of a victim, by equations 3.2 and 3.3 of Xie (2023). No units.
struct Assessment {
    double score = 0;  ///< value of stealing from it
    double delay = 0;  ///< smoothed delay of its answers
};

/// A policy's selection for one thief. Candidates are numbered from 0; the thief is one of them and never its own
/// victim.
class VictimSelector {
  public:
    VictimSelector() = default;
    VictimSelector(const VictimSelector&) = delete;
    VictimSelector& operator=(const VictimSelector&) = delete;
    virtual ~VictimSelector() = default;

    /// The next victim; none if no candidate exists, or (for policies that gather knowledge) none is worth asking.
    virtual std::optional<unsigned> choose() = 0;

    /// Most requests that may be unanswered at once, each to another victim. More than one asks choose() again before
    /// the answers arrive.
    virtual unsigned most_requests() const { return 1; }
    /// Reports that a request was sent to a victim, which is either named by choose() or not.
    virtual void asked(unsigned /*victim*/) {}
    /// Reports that a victim named by choose() gave something.
    virtual void succeeded(unsigned /*victim*/) {}
    /// Reports that a victim named by choose() had nothing to give, or has not answered the last request yet.
    virtual void failed(unsigned /*victim*/) {}

    // --- Knowledge, for policies that use it. Times are in microseconds, on any clock that does not go back.

    /// Whether the policy needs the others' summaries. The functions below are called only if so.
    virtual bool uses_load_information() const { return false; }
    /// Time when the next automatic refresh is due.
    virtual double next_refresh() const { return std::numeric_limits<double>::infinity(); }
    /// The earliest time for a refresh after a failed steal. Before it, a thief asks the candidate that guess() names.
    virtual double next_auxiliary_refresh() const { return 0; }
    /// A candidate to ask about which nothing is known, if any: its answer is as informative as a refresh.
    virtual std::optional<unsigned> guess() { return std::nullopt; }
    /// Begins a refresh, an automatic one or after a failed steal; returns the candidates whose summaries are to be
    /// read now. `near` tells for each candidate whether reading costs no message; the number of others is bounded,
    /// however many exist.
    virtual std::vector<unsigned> begin_refresh(double /*now*/, const std::vector<bool>& /*near*/) { return {}; }
    /// Reports a candidate's summary, read in a refresh.
    virtual void learn(unsigned /*candidate*/, const LoadSummary& /*summary*/) {}
    /// Reports the time that a candidate took to answer a request over the network (equation 3.2).
    virtual void answered(unsigned /*candidate*/, double /*delay*/) {}
    /// Reports the answer to a steal request, after succeeded() or failed(): it has a summary, too.
    virtual void hear(unsigned candidate, const LoadSummary& summary, double delay) {
        answered(candidate, delay);
        learn(candidate, summary);
    }
    /// Ends the refresh: all summaries have been read, or no longer matter. `idle_fraction`, from 0 to 1, is the share
    /// of time in which the thief's own workers had no work since the last refresh.
    virtual void end_refresh(double /*now*/, double /*idle_fraction*/) {}

    /// The candidate that choose() would name now, for statistics; none unless the policy keeps one.
    virtual std::optional<unsigned> target() const { return std::nullopt; }
    /// The thief's judgement of a candidate, for statistics; none if the policy does not judge candidates.
    virtual std::optional<Assessment> assess(unsigned /*candidate*/) const { return std::nullopt; }
};

}  // namespace scrump
