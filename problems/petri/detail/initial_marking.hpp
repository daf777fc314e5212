#pragma once
// What the initial marking says of a formula: it is replaced by its value, or parts of it are.

#include <scrump/problems/petri/formula.hpp>
#include <scrump/problems/petri/net.hpp>

#include <vector>

namespace scrump::petri {

/// The net must outlive it.
class InitialMarking {
  public:
    explicit InitialMarking(const Net& net);

    const std::vector<Tokens>& tokens() const { return tokens_; }
    bool is_stuck() const { return is_stuck_; }
    bool holds(const Formula& of_marking) const { return holds_in(net_, of_marking, tokens_); }
    /// A formula with the same value here, in which what this marking alone decides is decided.
    Formula decide(const Formula& formula) const;

  private:
    // A formula of the only path, which stays in this marking.
    Formula for_ever(const Formula& formula) const;
    Formula replace(const Formula& formula) const;
    Formula replace_quantified(const Formula& formula) const;

    const Net& net_;
    std::vector<Tokens> tokens_;
    bool is_stuck_ = false;
};

}  // namespace scrump::petri
