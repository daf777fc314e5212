#pragma once
// Sokoban as a state space: each step of the keeper is a transition, so that a shortest path to a solved state has the
// fewest moves. Solving a level is PSPACE-complete (Culberson, 1997).

#include <scrump/problems/sokoban/level.hpp>

#include <algorithm>
#include <span>
#include <string>
#include <vector>

namespace scrump::sokoban {

/// The position of the keeper, followed by those of the boxes, in ascending order.
using State = std::vector<Cell>;
using StateSpan = std::span<const Cell>;

/// A level as a state space.
class Sokoban {
  public:
    explicit Sokoban(Level level) : level_(std::move(level)) {}

    const Level& level() const { return level_; }

    State initial() const;
    /// The states after one step of the keeper.
    template <class Yield>
    void successors(StateSpan state, const Yield& yield) const {
        State next;
        for (const Direction where : directions)
            if (step(state, where, next)) yield(next);
    }

    /// Whether each box stands on a goal.
    bool is_solved(StateSpan state) const {
        return std::ranges::all_of(state.subspan(1), [&](Cell box) { return level_.goals[box]; });
    }

    /// The level as text with the current positions of keeper and boxes.
    std::string to_string(StateSpan state) const;
    /// The steps of a path, in the usual letters: l, u, r, d, upper case if a box is pushed.
    std::string moves(std::span<const State> path) const;

  private:
    bool step(StateSpan state, Direction where, State& next) const;

    Level level_;
};

}  // namespace scrump::sokoban
