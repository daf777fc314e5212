#pragma once
// What is known of a subproblem once its bound was raised as far as that is worth it: that there is nothing in it, or
// its shortest tour, or which edges are left and on which of them to branch.

#include <scrump/problems/tsp/ascent.hpp>
#include <scrump/problems/tsp/edge_set.hpp>
#include <scrump/problems/tsp/node.hpp>
#include <scrump/problems/tsp/one_tree.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace scrump::tsp {

/// A subproblem after its relaxation.
struct Relaxed {
    enum class Kind : std::uint8_t {
        empty,   ///< no tour is short enough
        solved,  ///< `node` is the shortest tour
        open,    ///< `node` is the subproblem without the edges that were settled
    };

    Kind kind = Kind::empty;
    Node node;
    std::vector<Edge> choices;  ///< open edges to branch on: one or two
    Node others{};              ///< solved: what was left when its tour was found, that tour with it
};

/// Relaxes one subproblem after another. It keeps its memory, so one for each thread is enough.
class Relaxation {
  public:
    static Relaxation& of_this_thread();

    /// What is left of `node`, which has at least three cities and is no tour, if only tours of at most `most` count.
    /// Once `hurried()`, if that is given, it takes what there is instead of going on for better bounds.
    Relaxed relax(const Instance& instance, const Node& node, Length most, const std::function<bool()>& hurried = {});

  private:
    AscentEnd reduce_complete();
    AscentEnd reduce();
    bool hurried() const { return hurried_ != nullptr && *hurried_ && (*hurried_)(); }
    std::size_t settle();
    Node what_is_left(Length bound) const;
    Tour tour_of_tree() const;
    std::vector<Edge> choose();

    const Instance* instance_ = nullptr;
    const std::function<bool()>* hurried_ = nullptr;
    Scaled limit_ = 0;  // what bounds must not exceed
    std::vector<Scaled> multipliers_;
    CompleteOneTree complete_;
    EdgeSet edges_;
    OneTree tree_;
    Ascent ascent_;

    struct Branching {
        Scaled first_rise = -1;
        Scaled second_rise = -1;
        Edge first;
        Edge second;
    };
    std::vector<Edge> kept_;
    std::vector<Edge> forced_;
    std::vector<Branching> branchings_;  // at each city
    std::vector<std::uint8_t> has_forced_;
};

}  // namespace scrump::tsp
