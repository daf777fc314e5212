#pragma once

// Include it for answers to questions about the reachable markings of a net.
//
//     const scrump::petri::Net net = scrump::petri::parse_pnml(text, "net.pnml");
//     const auto found = scrump::petri::check(net, scrump::petri::parse_properties(xml, "properties.xml", net), {});
//     for (const scrump::petri::Verdict& each : found.verdicts) std::cout << each.id << ' ' << to_string(each) << '\n';

#include <scrump/problems/petri/formula.hpp>
#include <scrump/problems/petri/net.hpp>
#include <scrump/problems/petri/reach.hpp>
#include <scrump/problems/petri/reduction.hpp>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace scrump::petri {

/// How an answer was found.
enum class Method : std::uint8_t {
    structure,  ///< from the net and the formula alone
    walk,       ///< by a path that was found at random
    diagrams,   ///< by decision diagrams of all reachable markings
    states,     ///< by visiting markings one by one
};
const char* name(Method method);

/// The answer to a property, if it is known.
struct Verdict {
    std::string id{};
    std::optional<bool> holds{};           ///< of all kinds of properties but bounds
    std::optional<std::uint64_t> bound{};  ///< of bounds
    Method method = Method::diagrams;      ///< of the answer
    std::string why{};                     ///< why nothing is known, if so
    /// Transitions from the initial marking on that show it: to a marking that is reached, or that violates what must
    /// always hold, or to a deadlock, or to a cycle. Of CTL it follows what is outermost, and goes on as far as one
    /// path can. None if a path does not show it, or if none was looked for.
    std::optional<std::vector<std::uint32_t>> path{};
    std::vector<std::uint32_t> cycle{};  ///< transitions of the cycle after it, if one shows it
    double seconds = 0;                  ///< when it was known, from the beginning

    bool is_known() const { return holds.has_value() || bound.has_value(); }
};

/// "true", "false", a number, or "unknown".
std::string to_string(const Verdict& verdict);

/// Options of check().
struct CheckOptions {
    NetReachOptions reach{};  ///< order, workers, memory and time limit
    bool find_paths = true;   ///< whether to look for paths that show answers
    /// Which markings are visited one by one, where all of them are not needed for an answer.
    NetReduction reduction = NetReduction::stubborn;
    /// Called with each answer when it is known, one call at a time; without paths that are found later.
    std::function<void(const Verdict&)> answered{};
};

/// What is known.
struct Checked {
    /// `complete` if all answers are known. Otherwise the first of these that keeps one from being known, as its `why`
    /// says: `cancelled`, `time_limit`, `memory_limit`, `node_limit` (the largest number of buckets of diagrams),
    /// `stuck` (no limit was reached, but no method answers it).
    Status status = Status::complete;
    std::vector<Verdict> verdicts{};  ///< in the order of the properties
    std::uint64_t steps_walked = 0;   ///< transitions fired at random
    std::uint64_t visited = 0;        ///< markings visited one by one, for formulas of CTL and bounds
    /// Of the search for all markings, if it was needed: complete if these are known, even if what came after it was
    /// stopped.
    NetReachability reached{};
};

/// Answers questions about a net, in this process: by its structure; by random walks, which show what is reached, and
/// formulas of LTL on a few markings; by decision diagrams of all markings; and if there is no room for these, or four
/// fifths of the time have passed, by visiting markings one by one, reduced by stubborn sets where these are enough.
/// Paths of CTL end where no transition is enabled: EX does not hold there, and AX does; paths of LTL stay there for
/// ever. Throws UsageError for invalid options.
Checked check(const Net& net, const std::vector<Property>& properties, const CheckOptions& options);

}  // namespace scrump::petri
