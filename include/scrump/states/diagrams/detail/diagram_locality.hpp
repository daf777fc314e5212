#pragma once
// The decision diagrams of a locality: their nodes, what is remembered of operations, the handles that hold them, and
// when nodes are collected.
//
// Nodes are collected where a table is full to its threshold: while all other workers stand still, whatever handles,
// workers in the middle of operations, and results of stolen tasks hold is marked, and all else is freed. Steps of a
// collection: mark, depth first; free what is not marked; make searches find what is left. If more than half of the
// table is still in use then, and there may be a larger one, all operations are given up, the table grows, and they are
// done again.

#include <scrump/runtime/remote_array.hpp>
#include <scrump/states/diagrams/detail/diagram_memory.hpp>
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
    using Word = DiagramControl::Word;

    /// `handles` outlive it.
    DiagramLocality(TaskLocality& home, const DiagramOptions& options, HeldByHandles& handles);

    void* context(unsigned worker) override { return workers_[worker].get(); }

    // --- For workers in operations

    /// Allows a worker to put more nodes; collects if need be. Throws NoRoom.
    void make_room(DiagramWorker& worker);
    /// All operations are to be given up, in all localities, as there was no place for a node.
    void give_up(DiagramWorker& worker);
    /// Has a worker use what is there now.
    void bring_up_to_date(DiagramWorker& worker, const DiagramControl& before, const DiagramControl& now);
    /// The relations that were told, for a worker of this locality.
    Relations relations(DiagramWorker& worker);

    // --- For who begins operations, in the first locality, while there are none

    DiagramWorker& worker(unsigned index) { return *workers_[index]; }
    /// Whether operations were given up.
    bool gave_up() const;
    /// After that: makes room, by a collection or a larger table; `again`: what was done did not do. Throws Error where
    /// there is no room to be made.
    void recover(bool again);
    /// Collects. `in_operations`: what these hold is kept, too, which there is in a locality that is alone.
    void collect(bool in_operations = false);
    /// Has all workers find these; returns their version.
    std::uint64_t tell(const Relations& relations);

    /// Of this locality.
    DiagramStatistics statistics() const;

  private:
    // What is in the first locality's array alone is not used in others.
    enum ControlWord : std::uint8_t {
        control,  ///< what workers look at
        room,     ///< how many nodes no worker is allowed yet; in the first locality
        control_words
    };
    static constexpr std::size_t words_before_relations = 1;  // their number

    std::uint64_t buckets() const { return memory_.buckets(growths_); }
    std::uint64_t threshold() const { return buckets() / 4 * 3; }
    unsigned index_of(const DiagramWorker& worker) const;
    [[noreturn]] void leave();
    void set_control(DiagramWorker& worker, const DiagramControl& to);
    template <class Table>
    void mark_all(Table& table, bool in_operations);
    template <class Table>
    void mark(Table& table, Edge edge);
    void start_with(std::uint64_t in_use);
    void grow();
    DiagramCounts counts() const;
    std::int64_t room_left() const;
    std::uint64_t in_use() const;

    TaskLocality& home_;
    HeldByHandles& handles_;
    const unsigned localities_;
    RemoteArray& control_array_;
    RemoteArray& relations_array_;
    DiagramMemory memory_;
    std::vector<std::unique_ptr<DiagramWorker>> workers_;
    std::atomic<std::uint64_t> rounds_ = 0;  // how often all tags of the cache were used

    // Of who begins operations, or who collects.
    std::vector<Edge> to_mark_;
    std::uint64_t collections_ = 0;
    unsigned growths_ = 0;
    std::uint64_t left_ = 0;  // nodes after the last collection
    std::uint64_t peak_ = 0;
    Relations told_;
    std::uint64_t relations_version_ = 0;
};

}  // namespace scrump::detail
