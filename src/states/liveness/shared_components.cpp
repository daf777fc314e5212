#include "shared_components.hpp"

#include "../../runtime/wait_until.hpp"

#include <algorithm>
#include <utility>

namespace scrump::detail {

// Their pages are touched by the workers that reset them.
void SharedComponents::resize(std::size_t nodes) {
    size_ = nodes;
    if (nodes <= records_.get_deleter().records) return;
    records_.reset();
    records_ = {std::allocator<Record>().allocate(nodes), FreeRoom{nodes}};
}

void SharedComponents::reset(Node node) {
    Record* const record = std::construct_at(&of(node));
    record->parent.store(node, std::memory_order_relaxed);
    record->next = node;
    record->cursor = node;
}

// Shortens the way for the next one: a node that is not a root stays so, and so do the nodes above it.
SharedComponents::Node SharedComponents::find(Node node) {
    for (Node above = parent(node); above != node;) {
        const Node next = parent(above);
        if (next != above) of(node).parent.store(next, std::memory_order_relaxed);
        node = above;
        above = next;
    }
    return node;
}

// link() makes a root a child before it reads these words, and here the root is looked for again after the word was
// written: one of both sees the other.
std::uint64_t SharedComponents::add_to_root(Node node, std::uint64_t bits, std::atomic<std::uint64_t> Record::*word) {
    for (Node root = find(node);;) {
        const std::uint64_t all = (of(root).*word).fetch_or(bits) | bits;
        const Node now = find(root);
        if (now == root) return all;
        root = now;
    }
}

SharedComponents::Claim SharedComponents::claim(Node node, unsigned worker) {
    const std::uint64_t bit = std::uint64_t{1} << worker;
    const Record& root = of(find(node));
    if ((root.state.load(std::memory_order_acquire) & complete) != 0) return Claim::complete;
    if ((root.workers.load(std::memory_order_relaxed) & bit) != 0) return Claim::known;
    add_to_root(node, bit, &Record::workers);
    return Claim::fresh;
}

bool SharedComponents::is_complete(Node node) {
    return (of(find(node)).state.load(std::memory_order_acquire) & complete) != 0;
}

bool SharedComponents::are_together(Node a, Node b) {
    for (;;) {
        a = find(a);
        b = find(b);
        if (a == b) return true;
        if (parent(a) == a) return false;
    }
}

std::uint64_t SharedComponents::add(Node node, std::uint64_t acceptance_sets) {
    return add_to_root(node, acceptance_sets, &Record::sets);
}

bool SharedComponents::lock_root(Node node) {
    std::atomic<std::uint32_t>& state = of(node).state;
    for (unsigned round = 0; (state.fetch_or(locked, std::memory_order_acquire) & locked) != 0; ++round) {
        if (parent(node) != node) return false;
        pause(round);
    }
    if (parent(node) == node) return true;
    unlock(node);
    return false;
}

// The root with the smaller number is locked first, and becomes the root of both.
void SharedComponents::join(Node a, Node b) {
    for (;;) {
        a = find(a);
        b = find(b);
        if (a == b) return;
        const auto [root, below] = std::minmax(a, b);
        if (!lock_root(root)) continue;
        const bool is_locked = lock_root(below);
        if (is_locked) {
            link(root, below);
            unlock(below);
        }
        unlock(root);
        if (is_locked) return;
    }
}

void SharedComponents::link(Node root, Node below) {
    Record& upper = of(root);
    Record& lower = of(below);
    std::swap(of(upper.cursor).next, of(lower.cursor).next);
    lower.parent.store(root);
    upper.workers.fetch_or(lower.workers.load());
    upper.sets.fetch_or(lower.sets.load());
}

// Takes finished nodes out of the list on the way. One node after the other, so that workers take different ones.
std::optional<SharedComponents::Node> SharedComponents::unfinished(Node node) {
    Node root = find(node);
    while (!lock_root(root)) root = find(node);
    Record& record = of(root);
    std::optional<Node> found;
    Node at = record.cursor;
    for (;;) {
        const Node next = of(at).next;
        if ((of(next).state.load(std::memory_order_acquire) & finished) == 0) {
            found = next;
            at = next;
            break;
        }
        if (next == at) break;
        of(at).next = of(next).next;
    }
    record.cursor = at;
    if (!found) record.state.fetch_or(complete, std::memory_order_release);
    unlock(root);
    return found;
}

}  // namespace scrump::detail
