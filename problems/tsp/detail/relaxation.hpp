#pragma once
// The result of raising a subproblem's bound as far as worthwhile: that it is empty, or its shortest tour, or the
// remaining edges and those to branch on.

#include <scrump/problems/tsp/detail/ascent.hpp>
#include <scrump/problems/tsp/detail/cutting_planes.hpp>
#include <scrump/problems/tsp/detail/edge_set.hpp>
#include <scrump/problems/tsp/detail/node.hpp>
#include <scrump/problems/tsp/detail/one_tree.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
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
    Node others{};              ///< if solved: the rest when its tour was found, including that tour
};

/// Relaxes one subproblem after another. It keeps its memory, so each thread needs only one.
class Relaxation {
  public:
    static Relaxation& of_this_thread();

    /// Relaxes `node`, which has at least three cities and is not a tour, if only tours of length at most `most` count.
    /// Once `hurried()`, if given, it stops early instead of improving bounds.
    /// `with_cuts`: whether a linear program may be used, if this machine has a solver.
    Relaxed relax(const Instance& instance, const Node& node, Length most, const std::function<bool()>& hurried = {},
                  bool with_cuts = true);

  private:
    AscentEnd reduce_complete();
    AscentEnd reduce();
    bool hurried() const { return hurried_ != nullptr && *hurried_ && (*hurried_)(); }
    std::size_t settle();
    bool cuts_pay() const;
    std::optional<Relaxed> relax_by_cuts(const Node& node);
    Relaxed relax_by_trees(AscentEnd end, const Node& node);
    void sort_by_rise();
    Node what_is_left(Length bound) const;
    Relaxed solved_by(Tour tour) const;
    Tour tour_of_tree() const;
    std::vector<Edge> choose();

    const Instance* instance_ = nullptr;
    const std::function<bool()>* hurried_ = nullptr;
    Scaled limit_ = 0;  // limit for bounds
    std::vector<Scaled> multipliers_;
    CompleteOneTree complete_;
    EdgeSet edges_;
    OneTree tree_;
    Ascent ascent_;
    CuttingPlanes planes_;

    struct Branching {
        Scaled first_rise = -1;
        Scaled second_rise = -1;
        Edge first;
        Edge second;
    };
    std::vector<Edge> kept_;
    std::vector<Edge> forced_;
    std::vector<Branching> branchings_;  // one for each city
    std::vector<std::uint8_t> has_forced_;
};

}  // namespace scrump::tsp
