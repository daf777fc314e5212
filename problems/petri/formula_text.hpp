#pragma once
// Formulas about a net as people write them.

#include <scrump/problems/petri/formula.hpp>
#include <scrump/problems/petri/net.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace scrump::petri {

/// Transitions that are fair in what is asked: of an unfolded net, one of the coloured net with all its bindings.
struct Fairness {
    std::vector<std::string> weak{};    ///< fire again and again if they stay enabled
    std::vector<std::string> strong{};  ///< fire again and again if they are enabled again and again

    bool empty() const { return weak.empty() && strong.empty(); }
};

/// Reads a formula of LTL such as `G (waiting > 0 -> F fires(enter))`: of all paths, unless it begins with A or E.
/// Only fair paths count.
///
/// From the tightest to the loosest: !, X, F and G before a formula; U, R and W (weak until) between two; & or &&;
/// | or ||; ->; <->. U, R, W and -> group to the right. Of a marking: sums such as `ready + 2 busy + 1`, compared by
/// <=, <, >=, >, = or !=; `enabled(t, u)`, one of which is enabled; `deadlock`, `true` and `false`. Of a step:
/// `fires(t, u)`, one of which leads to the next marking. Places and transitions are called by their ids or names;
/// names that are not words, or that are words of formulas, stand in double quotes. Throws UsageError that says where
/// the text is not a formula of the net.
Formula parse_ltl(std::string_view text, const Net& net, const Fairness& fairness = {});

/// Reads a formula of CTL such as `AG (waiting > 0 -> EF busy > 0)`: A or E stands before each X, F, G, U, R and W,
/// and these before U in brackets: `A (p U q)`. The rest is as of LTL, without steps. Throws likewise.
Formula parse_ctl(std::string_view text, const Net& net);

}  // namespace scrump::petri
