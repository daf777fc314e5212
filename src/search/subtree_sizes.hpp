#pragma once
// Estimates of the sizes of subtrees, from samples of the tree: nodes of the same depth that have the same number of
// promising children are taken to be alike (strata: Chen, Heuristic sampling: a method for predicting the performance
// of tree searching programs, SIAM Journal on Computing 21, 1992). A few nodes of each kind are expanded, level by
// level; then, from the deepest level up, the size of a kind is the mean over its nodes: their children, and the sizes
// of the kinds of these. Random walks would miss the few deep branches that make up most of a lopsided tree.
//
// The same everywhere for the same search.

#include <scrump/base/random.hpp>
#include <scrump/pools/detail/task.hpp>
#include <scrump/search/detail/search_worker.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <utility>
#include <vector>

namespace scrump::detail {

/// The kind of a node with that many promising children: a number of at most `digits` binary digits is a kind of its
/// own, larger ones are of a kind if they have the same first digits.
std::size_t kind_by_children(std::size_t children, unsigned digits);

/// Thrown before the next node once `goes_on()` is false.
struct DivisionAbandoned {};

class SubtreeSizes {
  public:
    SubtreeSizes(ShardPlanner& planner, std::function<bool()> goes_on)
        : planner_(planner), goes_on_(std::move(goes_on)) {}

    /// Throws DivisionAbandoned once the division is to be abandoned.
    void check() const {
        if (!goes_on_()) throw DivisionAbandoned();
    }

    /// Takes samples of the subtree below a visited node.
    void sample(const Task& root);

    /// Estimated number of nodes below a visited node.
    double below(const Task& root);

  private:
    // By depth, and by number of children.
    using Kind = std::pair<unsigned, std::size_t>;
    // A node with its promising children, and the number of all that were visited.
    struct Expanded {
        Tasks children;
        std::uint64_t visited = 0;
    };
    struct Sample {
        std::uint64_t visited = 0;
        std::vector<Kind> children;
    };
    struct Stratum {
        std::uint64_t seen = 0;
        std::vector<Expanded> nodes;  // of the level that is being sampled
        std::vector<Sample> samples;
        double size = 0;
    };
    using Level = std::map<Kind, Stratum>;

    Expanded expand(const Task& node);
    static Kind kind_of(unsigned depth, const Expanded& node);
    Kind offer(Level& level, unsigned depth, Expanded node);
    void learn(const Task& root);
    double size_of(const Kind& kind) const;
    double mean_size(const Stratum& stratum) const;

    ShardPlanner& planner_;
    const std::function<bool()> goes_on_;
    SplitMix64 random_{1};
    std::vector<Level> levels_;
};

}  // namespace scrump::detail
