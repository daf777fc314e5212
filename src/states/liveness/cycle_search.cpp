#include "cycle_search.hpp"

#include <bit>

namespace scrump::detail {
namespace {

constexpr std::uint64_t max_rounds = 4;
// Words of bits that are taken at a time.
constexpr std::size_t words_together = 64;
// Pairs of a list that are taken at a time, and pairs that are visited from one of them before others may take the
// rest.
constexpr std::size_t pairs_together = 16;
constexpr std::size_t pairs_visited_together = 512;

}  // namespace

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

template <class Visit>
void CycleSearch::scan_pairs(const SharedBits& of, const Visit& visit) {
    scan([&](std::size_t word) {
        for (std::uint64_t bits = of.word(word).load(std::memory_order_relaxed); bits != 0; bits &= bits - 1)
            visit(word * 64 + static_cast<unsigned>(std::countr_zero(bits)));
    });
}

bool CycleSearch::run() {
    begin();
    trim();
    std::uint64_t left = count_left();
    const unsigned sets = product_.automaton().acceptance_sets;
    // Until all sets in turn have removed nothing.
    for (unsigned set = 0, without_change = 0; left > 0 && without_change < sets && rounds_ < max_rounds;
         set = (set + 1) % sets) {
        keep_reached(set);
        std::uint64_t after = count_left();
        if (after < left && after > 0) {
            trim();
            after = count_left();
        }
        if (after < left) {
            ++rounds_;
            without_change = 0;
        } else {
            ++without_change;
        }
        left = after;
    }
    return left > 0;
}

void CycleSearch::begin() {
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

// Removes pairs without predecessors.
void CycleSearch::trim() {
    if (worker_ == 0) shared_.predecessors.assign(product_.pairs(), 0);
    begin_scan();
    scan_pairs(left_, [&](Pair pair) {
        product_.for_each_near_successor(pair, [&](Pair to, std::uint64_t /*sets*/) {
            if (left_.has(to)) std::atomic_ref(shared_.predecessors[to]).fetch_add(1, std::memory_order_relaxed);
        });
    });
    begin_scan();
    scan_pairs(left_, [&](Pair pair) {
        if (std::atomic_ref(shared_.predecessors[pair]).load(std::memory_order_relaxed) == 0) remove(pair);
    });
}

// With all that have no predecessor then. Another worker may remove the same.
void CycleSearch::remove(Pair pair) {
    open_.assign(1, pair);
    while (!open_.empty()) {
        const Pair next = open_.back();
        open_.pop_back();
        if (!left_.take(next)) continue;
        product_.for_each_near_successor(next, [&](Pair to, std::uint64_t /*sets*/) {
            if (left_.has(to) && std::atomic_ref(shared_.predecessors[to]).fetch_sub(1, std::memory_order_relaxed) == 1)
                open_.push_back(to);
        });
    }
}

// Keeps what is reached by an edge of that set between pairs that are left.
void CycleSearch::keep_reached(unsigned acceptance_set) {
    begin_scan();
    scan([&](std::size_t word) { reached_.word(word).store(0, std::memory_order_relaxed); });
    begin_scan();
    scan_pairs(left_, [&](Pair pair) {
        product_.for_each_near_successor(pair, [&](Pair to, std::uint64_t sets) {
            if ((sets >> acceptance_set & 1U) != 0 && left_.has(to) && reached_.put(to)) shared_.lists.add(worker_, to);
        });
    });
    for (;;) {
        shared_.lists.tell(worker_);
        graph_.meet();
        if (shared_.lists.added() == 0) break;
        turn();
        shared_.lists.take_all(worker_, pairs_together, [&](Pair first) {
            open_.assign(1, first);
            for (std::size_t i = 0; i < pairs_visited_together && !open_.empty(); ++i) {
                const Pair pair = open_.back();
                open_.pop_back();
                product_.for_each_near_successor(pair, [&](Pair to, std::uint64_t /*sets*/) {
                    if (left_.has(to) && reached_.put(to)) open_.push_back(to);
                });
            }
            for (const Pair pair : open_) shared_.lists.add(worker_, pair);
            return !graph_.ending();
        });
    }
    turn();
    begin_scan();
    scan([&](std::size_t word) {
        const std::uint64_t reached = reached_.word(word).load(std::memory_order_relaxed);
        left_.word(word).fetch_and(reached, std::memory_order_relaxed);
    });
}

// Turns the lists, once all have looked at them.
void CycleSearch::turn() {
    graph_.meet();
    if (graph_.team().is_alone()) {
        shared_.lists.turn_all();
    } else {
        shared_.lists.turn(worker_);
    }
    graph_.meet();
}

std::uint64_t CycleSearch::count_left() {
    if (worker_ == 0) shared_.left.store(0, std::memory_order_relaxed);
    begin_scan();
    std::uint64_t own = 0;
    scan([&](std::size_t word) {
        own += static_cast<unsigned>(std::popcount(left_.word(word).load(std::memory_order_relaxed)));
    });
    shared_.left.fetch_add(own, std::memory_order_relaxed);
    graph_.meet();
    const std::uint64_t all = shared_.left.load(std::memory_order_relaxed);
    graph_.meet();
    return all;
}

}  // namespace scrump::detail
