#pragma once
// The decision diagrams of a locality: their nodes, the cached results of operations, the handles that hold them, and
// the time of garbage collections.
//
// A table is full if all its slots are in use. Nodes are collected then: while all other workers of all localities
// stand still, everything held by handles, by workers in the middle of operations, and by results of stolen tasks is
// marked, depth first, and everything else is freed. If more than half of the table is in use, and a larger one is
// allowed, it grows instead: no node moves, and all cached results of operations stay. Any worker that finds no room
// does so, in any locality; the data that all need for it are in words of the first one. If nodes cannot be reached
// directly, all operations are aborted first, as nodes in flight between localities are held by nobody.
//
// Localities that share no memory usually have separate tables, each with what its tasks need: stolen tasks bring their
// operands along (travelling_nodes.hpp). Each of these collects and grows by itself. The first one has the handles;
// what others have is needed only by tasks that they run, and by the relations, of which each has a copy.

#include <scrump/runtime/remote_array.hpp>
#include <scrump/states/diagrams/detail/diagram_handle.hpp>
#include <scrump/states/diagrams/detail/diagram_memory.hpp>
#include <scrump/states/diagrams/detail/diagram_worker.hpp>
#include <scrump/states/diagrams/detail/travelling_nodes.hpp>
#include <scrump/states/diagrams/detail/variable_order.hpp>
#include <scrump/states/diagrams/options.hpp>
#include <scrump/tasks/ext/companion.hpp>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace scrump::detail {

struct TakenNodes;

/// The edges that handles hold.
class HeldByHandles {
  public:
    using Slot = std::uint32_t;

    Slot add(Edge edge, DiagramKind kind = DiagramKind::function);
    void remove(Slot slot) {
        if (kinds_[slot] == DiagramKind::family) --families_;
        free_.push_back(slot), edges_[slot] = Edge::no();
    }
    Edge operator[](Slot slot) const { return edges_[slot]; }
    DiagramKind kind(Slot slot) const { return kinds_[slot]; }
    std::vector<Edge>& all() { return edges_; }
    /// Number of held families.
    std::size_t families() const { return families_; }

  private:
    std::vector<Edge> edges_;
    std::vector<DiagramKind> kinds_;
    std::size_t families_ = 0;
    std::vector<Slot> free_;
};

class DiagramLocality final : public Companion {
  public:
    using Word = DiagramControl::Word;

    /// `addresses`: bytes that arrays may reserve in a process, the same everywhere. `handles` outlive it, and
    /// `figures`, which finally cover all localities.
    DiagramLocality(TaskLocality& home, const DiagramOptions& options, std::size_t addresses, HeldByHandles& handles,
                    DiagramStatistics& figures);
    ~DiagramLocality() override { figures_ = statistics(); }

    void* context(unsigned worker) override { return workers_[worker].get(); }
    /// The edges that are held here.
    Bytes standing() override { return Encoder().put(roots(true)).take(); }
    void catch_up() override;
    Translator* translator() override { return separate_ ? &translator_ : nullptr; }
    Bytes result() const override { return Encoder().put(counts()).put(done_).take(); }
    void merge_result(Bytes result) override;

    // --- For workers in operations

    /// Allows a worker to put more nodes; collects if necessary. Throws NoRoom.
    void make_room(DiagramWorker& worker);
    /// Aborts all operations, in all localities, as there was no place for a node.
    void give_up(DiagramWorker& worker);
    /// See travelling_nodes.hpp: how often all were to start anew, and how many nodes a worker may remember for
    /// another.
    std::uint64_t starts() const { return control_array_.own()[start].load(std::memory_order_relaxed); }
    std::size_t most_remembered() const;
    /// Makes a worker use the current table.
    void bring_up_to_date(DiagramWorker& worker, const DiagramControl& before, const DiagramControl& now);
    /// The published relations, for a worker of this locality.
    Relations relations(DiagramWorker& worker);

    // --- For the code that begins operations, in the first locality, while there are none

    DiagramWorker& worker(unsigned index) { return *workers_[index]; }
    /// Before an operation is begun; leaves the run if it is to end.
    void begin_operation();
    /// Leaves the run if it is to end.
    void leave_if_ending();
    /// Leaves the run, whose deadline has passed, as soon as it ends.
    [[noreturn]] void leave_at_end();
    /// Whether operations were aborted.
    bool gave_up() const { return now().given_up; }
    /// Afterwards: makes room, by a collection or a larger table; `again`: an earlier attempt did not suffice. Throws
    /// Error if no room can be made.
    void recover(bool again);
    /// Collects the nodes that no handle holds.
    void collect();
    /// In the middle of operations, while all other workers of all localities stand still: collects the nodes that
    /// nobody holds.
    void collect_in_operations(const std::vector<Bytes>& of_others) { collect_all(roots_of_all(of_others)); }
    /// After levels were sifted.
    void note_sifting(const ReorderStatistics& sifting);
    /// Publishes these relations to all workers; returns their version.
    std::uint64_t tell(const Relations& relations);

    // --- Variables and their levels (reordering.cpp), likewise

    VariableOrder& variables() { return variables_; }
    /// Sifts the levels of all nodes that handles hold. Throws UsageError if this is not possible here.
    ReorderStatistics reorder(const ReorderOptions& options);
    /// Gives these variables, from the first on, the levels that they have now, from the top down. Throws likewise, and
    /// FullTable if there is no room for the nodes.
    void set_order(std::span<const unsigned> variables);
    /// Sifts before operations, depending on the number of nodes; none: never.
    void reorder_automatically(const std::optional<Reordering>& when, const ReorderOptions& how);
    /// While it exists nothing is reordered.
    class OrderKept {
      public:
        explicit OrderKept(DiagramLocality& home) : home_(home) { ++home_.orders_kept_; }
        OrderKept(const OrderKept&) = delete;
        OrderKept& operator=(const OrderKept&) = delete;
        ~OrderKept() { --home_.orders_kept_; }

      private:
        DiagramLocality& home_;
    };

    /// Figures of this locality; at the end, of all.
    DiagramStatistics statistics() const;

    // --- For other threads, in the first locality

    struct Fill {
        std::uint64_t nodes;
        std::uint64_t buckets;
    };
    /// Approximate number of nodes, and number of buckets.
    Fill fill() const;
    /// Number of reorderings.
    std::uint64_t reorderings() const { return reorderings_.load(std::memory_order_relaxed); }

  private:
    enum ControlWord : std::uint8_t {
        control,  ///< checked by workers
        start,    ///< number of times that the first locality has forgotten what had come from others
        // In the first locality alone, or of separate tables in each.
        room,           ///< number of nodes that no worker is allowed yet
        region,         ///< first region whose slots have not been given to workers
        given_before,   ///< slots below were given to workers before the last collection or growth
        room_at_begin,  ///< value when the current operation began, or when there was more since
        memory_limit,   ///< in bytes
        control_words
    };
    static constexpr std::size_t words_before_relations = 1;                 // for their number
    static constexpr std::size_t most_packed_words = std::size_t{1} << 22U;  // after them, for separate tables
    // Work in this locality of the worker that made all others stand still.
    struct Done {
        std::uint64_t peak = 0;  // largest number of nodes
        std::chrono::duration<double> collecting{};
        std::chrono::duration<double> growing{};
    };

    DiagramControl now() const {
        return DiagramControl::unpack(control_array_.own()[control].load(std::memory_order_relaxed));
    }
    /// In the first locality, or if that is within direct reach; of separate tables, in this one.
    std::atomic<Word>& word(ControlWord word) const { return first_words_[word]; }
    std::uint64_t buckets() const { return memory_.buckets(now().growths); }
    /// Number of nodes at which the table is full: the constant has a slot, too.
    static std::uint64_t threshold(std::uint64_t buckets) { return NodeTable::slots_for(buckets) - 1; }
    unsigned index_of(const DiagramWorker& worker) const;
    [[noreturn]] void leave();
    Word wait(RemoteHandle handle);
    void set_control(DiagramWorker& worker, const DiagramControl& to);
    void set_given_up(DiagramWorker& worker, unsigned owner, bool given_up);
    bool take_room(DiagramWorker& worker);
    void start_with(std::uint64_t in_use);
    void start_with(std::uint64_t in_use, std::uint64_t buckets);
    std::uint64_t given() const;
    void tell_control(DiagramControl to);
    // --- How it gets room (collecting.cpp): while all other workers stand still, and those of this locality help

    void while_others_stand(const std::function<void()>& what);
    template <class What>
    void in_parts(std::uint64_t count, std::uint64_t at_once, const What& what);
    void make_room_alone(DiagramWorker& worker, const std::vector<Bytes>& of_others);
    void make_room_again(bool again);
    /// For people, when the table is full: what keeps it from growing, and what to do about it.
    std::pair<Status, const char*> limit_of_room() const;
    void start_anew();
    std::vector<Edge> roots(bool in_operations);
    std::vector<Edge> roots_of_all(const std::vector<Bytes>& of_others);
    using Worth = std::function<bool(std::uint64_t)>;
    void collect_all(const std::vector<Edge>& roots);
    bool collect_if_worth_it(const std::vector<Edge>& roots);
    bool collect_if(const Worth& worth, const std::vector<Edge>& roots);
    bool collect_if(RemoteNodes& nodes, const Worth& worth, const std::vector<Edge>& roots);
    bool collect_if(NodeTable& nodes, const Worth& worth, const std::vector<Edge>& roots);
    std::uint64_t mark(NodeTable& nodes, const std::vector<Edge>& roots);
    std::uint64_t keep_marked(NodeTable& nodes);
    bool loses_little() const;
    void grow();

    // --- Reordering

    // When to sift without being asked.
    struct Automatic {
        Reordering when;
        ReorderOptions how;
        std::uint64_t sift_at = 0;     // number of held nodes
        std::uint64_t count_next = 0;  // number of inserted nodes at which the held ones are counted again
    };
    void expect_one_process() const;
    void expect_reorderable() const;
    TakenNodes take_nodes(bool in_pairs);
    ReorderStatistics sift(TakenNodes& taken, const ReorderOptions& options);
    void put_back(const TakenNodes& taken, VariableOrder order);
    void make_room_for(std::uint64_t nodes);
    void replace_nodes(const TakenNodes& taken);
    void look_at_growth();

    // --- Figures

    DiagramCounts counts() const;
    std::int64_t room_left() const;
    std::uint64_t in_use() const;

    TaskLocality& home_;
    HeldByHandles& handles_;
    DiagramStatistics& figures_;
    DiagramCounts elsewhere_{};  // in other localities
    Done done_;                  // and their work, at the end
    const unsigned localities_;
    const std::uint64_t collect_from_;
    RemoteArray& control_array_;
    const bool separate_;    // whether each locality has a table of its own
    const unsigned keeper_;  // the locality that has the control words for this one
    RemoteArray& relations_array_;
    std::atomic<Word>* const first_words_;  // the control words of the first locality
    DiagramMemory memory_;
    std::vector<std::unique_ptr<DiagramWorker>> workers_;
    NodesTranslator translator_;
    std::atomic<std::uint64_t> rounds_ = 0;  // number of times all tags of the cache were used

    // Used by the code that begins operations.
    std::uint64_t begun_again_ = 0;
    VariableOrder variables_;
    std::optional<Automatic> automatic_;
    unsigned orders_kept_ = 0;
    ReorderStatistics reordering_{};
    std::atomic<std::uint64_t> reorderings_ = 0;
    Relations told_;
    std::uint64_t told_at_ = 0;  // number of collections before
    std::uint64_t relations_version_ = 0;
};

}  // namespace scrump::detail
