#pragma once
// The decision diagrams of a locality: their nodes, what is remembered of operations, the handles that hold them, and
// when nodes are collected.
//
// Nodes are collected where a table is full to its threshold: while all other workers stand still, whatever handles,
// workers in the middle of operations, and results of stolen tasks hold is marked, and all else is freed. Steps of a
// collection: mark, depth first; free what is not marked; make searches find what is left. If more than half of the
// table is still in use then, and there may be a larger one, all operations are given up, the table grows, and they are
// done again.

#include <scrump/states/diagrams/detail/diagram_worker.hpp>
#include <scrump/states/diagrams/options.hpp>
#include <scrump/tasks/detail/companion.hpp>

#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

namespace scrump::detail {

/// The edges that handles hold.
class HeldByHandles {
  public:
    using Slot = std::uint32_t;

    Slot add(Edge edge);
    void remove(Slot slot) { free_.push_back(slot), edges_[slot] = Edge::no(); }
    Edge operator[](Slot slot) const { return edges_[slot]; }
    std::vector<Edge>& all() { return edges_; }

  private:
    std::vector<Edge> edges_;
    std::vector<Slot> free_;
};

class DiagramLocality final : public Companion {
  public:
    /// `handles` outlive it.
    DiagramLocality(TaskLocality& home, const DiagramOptions& options, HeldByHandles& handles);

    void* context(unsigned worker) override { return workers_[worker].get(); }

    // --- For workers in operations

    const std::atomic<bool>& given_up() const { return given_up_; }
    /// Allows a worker to put more nodes; collects if need be. Throws NoRoom.
    void make_room(DiagramWorker& worker);
    /// All operations are to be given up: there was no place for a node.
    void give_up() { given_up_.store(true, std::memory_order_relaxed); }

    // --- For who begins operations, while there are none

    /// After they were given up: has a larger table. Throws Error where there may be none.
    void grow();
    /// Collects.
    void collect();

    DiagramWorker& worker(unsigned index) { return *workers_[index]; }
    DiagramStatistics statistics() const;

  private:
    std::uint64_t threshold() const { return nodes_.buckets() / 4 * 3; }
    void mark(Edge edge);
    void mark_all();
    DiagramCounts counts() const;
    std::uint64_t in_use() const;
    void start_with(std::uint64_t in_use);

    TaskLocality& home_;
    HeldByHandles& handles_;
    const DiagramOptions options_;
    const bool alone_;
    NodeTable nodes_;
    OperationCache cache_;
    std::vector<std::unique_ptr<DiagramWorker>> workers_;
    std::vector<Edge> to_mark_;
    std::uint64_t left_ = 0;  // nodes after the last collection
    std::uint64_t inserted_before_ = 0;
    std::uint64_t peak_ = 0;
    std::uint64_t collections_ = 0;
    std::uint64_t growths_ = 0;

    alignas(cache_line) std::atomic<std::int64_t> room_ = 0;  // nodes that no worker is allowed yet
    alignas(cache_line) std::atomic<bool> given_up_ = false;
};

}  // namespace scrump::detail
