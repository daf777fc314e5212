#include "cycle_search.hpp"

#include <scrump/base/error.hpp>

#include <algorithm>
#include <bit>

namespace scrump::detail {
namespace {

using Claim = SharedComponents::Claim;

// Words of bits that are taken at a time.
constexpr std::size_t words_together = 64;

// Workers follow the edges of a node in different orders, so that they part.
std::uint64_t first_edge(SharedComponents::Node node, unsigned worker) {
    return worker == 0 ? 0 : (std::uint64_t{node} + worker) * 0x9e3779b97f4a7c15U >> 32U;
}

}  // namespace

// Memory is touched first by the workers that fill it.
void SharedCycleSearch::resize(std::size_t nodes) {
    components.resize(nodes);
    if (nodes <= room) return;
    pairs.reset();
    pairs = std::make_unique_for_overwrite<Product::Pair[]>(nodes);  // NOLINT(modernize-avoid-c-arrays)
    room = nodes;
}

// Once all have met; they have met again when it returns.
void CycleSearch::begin_scan() {
    if (worker_ == 0) shared_.next_words.store(0, std::memory_order_relaxed);
    graph_.meet();
}

// Each word of bits by one worker; all have met when it returns.
template <class Visit>
void CycleSearch::scan(const Visit& visit) {
    const std::size_t words = (product_.pairs() + 63) / 64;
    while (!graph_.ending()) {
        const std::size_t first = shared_.next_words.fetch_add(words_together, std::memory_order_relaxed);
        if (first >= words) break;
        for (std::size_t i = first; i < std::min(words, first + words_together); ++i) visit(i);
    }
    graph_.meet();
}

bool CycleSearch::run() {
    if (worker_ == 0) shared_.accepting.store(SharedCycleSearch::none, std::memory_order_relaxed);
    choose_pairs();
    if (worker_ == 0) number_pairs();
    make_sets();
    search();
    graph_.meet();
    if (!is_found()) return false;
    keep_component();
    return true;
}

void CycleSearch::choose_pairs() {
    begin_scan();
    scan([&](std::size_t word) {
        std::uint64_t kept = 0;
        for (std::uint64_t bits = seen_.word(word).load(std::memory_order_relaxed); bits != 0; bits &= bits - 1) {
            const auto bit = static_cast<unsigned>(std::countr_zero(bits));
            if (product_.may_be_on_cycle(word * 64 + bit)) kept |= std::uint64_t{1} << bit;
        }
        left_.word(word).store(kept, std::memory_order_relaxed);
    });
}

void CycleSearch::number_pairs() {
    const std::size_t words = (product_.pairs() + 63) / 64;
    shared_.before.resize(words);
    std::size_t nodes = 0;
    for (std::size_t word = 0; word < words; ++word) {
        shared_.before[word] = static_cast<Node>(nodes);
        nodes += static_cast<unsigned>(std::popcount(left_.word(word).load(std::memory_order_relaxed)));
    }
    if (nodes >= SharedComponents::max_nodes)
        throw Error("too many states on cycles for this check: more than " +
                    std::to_string(SharedComponents::max_nodes));
    shared_.resize(nodes);
}

void CycleSearch::make_sets() {
    begin_scan();
    scan([&](std::size_t word) {
        Node node = shared_.before[word];
        for (std::uint64_t bits = left_.word(word).load(std::memory_order_relaxed); bits != 0; bits &= bits - 1) {
            shared_.pairs[node] = word * 64 + static_cast<unsigned>(std::countr_zero(bits));
            shared_.components.reset(node++);
        }
    });
}

CycleSearch::Node CycleSearch::number_of(Pair pair) const {
    const std::uint64_t below =
        left_.word(pair / 64).load(std::memory_order_relaxed) & ((std::uint64_t{1} << pair % 64) - 1);
    return shared_.before[pair / 64] + static_cast<Node>(std::popcount(below));
}

void CycleSearch::prefetch(NearEdges edges) const {
    while (const auto edge = edges.take())
        if (left_.has(edge->to)) shared_.components.prefetch(number_of(edge->to));
}

// Each worker begins elsewhere, and comes to all nodes whose components are not complete by then.
void CycleSearch::search() {
    if (worker_ >= SharedComponents::max_workers) return;
    const std::size_t nodes = shared_.components.size();
    const std::size_t first = nodes / shared_.workers * worker_;
    for (std::size_t i = 0; i < nodes && !is_found() && !graph_.ending(); ++i)
        search_from(static_cast<Node>((first + i) % nodes));
}

void CycleSearch::search_from(Node node) {
    if (shared_.components.claim(node, worker_) != Claim::fresh) return;
    begin_call(node, 0);
    while (!calls_.empty() && !is_found()) {
        if (const auto edge = edges_.take()) {
            follow(*edge);
        } else if (!graph_.ending()) {
            shared_.components.finish(calls_.back().followed);
            resume();
        } else {
            return;
        }
    }
}

void CycleSearch::follow(const ProductEdge& edge) {
    if (!left_.has(edge.to)) return;
    const Node node = number_of(edge.to);
    const Claim claim = shared_.components.claim(node, worker_);
    if (claim == Claim::fresh) {
        calls_.back().taken = edges_.taken();
        begin_call(node, edge.sets);
    } else if (claim == Claim::known) {
        close_cycle(node, edge.sets);
    }
}

// Joins all sets from this node on along the path.
void CycleSearch::close_cycle(Node node, std::uint64_t sets) {
    while (!shared_.components.are_together(node, calls_.back().node)) {
        const Way last = path_.back();
        path_.pop_back();
        sets |= last.sets;
        shared_.components.join(last.node, path_.back().node);
    }
    if (shared_.components.add(node, sets) == product_.automaton().all_sets())
        shared_.accepting.store(node, std::memory_order_relaxed);
}

void CycleSearch::begin_call(Node node, std::uint64_t sets) {
    path_.push_back({.node = node, .sets = sets});
    calls_.push_back({.node = node, .followed = node, .taken = 0});
    resume();
}

// Follows the edges of the last call that has any left. Where another worker has followed them, or all of them have
// been, the call ends; but if its set is not that of a call before, it first follows the nodes that others have left.
void CycleSearch::resume() {
    while (!calls_.empty()) {
        Call& call = calls_.back();
        const bool is_first = path_.back().node == call.node;
        if (!shared_.components.is_complete(call.node)) {
            if (!shared_.components.is_finished(call.followed)) return follow_edges_of(call);
            if (const auto next = is_first ? shared_.components.unfinished(call.node) : std::nullopt) {
                call.followed = *next;
                call.taken = 0;
                continue;
            }
        }
        if (is_first) path_.pop_back();
        calls_.pop_back();
    }
}

void CycleSearch::follow_edges_of(const Call& call) {
    edges_ = {product_, shared_.pairs[call.followed], first_edge(call.followed, worker_), call.taken};
    if (call.taken == 0) prefetch(edges_);
}

void CycleSearch::keep_component() {
    const auto accepting = static_cast<Node>(shared_.accepting.load(std::memory_order_relaxed));
    begin_scan();
    scan([&](std::size_t word) {
        std::uint64_t kept = 0;
        Node node = shared_.before[word];
        for (std::uint64_t bits = left_.word(word).load(std::memory_order_relaxed); bits != 0; bits &= bits - 1)
            if (shared_.components.are_together(node++, accepting)) kept |= bits & -bits;
        left_.word(word).store(kept, std::memory_order_relaxed);
    });
}

}  // namespace scrump::detail
