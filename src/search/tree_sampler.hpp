#pragma once
// The number of nodes below open nodes, from samples of the tree: nodes of the same depth with the same number of
// promising children make a stratum (Chen, Heuristic sampling: a method for predicting the performance of tree
// searching programs, SIAM Journal on Computing 21, 1992; with one node a stratum it is his method, and without strata
// that of Knuth, Estimating the efficiency of backtrack programs, Mathematics of Computation 29, 1975).
//
// A sample goes through the tree level by level. Each node has a weight: the number of nodes that it stands for. Of a
// stratum with more nodes than are to be expanded, some are chosen systematically, each with a probability in
// proportion to its weight, and share the weight of all. So the mean of the sum is the number of nodes, whatever the
// strata are; a stratum of similar nodes makes its variance small. Where nothing is left out, the sum is exact.
//
// Open nodes may come from a snapshot of a search that runs, or from a checkpoint: then only what is left is sampled.

#include <scrump/base/random.hpp>
#include <scrump/pools/detail/task.hpp>
#include <scrump/search/detail/search_worker.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace scrump::detail {

/// Mean of samples, and the standard error of the mean.
struct SampledSize {
    double nodes = 0;
    double error = 0;
    std::uint64_t samples = 0;
    bool exact = false;  ///< whether all nodes were counted
};

class TreeSampler {
  public:
    /// Samples what is below and, if they are unvisited, with these nodes.
    TreeSampler(std::unique_ptr<ShardPlanner> planner, std::vector<Subtree> open, std::uint64_t seed);

    /// Goes on until about `nodes` more nodes are expanded, or the size is exact.
    void advance(std::uint64_t nodes);

    /// The size as far as it is known: not before there are a few samples.
    std::optional<SampledSize> size() const;
    bool exact() const { return exact_; }
    /// Number of nodes that samples visited.
    std::uint64_t probed() const { return planner_->planned.nodes + planner_->probed.nodes; }

  private:
    // Nodes wait in shared tasks: many samples begin with the same open nodes.
    struct Entry {
        std::shared_ptr<const Task> task{};
        std::size_t children = 0;  // that are promising
        double weight = 1;
    };
    using Level = std::map<std::size_t, std::vector<Entry>>;  // by kind
    struct Sample {
        double nodes = 0;
        std::size_t width = 0;
    };

    void look_at_next_open();
    void begin_sample();
    void begin_level();
    void choose(std::vector<Entry>& stratum);
    void end_sample();
    double look_at(std::shared_ptr<const Task> node, double weight, std::vector<Entry>& inner);
    void offer(Entry entry);
    Tasks children_of(const Task& node);

    const std::unique_ptr<ShardPlanner> planner_;
    std::vector<Subtree> open_;
    std::size_t looked_at_ = 0;
    double base_ = 0;  // nodes that every sample has
    std::vector<Entry> first_;

    SplitMix64 random_;
    std::size_t width_;  // number of nodes of a stratum that are expanded
    bool sampling_ = false;
    bool left_out_ = false;  // whether the sample has left out any node
    std::map<unsigned, Level> levels_;
    std::vector<Entry> chosen_;  // of the level under way
    std::vector<Entry> offered_;
    double sum_ = 0;
    std::vector<Sample> samples_;
    bool exact_ = false;
};

}  // namespace scrump::detail
