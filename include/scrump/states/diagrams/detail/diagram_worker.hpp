#pragma once
// A worker's means for operations on decision diagrams: the nodes, the cache, and the edges that it holds in the middle
// of an operation.
//
// A collection may happen whenever a worker makes a node or waits for a task. It keeps everything held by handles and
// everything below; the operands of an operation are below that. Intermediate results that are not in a node yet must
// be held: `Held`.

#include <scrump/base/detail/cache_line.hpp>
#include <scrump/base/detail/page_memory.hpp>
#include <scrump/states/diagrams/detail/node_table.hpp>
#include <scrump/states/diagrams/detail/operation_cache.hpp>
#include <scrump/states/diagrams/detail/relations.hpp>
#include <scrump/states/diagrams/detail/remote_nodes.hpp>
#include <scrump/tasks/ext/companion.hpp>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace scrump::detail {

class DiagramLocality;

/// Thrown out of an operation that must be repeated, as there was no room for its nodes. Only the code that began the
/// operation catches it.
struct NoRoom {};

/// Work of a worker, for statistics.
struct DiagramCounts {
    std::uint64_t looked_up = 0;  ///< number of operations that were looked up in the cache
    std::uint64_t known = 0;      ///< number of these that were found there
    std::uint64_t inserted = 0;   ///< number of inserted nodes

    DiagramCounts& operator+=(const DiagramCounts& other) {
        looked_up += other.looked_up;
        known += other.known;
        inserted += other.inserted;
        return *this;
    }
};

/// The word that all workers of a locality check when an operation begins.
struct DiagramControl {
    using Word = std::uint64_t;

    bool given_up = false;     ///< whether all operations are aborted
    unsigned growths = 0;      ///< number of growths of the table, at most 63
    std::uint64_t epochs = 0;  ///< number of garbage collections

    Word pack() const { return Word{given_up} | Word{growths} << 1U | epochs << 7U; }
    static DiagramControl unpack(Word word) {
        return {(word & 1U) != 0, static_cast<unsigned>(word >> 1U) % 64, word >> 7U};
    }
};

/// Edges of tasks that travel between tables are translated.
template <>
inline constexpr bool refers_to_companion<Edge> = true;

class alignas(cache_line) DiagramWorker {
  public:
    using Word = DiagramControl::Word;

    DiagramWorker(DiagramLocality& home, const std::atomic<Word>& control);

    // --- Nodes

    [[gnu::always_inline]] Cofactors cofactors(Edge edge) {
        if (edge.is_constant()) return {.low = edge, .high = edge};
        const NodeWords words = node(edge);
        return {.level = words.level(),
                .low = words.low().complemented_as(edge),
                .high = words.high().complemented_as(edge)};
    }
    [[gnu::always_inline]] Level level(Edge edge) { return edge.is_constant() ? below_all : node(edge).level(); }

    /// The node of the function with these cofactors. May collect. `level` is above both.
    [[gnu::always_inline]] Edge make(Level level, Edge low, Edge high) {
        if (low == high) return low;
        return make_node(level, low, high);
    }
    /// The same for diagrams whose nodes may lead twice to the same: cofactors() gives these edges back.
    [[gnu::always_inline]] Edge make_node(Level level, Edge low, Edge high) {
        if (free_slots_.left() == 0) [[unlikely]]
            make_room(low, high);
        return put(NodeWords::of(level, low.regular(), high.complemented_as({low.bits}))).complemented_as(low);
    }
    /// The node of a value, by its bits: cofactors() gives them back, as low.bits | high.bits << Edge::index_bits. May
    /// collect.
    Edge make_terminal(std::uint64_t bits) {
        if (free_slots_.left() == 0) make_room(Edge::no(), Edge::no());
        return put(NodeWords::of_value(bits));
    }

    bool is_value(Edge edge) { return !edge.is_constant() && node(edge).is_value(); }

    // --- Cached results of operations

    using Place = OperationCache::Place;

    [[gnu::always_inline]] Place place(const OperationKey& key) const { return cache_.place(key); }
    /// Prefetches a node that will be read soon.
    [[gnu::always_inline]] void expect(Edge edge) const {
        if (remote_ == nullptr) nodes_.prefetch(edge);
    }
    /// Prefetches an entry that will be looked up soon: its memory takes longer to arrive than most operations.
    [[gnu::always_inline]] void expect(const OperationKey& key) const { OperationCache::prefetch(cache_.place(key)); }
    [[gnu::always_inline]] bool find(Place place, const OperationKey& key, Edge& result) {
        ++counts_.looked_up;
        if (!cache_.find(place, key, epoch_, result)) return false;
        ++counts_.known;
        return true;
    }
    [[gnu::always_inline]] void put(Place place, const OperationKey& key, Edge result) {
        cache_.put(place, key, epoch_, result);
    }

    /// At the beginning of an operation: throws NoRoom if all are to be aborted.
    [[gnu::always_inline]] void check() {
        if (control_.load(std::memory_order_relaxed) != control_seen_) [[unlikely]]
            notice();
    }

    /// In long work that is not an operation, such as counting: leaves the run if it is to end. Looks every 1,024th
    /// time.
    [[gnu::always_inline]] void heed_end() {
        if (++unheeded_ % 1024 == 0) [[unlikely]]
            leave_if_ending();
    }

    /// The relations of an operation; `version`: as published.
    const Relations& relations(std::uint64_t version);

    /// Holds an edge until it is destroyed; holders are destroyed in the reverse order of their making.
    class Held {
      public:
        [[gnu::always_inline]] Held(DiagramWorker& worker, Edge edge) : worker_(worker), place_(worker.held_++) {
            *place_ = edge;
        }
        /// Holds another edge instead.
        Held& operator=(Edge edge) {
            *place_ = edge;
            return *this;
        }
        [[gnu::always_inline]] ~Held() { --worker_.held_; }
        Held(const Held&) = delete;
        Held& operator=(const Held&) = delete;

      private:
        DiagramWorker& worker_;
        Edge* const place_;
    };

    /// A row of edges that are held until it is destroyed. It grows while it is the last holder. Bits above those of an
    /// edge may have other data.
    class HeldRow {
      public:
        explicit HeldRow(DiagramWorker& worker) : worker_(worker), first_(worker.held_) {}
        ~HeldRow() { worker_.held_ = first_; }
        HeldRow(const HeldRow&) = delete;
        HeldRow& operator=(const HeldRow&) = delete;

        Edge* begin() const { return first_; }
        Edge* end() const { return first_ + size_; }
        std::size_t size() const { return size_; }
        Edge& operator[](std::size_t index) const { return first_[index]; }
        void push(Edge edge) { insert(size_, edge); }
        void insert(std::size_t index, Edge edge) {
            if (worker_.held_ == worker_.first_held_ + most_held) [[unlikely]]
                too_many();
            Edge* const place = first_ + index;
            std::move_backward(place, end(), end() + 1);
            *place = edge;
            ++size_;
            ++worker_.held_;
        }
        template <class Unwanted>
        void remove_if(const Unwanted& unwanted) {
            size_ = static_cast<std::size_t>(std::remove_if(begin(), end(), unwanted) - begin());
            worker_.held_ = end();
        }

      private:
        [[noreturn]] static void too_many();

        DiagramWorker& worker_;
        Edge* const first_;
        std::size_t size_ = 0;
    };

    /// The same where no scope does: holds an edge, and releases a number of edges, held last.
    void hold(Edge edge) { *held_++ = edge; }
    void release(std::size_t edges) { held_ -= edges; }
    /// Nodes that are coming from another locality.
    std::vector<Edge>& arriving() { return arriving_; }

    const DiagramCounts& counts() const { return counts_; }

    // --- For its locality: before it starts, while it stands still, or in it

    std::span<const Edge> held() const { return {first_held_, held_}; }
    /// The relations that it has.
    const Relations& relations() const { return relations_; }
    /// Number of nodes that may be put there before the next request.
    void allow(const FreeSlots& slots) { free_slots_ = slots; }
    /// Current memory of nodes and operations.
    void use(const NodeTable& nodes, const OperationCache& cache) {
        nodes_ = nodes;
        cache_ = cache;
    }
    /// Access to nodes, if not all can be reached directly.
    void use(std::unique_ptr<RemoteNodes> remote) { remote_ = std::move(remote); }
    NodeTable& nodes() { return nodes_; }
    OperationCache& cache() { return cache_; }
    /// Number of nodes that it may still put before the next request.
    std::uint64_t allowance() const { return free_slots_.left(); }
    /// Null if all nodes can be reached directly.
    RemoteNodes* remote() { return remote_.get(); }
    /// Checks the control word. Throws NoRoom if all operations are aborted.
    void notice();
    /// Uses the current memory.
    void catch_up();

  private:
    [[gnu::always_inline]] Edge put(const NodeWords& node) {
        const NodeTable::Found found =
            remote_ == nullptr ? nodes_.find_or_put(node, free_slots_.next()) : remote_->find_or_put(node);
        if (found.index == 0) [[unlikely]]
            give_up();
        if (found.inserted) {
            free_slots_.use();
            ++counts_.inserted;
        }
        return Edge{found.index};
    }
    [[gnu::always_inline]] NodeWords node(Edge edge) {
        return remote_ == nullptr ? nodes_.node(edge) : remote_->node(edge);
    }
    [[gnu::cold, gnu::noinline]] void make_room(Edge low, Edge high);
    [[noreturn, gnu::cold, gnu::noinline]] void give_up();
    [[gnu::cold, gnu::noinline]] void leave_if_ending();

    // A task takes more of its thread's stack than of this.
    static constexpr std::size_t most_held = std::size_t{1} << 23U;

    NodeTable nodes_;
    std::unique_ptr<RemoteNodes> remote_;
    OperationCache cache_;
    OperationCache::Epoch epoch_ = OperationCache::Epoch::after(0);
    FreeSlots free_slots_;
    const std::atomic<Word>& control_;
    Word control_seen_ = 0;
    DiagramCounts counts_{};
    DiagramLocality& home_;
    PageMemory held_pages_{most_held * sizeof(Edge)};
    Edge* const first_held_ = reinterpret_cast<Edge*>(held_pages_.data());
    Edge* held_ = first_held_;
    std::vector<Edge> arriving_;
    Relations relations_;
    std::uint64_t relations_version_ = 0;
    unsigned unheeded_ = 0;  // steps since the last look for the end of the run
};

}  // namespace scrump::detail
