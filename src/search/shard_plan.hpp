#pragma once
// The division of a tree into shards: the same in all jobs that divide the same search.
//
// From the root on, the subtree that seems largest (subtree_sizes.hpp) is replaced by its children, until there are
// many more subtrees than shards, and none of them is a large part of a shard. Then they are dealt out, the largest
// first, each to the shard that has least. The first shard also has the nodes above the subtrees.

#include "subtree_sizes.hpp"

#include <scrump/net/codec.hpp>
#include <scrump/pools/detail/task.hpp>
#include <scrump/search/detail/search_worker.hpp>
#include <scrump/search/shard.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <queue>
#include <vector>

namespace scrump::detail {

class ShardPlan {
  public:
    /// The division is abandoned once `goes_on()`, which is asked before each node, is false.
    ShardPlan(ShardPlanner& planner, Shard shard, std::function<bool()> goes_on);

    /// Divides the tree below `root`; returns whether it is divided. If a planned node ends the search, no subtrees are
    /// left.
    bool divide(TaskPtr root);

    /// The subtrees of this shard, in heuristic order. Their roots are visited.
    Tasks take_own();

    /// Number of subtrees of all shards.
    std::size_t subtrees() const { return subtrees_; }
    /// Digest of the whole division.
    std::string summary() const;

  private:
    struct Planned {
        TaskPtr task{};            // none: its children took its place
        std::size_t children = 0;  // index of the first one
        std::size_t count = 0;     // number of children
        unsigned owner = 0;        // index of a shard, from 1; 0: none
    };
    // The larger one comes first, and of equal ones the older one.
    struct Estimate {
        double size = 0;
        std::size_t index = 0;
        bool operator<(const Estimate& other) const {
            return size != other.size ? size < other.size : index > other.index;
        }
    };

    void make(TaskPtr root);
    bool is_fine() const;
    void add(TaskPtr task);
    bool expand(std::size_t index);
    void deal();

    ShardPlanner& planner_;
    SubtreeSizes sizes_;
    const Shard shard_;
    const std::size_t wanted_;
    std::vector<Planned> nodes_;
    std::priority_queue<Estimate> open_;
    double open_size_ = 0;
    std::size_t subtrees_ = 0;
    Encoder trace_;  // everything on which the division depends
};

}  // namespace scrump::detail
