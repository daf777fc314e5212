#include <scrump/states/diagrams/detail/node_table.hpp>

#include <scrump/base/error.hpp>

#include <cstddef>
#include <vector>

namespace scrump::detail {

NodeTable::Found NodeTable::find_or_put_further(const NodeWords& node, ProbeSequence probe) {
    const ProbeSequence start = probe;
    std::atomic<Word>* free = nullptr;
    std::uint64_t free_index = 0;
    Word free_word = 0;
    while (true) {
        std::atomic<Word>* const place = at(probe.bucket());
        const Word first = place[0].load(std::memory_order_relaxed);
        if (first == node.first && second_of(place) == node.second) return {probe.bucket()};
        if ((first & NodeWords::top_bit) == 0 && free == nullptr) {
            free = place;
            free_index = probe.bucket();
            free_word = first;
        }
        if (first != 0 && probe.next()) continue;
        if (free == nullptr) return {};
        if (claim(free, free_word, node)) return {free_index, true};
        free = nullptr;
        probe = start;  // somebody else has claimed it, perhaps for the same node
    }
}

bool NodeTable::claim(std::atomic<Word>* place, Word expected, const NodeWords& node) {
    if (alone_) {
        place[0].store(node.first, std::memory_order_relaxed);
    } else if (!place[0].compare_exchange_strong(expected, node.first, std::memory_order_acq_rel,
                                                 std::memory_order_relaxed)) {
        return false;
    }
    place[1].store(node.second, std::memory_order_release);
    return true;
}

std::uint64_t NodeTable::sweep() {
    std::uint64_t left = 0;
    for (std::uint64_t index = 1; index < buckets(); ++index) {
        std::atomic<Word>* const place = at(index);
        const Word second = place[1].load(std::memory_order_relaxed);
        if ((second & NodeWords::top_bit) != 0) {
            ++left;
        } else {
            place[0].store(0, std::memory_order_relaxed);
            place[1].store(0, std::memory_order_relaxed);
        }
    }
    for (std::uint64_t index = 1; index < buckets(); ++index)
        if (has(index)) keep_reachable(index);
    return left;
}

// What is free before it in its sequence is vacant.
void NodeTable::keep_reachable(std::uint64_t index) {
    std::atomic<Word>& second = at(index)[1];
    second.store(second.load(std::memory_order_relaxed) & ~NodeWords::top_bit, std::memory_order_relaxed);
    for (ProbeSequence probe(hash(node({index})), groups_); probe.bucket() != index; probe.next()) {
        std::atomic<Word>& first = at(probe.bucket())[0];
        if (first.load(std::memory_order_relaxed) == 0) first.store(vacant, std::memory_order_relaxed);
    }
}

void NodeTable::unmark() {
    for (std::uint64_t index = 1; index < buckets(); ++index) {
        std::atomic<Word>& second = at(index)[1];
        second.store(second.load(std::memory_order_relaxed) & ~NodeWords::top_bit, std::memory_order_relaxed);
    }
}

// --- Moving

void NodeTable::move_all(NodeTable& to) {
    std::vector<Edge> open;
    for (std::uint64_t index = 1; index < buckets(); ++index)
        if (has(index)) move({index}, to, open);
}

// What was moved is marked, as the constant is, and its second word says where to. Children come before their parents.
void NodeTable::move(Edge edge, NodeTable& to, std::vector<Edge>& open) {
    open.push_back(edge);
    while (!open.empty()) {
        const Edge next = open.back();
        if (is_marked(next)) {
            open.pop_back();
            continue;
        }
        const NodeWords words = node(next);
        const std::size_t waiting = open.size();
        if (!is_marked(words.low())) open.push_back(words.low());
        if (!is_marked(words.high())) open.push_back(words.high());
        if (open.size() > waiting) continue;
        const NodeWords there = NodeWords::of(words.level(), moved(words.low()), moved(words.high()));
        const std::uint64_t index = to.find_or_put(there).index;
        if (index == 0) throw Error("there is no place for a node in a larger table");
        at(next.index())[1].store(NodeWords::top_bit | index, std::memory_order_relaxed);
    }
}

}  // namespace scrump::detail
