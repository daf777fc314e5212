#pragma once
// Strongly connected components that several workers find together, each by a depth-first search of its own (Bloemen,
// Laarman and van de Pol, Multi-core on-the-fly SCC decomposition, PPoPP 2016). Nodes that are known to be in one
// component form a set: a tree of parents, whose root has the workers that have the set on their path, the acceptance
// sets of edges within it, and a circular list of the nodes whose edges have not all been followed.

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

namespace scrump::detail {

class SharedComponents {
  public:
    using Node = std::uint32_t;
    static constexpr unsigned max_workers = 64;
    static constexpr std::size_t max_nodes = std::size_t{1} << 32U;
    static constexpr std::size_t bytes_of_node = 32;

    /// Makes room for that many nodes. By one worker, before any node is used; then each of them must be reset().
    void resize(std::size_t nodes);
    /// Makes a node a set of its own.
    void reset(Node node);
    std::size_t size() const { return size_; }
    void prefetch(Node node) const { __builtin_prefetch(records_.get() + node, 1); }

    /// What a worker that comes to a node finds: its set was not on the worker's path, and is now; it is on its path;
    /// or its component is complete.
    enum class Claim : std::uint8_t { fresh, known, complete };
    Claim claim(Node node, unsigned worker);
    bool is_complete(Node node);
    bool are_together(Node a, Node b);
    /// Joins the sets of two nodes of one component.
    void join(Node a, Node b);
    /// Adds acceptance sets of edges within the set of a node. Returns those of all its edges so far.
    std::uint64_t add(Node node, std::uint64_t acceptance_sets);

    /// A node of the same set whose edges have not all been followed. None: the component is complete from now on.
    std::optional<Node> unfinished(Node node);
    bool is_finished(Node node) { return (of(node).state.load(std::memory_order_acquire) & finished) != 0; }
    /// Notes that all edges of a node have been followed: each leads into its set, or to a complete component.
    void finish(Node node) { of(node).state.fetch_or(finished, std::memory_order_acq_rel); }

  private:
    // Of a node; and of the root of a set.
    static constexpr std::uint32_t finished = 1, locked = 2, complete = 4;

    struct alignas(bytes_of_node) Record {
        std::atomic<Node> parent = 0;  // the root's is itself
        Node next = 0;                 // in the list; guarded by the root's lock, as `cursor`
        Node cursor = 0;               // of the root: a node of the list
        std::atomic<std::uint32_t> state = 0;
        std::atomic<std::uint64_t> workers = 0;
        std::atomic<std::uint64_t> sets = 0;
    };
    static_assert(sizeof(Record) == bytes_of_node);
    struct FreeRoom {
        std::size_t records;
        void operator()(Record* first) const { std::allocator<Record>().deallocate(first, records); }
    };

    Record& of(Node node) { return *(records_.get() + node); }
    Node parent(Node node) { return of(node).parent.load(); }
    Node find(Node node);
    // Adds bits to a word of the root of a node's set, whichever that becomes meanwhile. Returns its bits.
    std::uint64_t add_to_root(Node node, std::uint64_t bits, std::atomic<std::uint64_t> Record::*word);
    // False if it is not a root any more.
    bool lock_root(Node node);
    void unlock(Node node) { of(node).state.fetch_and(~locked, std::memory_order_release); }
    void link(Node root, Node below);

    std::unique_ptr<Record, FreeRoom> records_{};
    std::size_t size_ = 0;
};

}  // namespace scrump::detail
