#pragma once
// The decision diagrams of a locality: their nodes, what is remembered of operations, the handles that hold them, and
// when nodes are collected.
//
// A table is full where all its slots are in use. Nodes are collected then: while all other workers stand still,
// whatever handles, workers in the middle of operations, and results of stolen tasks hold is marked, depth first, and
// all else is freed. If more than half of the table is in use, and there may be a larger one, it grows instead: no node
// moves, and all that is remembered of operations stays. Several localities give all operations up for either, as what
// is in flight between them is held by nobody.

#include <scrump/runtime/remote_array.hpp>
#include <scrump/states/diagrams/detail/diagram_memory.hpp>
#include <scrump/states/diagrams/detail/diagram_worker.hpp>
#include <scrump/states/diagrams/options.hpp>
#include <scrump/tasks/detail/companion.hpp>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
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

    /// `handles` outlive it, and `figures`, which are those of all localities in the end.
    DiagramLocality(TaskLocality& home, const DiagramOptions& options, HeldByHandles& handles,
                    DiagramStatistics& figures);
    ~DiagramLocality() override { figures_ = statistics(); }

    void* context(unsigned worker) override { return workers_[worker].get(); }
    Bytes result() const override { return Encoder().put(counts()).take(); }
    void merge_result(Bytes result) override { elsewhere_ += Decoder(std::move(result)).get<DiagramCounts>(); }

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
    /// Before an operation is begun.
    void begin_operation() {
        room_at_begin_ = room_left();
        memory_.release_former(growths_);
    }
    /// Whether operations were given up.
    bool gave_up() const;
    /// After that: makes room, by a collection or a larger table; `again`: what was done did not do. Throws Error where
    /// there is no room to be made.
    void recover(bool again);
    /// Collects what no handle holds.
    void collect();
    /// In the middle of operations, while all others stand still: what nobody holds.
    void collect_in_operations() { collect_all(true); }
    /// Has all workers find these; returns their version.
    std::uint64_t tell(const Relations& relations);

    /// Of this locality; in the end, of all.
    DiagramStatistics statistics() const;

    // --- For other threads, in the first locality

    struct Fill {
        std::uint64_t nodes;
        std::uint64_t buckets;
    };
    /// How many nodes there are about, of so many buckets.
    Fill fill() const;

  private:
    // What is in the first locality's array alone is not used in others.
    enum ControlWord : std::uint8_t {
        control,  ///< what workers look at
        room,     ///< how many nodes no worker is allowed yet; in the first locality
        region,   ///< from which one on no slots have been given to workers; in the first locality
        control_words
    };
    static constexpr std::size_t words_before_relations = 1;  // their number

    std::uint64_t buckets() const { return memory_.buckets(growths_); }
    /// How many nodes make the table full: the constant has a slot, too.
    static std::uint64_t threshold(std::uint64_t buckets) { return NodeTable::slots_for(buckets) - 1; }
    unsigned index_of(const DiagramWorker& worker) const;
    [[noreturn]] void leave();
    void set_control(DiagramWorker& worker, const DiagramControl& to);
    bool take_room(DiagramWorker& worker);
    void start_with(std::uint64_t in_use);
    std::uint64_t given() const;
    void tell_control(DiagramWorker& worker);
    // --- How it gets room (collecting.cpp): while all other workers of this locality stand still, and help

    void while_others_stand(const std::function<void()>& what);
    template <class What>
    void in_parts(std::uint64_t count, std::uint64_t at_once, const What& what);
    void make_room_alone();
    void make_room_again(bool again);
    void collect_all(bool in_operations);
    bool collect_if_worth_it(bool in_operations);
    bool collect_if(const std::function<bool(std::uint64_t)>& worth, bool in_operations);
    bool collect_if(RemoteNodes& nodes, const std::function<bool(std::uint64_t)>& worth, bool in_operations);
    bool collect_if(NodeTable& nodes, const std::function<bool(std::uint64_t)>& worth, bool in_operations);
    template <class Table, class See>
    void mark_roots(Table& table, bool in_operations, const See& see);
    std::uint64_t mark(NodeTable& nodes, bool in_operations);
    std::uint64_t keep_marked(NodeTable& nodes);
    void grow();

    // --- Figures

    DiagramCounts counts() const;
    std::int64_t room_left() const;
    std::uint64_t in_use() const;

    TaskLocality& home_;
    HeldByHandles& handles_;
    DiagramStatistics& figures_;
    DiagramCounts elsewhere_{};  // in other localities
    const unsigned localities_;
    const std::uint64_t collect_from_;
    RemoteArray& control_array_;
    RemoteArray& relations_array_;
    DiagramMemory memory_;
    std::vector<std::unique_ptr<DiagramWorker>> workers_;
    std::atomic<std::uint64_t> rounds_ = 0;  // how often all tags of the cache were used

    // Of who begins operations, or who collects.
    std::int64_t room_at_begin_ = 0;  // when the present operation began, or when there was more since
    std::uint64_t epochs_ = 0;        // how often nodes were collected
    unsigned growths_ = 0;
    std::uint64_t given_before_ = 0;  // slots below were given to workers before the last collection or growth
    std::uint64_t peak_ = 0;
    std::chrono::duration<double> collecting_{};
    std::chrono::duration<double> growing_{};
    Relations told_;
    std::uint64_t relations_version_ = 0;
};

}  // namespace scrump::detail
