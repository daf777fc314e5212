#pragma once
// How a worker with a steal stack explores its nodes in batches: all children of a batch are made at once, so the stack
// holds all open nodes. For enumerations, whose generators request it.

#include <scrump/metrics/counters.hpp>
#include <scrump/runtime/detail/attention.hpp>
#include <scrump/search/detail/batch_engine.hpp>
#include <scrump/search/detail/checks.hpp>
#include <scrump/search/detail/stack_protocol.hpp>
#include <scrump/search/detail/task_of.hpp>

#include <cstddef>
#include <cstdint>

namespace scrump::detail {

template <class Search>
class BatchExplorer {
  public:
    using Visitor = typename Search::Visitor;
    using SearchBatch = Batch<typename Search::Generator, Visitor>;
    using Columns = typename SearchBatch::Columns;

    static constexpr std::size_t batch_size = SearchBatch::size;
    static constexpr bool draws = false;

    /// Number of words of a chunk of this number of nodes.
    static std::size_t chunk_words(std::size_t chunk) { return Columns::packed_words(Columns::words + 1, chunk); }

    BatchExplorer(Visitor& visitor, Attention& attention, Counters& counters, unsigned depth_limit)
        : attention_(attention),
          counters_(counters),
          depth_limit_(depth_limit),
          space_(visitor.space()),
          batch_(visitor.space(), visitor, counters, depth_limit) {}

    OpenNodes& nodes() { return nodes_; }

    /// Puts a node onto the stack that was visited before.
    void plant(TaskPtr task) {
        if (task->depth < depth_limit_) nodes_.push(TaskOf<Search>::of(*task).node, task->depth);
    }

    /// Throws Error if a node on the stack cannot belong to this search.
    void check_nodes() const {
        for (std::size_t index = 0; index < nodes_.size(); ++index) {
            const unsigned depth = nodes_.depth(index);
            require_own(
                depth < depth_limit_ && may_be_searched<typename Search::Generator>(space_, nodes_.node(index), depth),
                stolen_node);
        }
    }

    /// Explores until the stack is empty; returns false if the host ends it.
    template <class Host>
    bool explore(Host&& host, StackProtocol& protocol) {
        return explore_batches(batch_, nodes_, counters_, attention_, host,
                               [&](std::uint64_t nodes) { protocol.poll(nodes); });
    }

  private:
    Attention& attention_;
    Counters& counters_;
    const unsigned depth_limit_;
    const typename Search::Space& space_;
    SearchBatch batch_;
    Columns nodes_;
};

}  // namespace scrump::detail
