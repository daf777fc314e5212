#pragma once
// What a worker has at hand in operations on decision diagrams: the nodes, the cache, and the edges that it holds in
// the middle of an operation.
//
// A collection may come wherever a worker makes a node or waits for a task. It keeps what handles hold and all that is
// below; what an operation is given is below that. What it has found and not put into a node yet it has to hold:
// `Held`.

#include <scrump/base/detail/cache_line.hpp>
#include <scrump/base/detail/zeroed_pages.hpp>
#include <scrump/states/diagrams/detail/node_table.hpp>
#include <scrump/states/diagrams/detail/operation_cache.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

namespace scrump::detail {

class DiagramLocality;

/// Thrown out of an operation that is to be done again, as there was no room for its nodes. Nobody but who began the
/// operation catches it.
struct NoRoom {};

/// What a worker did, for statistics.
struct DiagramCounts {
    std::uint64_t looked_up = 0;  ///< operations that were looked up in the cache
    std::uint64_t known = 0;      ///< those that were found there
    std::uint64_t inserted = 0;   ///< nodes

    DiagramCounts& operator+=(const DiagramCounts& other) {
        looked_up += other.looked_up;
        known += other.known;
        inserted += other.inserted;
        return *this;
    }
};

class alignas(cache_line) DiagramWorker {
  public:
    explicit DiagramWorker(DiagramLocality& home);

    // --- Of its locality

    [[gnu::always_inline]] Cofactors cofactors(Edge edge) const { return nodes_->cofactors(edge); }
    [[gnu::always_inline]] Level level(Edge edge) const {
        return edge.is_constant() ? below_all : nodes_->node(edge).level();
    }
    NodeTable& nodes() { return *nodes_; }

    /// The node of a function that has these cofactors. May collect. `level` is above both.
    [[gnu::always_inline]] Edge make(Level level, Edge low, Edge high) {
        if (low == high) return low;
        if (allowance_ == 0) [[unlikely]]
            make_room(low, high);
        const NodeTable::Found found =
            nodes_->find_or_put(NodeWords::of(level, low.regular(), high.complemented_as({low.bits})));
        if (found.index == 0) [[unlikely]]
            give_up();
        if (found.inserted) {
            --allowance_;
            ++counts_.inserted;
        }
        return Edge{found.index}.complemented_as(low);
    }

    // --- What is remembered of operations

    using Place = OperationCache::Place;

    [[gnu::always_inline]] Place place(const OperationKey& key) const { return cache_->place(key); }
    [[gnu::always_inline]] bool find(Place place, const OperationKey& key, Edge& result) {
        ++counts_.looked_up;
        if (!cache_->find(place, key, result)) return false;
        ++counts_.known;
        return true;
    }
    [[gnu::always_inline]] void put(Place place, const OperationKey& key, Edge result) {
        cache_->put(place, key, result);
    }

    /// At the beginning of an operation: throws NoRoom where all are to be given up.
    [[gnu::always_inline]] void check() const {
        if (given_up_->load(std::memory_order_relaxed)) [[unlikely]]
            throw NoRoom{};
    }

    /// Holds an edge until it ends; one that was begun later ends before.
    class Held {
      public:
        [[gnu::always_inline]] Held(DiagramWorker& worker, Edge edge) : worker_(worker), place_(worker.held_++) {
            *place_ = edge;
        }
        /// Holds another one instead.
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

    const DiagramCounts& counts() const { return counts_; }

    // --- For the locality, while this worker stands still

    std::span<const Edge> held() const { return {first_held_, held_}; }
    /// So many more nodes may be put before it asks again.
    void allow(std::uint64_t nodes) { allowance_ = nodes; }
    /// Where nodes and operations are from now on.
    void use(NodeTable& nodes, OperationCache& cache) {
        nodes_ = &nodes;
        cache_ = &cache;
    }

  private:
    [[gnu::cold, gnu::noinline]] void make_room(Edge low, Edge high);
    [[noreturn, gnu::cold, gnu::noinline]] void give_up();

    // A task takes more of its thread's stack than of this.
    static constexpr std::size_t most_held = std::size_t{1} << 23U;

    NodeTable* nodes_ = nullptr;
    OperationCache* cache_ = nullptr;
    std::uint64_t allowance_ = 0;
    const std::atomic<bool>* given_up_;
    DiagramLocality& home_;
    DiagramCounts counts_{};
    ZeroedPages held_pages_{most_held * sizeof(Edge)};
    Edge* const first_held_ = reinterpret_cast<Edge*>(held_pages_.data());
    Edge* held_ = first_held_;
};

}  // namespace scrump::detail
