#pragma once
// What can be asked of a net's markings: formulas of CTL*, of which the Model Checking Contest asks those of
// reachability, CTL and LTL.

#include <scrump/problems/petri/net.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace scrump::petri {

/// A number in a marking: a constant, and tokens of places, each as often as it is named.
struct Sum {
    std::int64_t constant = 0;
    std::vector<std::uint32_t> places{};  ///< ascending; a place may be there more than once

    bool operator==(const Sum&) const = default;
};

/// A formula: of a marking, or of a path of markings.
struct Formula {
    enum class Kind : std::uint8_t {
        yes,         ///< always holds
        no,          ///< never holds
        at_most,     ///< `left` is at most `right`
        enabled,     ///< one of `transitions` is enabled
        deadlock,    ///< no transition is enabled
        fires,       ///< the step from here may be one of `transitions`: they lead to the next marking; of a path
        negation,    ///< the part does not hold
        all,         ///< all parts hold
        any,         ///< one of the parts holds
        some_path,   ///< E: the part, of a path, holds on some path from here
        every_path,  ///< A: it holds on every path from here
        next,        ///< X: the part holds in the next marking; of a path
        eventually,  ///< F
        always,      ///< G
        until,       ///< U: the second part holds at some time, and the first one until then
    };

    Kind kind = Kind::yes;
    Sum left{}, right{};                       ///< of `at_most`
    std::vector<std::uint32_t> transitions{};  ///< of `enabled` and `fires`, ascending
    std::vector<Formula> parts{};

    bool operator==(const Formula&) const = default;
};

/// What is asked.
struct Property {
    enum class Kind : std::uint8_t {
        formula,         ///< whether `formula` holds in the initial marking
        bound,           ///< the most tokens, over all reachable markings, of `sum`
        deadlock,        ///< ReachabilityDeadlock: whether a reachable marking enables no transition
        one_safe,        ///< OneSafe: whether no place ever holds more than one token
        quasi_live,      ///< QuasiLiveness: whether each transition is enabled in some reachable marking
        live,            ///< Liveness: whether from each reachable marking, one is reached that enables it
        stable_marking,  ///< StableMarking: whether some place has the same tokens in all reachable markings
    };

    std::string id{};
    Kind kind = Kind::formula;
    Formula formula{};
    Sum sum{};
};

/// Whether a formula is `yes` or `no`.
bool is_constant(const Formula& formula);
/// Whether a formula is one of LTL: A or E before a formula of paths without A and E.
bool is_ltl(const Formula& formula);
/// Whether a formula is one of CTL: X, F, G and U stand directly within A or E, and these nowhere else.
bool is_ctl(const Formula& formula);
/// Whether a formula says something about a marking alone: no A, E, X, F, G, U and `fires` in it.
bool is_of_marking(const Formula& formula);
/// An equivalent formula that is shorter or easier to check: without constants, with few negations, with operators of
/// paths merged, such as EF EF p and AG EG p. Of CTL, EX and AX are each other's opposite: AX holds where no transition
/// is enabled. A path of LTL stays for ever where it ends. Some formulas of LTL become formulas of CTL.
Formula simplified(const Formula& formula);
/// The negation of a formula, simplified.
Formula negated(const Formula& formula);
/// Whether it says something about steps: `fires` is in it.
bool is_about_steps(const Formula& formula);
/// Whether a formula of a marking holds in one, which has the tokens of each place. Throws Error for one of paths.
bool holds_in(const Net& net, const Formula& formula, const std::vector<Tokens>& marking);
/// A formula as people read it, such as "AG (ready + busy <= 3 & !enabled(start))".
std::string to_string(const Net& net, const Formula& formula);

}  // namespace scrump::petri
