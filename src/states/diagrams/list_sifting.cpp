#include "list_sifting.hpp"

#include <algorithm>
#include <cstddef>
#include <span>
#include <utility>

namespace scrump::detail {
namespace {

// While a level moves, the set may grow by this part of its size.
constexpr double growth_of_moves = 0.2;
// All levels are sifted again if that made the set smaller by this part.
constexpr double worth_another_pass = 0.05;

std::uint64_t size_of(std::span<const SharedLevel> levels) {
    std::uint64_t nodes = 0;
    for (const SharedLevel& each : levels) nodes += each->size();
    return nodes;
}

// A level that moves up or down through the others.
struct LevelMove {
    const std::vector<SharedLevel>* levels = nullptr;
    std::size_t start = 0;
    bool upwards = false;
    std::uint64_t nodes = 0;  // of all levels
    std::uint64_t most_steps = 0;

    // Results.
    std::size_t best = 0;               // number of levels from the start to the best place
    std::uint64_t gain = 0;             // number of nodes fewer there
    SharedLevel there{};                // the level at that place
    std::vector<SharedLevel> passed{};  // the levels that it passed on its way there
    std::uint64_t swaps = 0, steps = 0;

    std::size_t first() const { return upwards ? start - best : start; }
    std::size_t last() const { return upwards ? start : start + best; }
};

void try_move(Fork fork, LevelMove* move) {
    const std::vector<SharedLevel>& levels = *move->levels;
    const std::size_t ways = move->upwards ? move->start : levels.size() - 1 - move->start;
    const auto most = move->nodes + static_cast<std::uint64_t>(growth_of_moves * static_cast<double>(move->nodes));
    SharedLevel moving = levels[move->start];
    std::uint64_t nodes = move->nodes;
    for (std::size_t way = 1; way <= ways && move->steps < move->most_steps; ++way) {
        fork.communicate();
        const SharedLevel& other = levels[move->upwards ? move->start - way : move->start + way];
        const std::uint64_t elsewhere = nodes - moving->size() - other->size();
        const ListLevel& upper = move->upwards ? *other : *moving;
        const ListLevel& lower = move->upwards ? *moving : *other;
        auto pair = swapped(upper, lower, {most - elsewhere, move->most_steps - move->steps}, move->steps);
        ++move->swaps;
        if (!pair) break;
        nodes = elsewhere + pair->size();
        moving = move->upwards ? std::move(pair->upper) : std::move(pair->lower);
        move->passed.push_back(move->upwards ? std::move(pair->lower) : std::move(pair->upper));
        if (nodes + move->gain >= move->nodes) continue;
        move->best = way;
        move->gain = move->nodes - nodes;
        move->there = moving;
    }
    move->passed.resize(move->best);
}

void try_moves(Fork fork, LevelMove* moves, std::size_t count) {
    if (count == 1) return fork.call<try_move>(moves);
    auto others = fork.spawn<try_moves>(moves + count / 2, count - count / 2);
    fork.call<try_moves>(moves, count / 2);
    fork.sync(others);
}

class Sifting {
  public:
    Sifting(Fork& fork, std::vector<SharedLevel> levels, std::uint64_t most_steps)
        : fork_(fork), most_steps_(most_steps) {
        sifted_.nodes_before = sifted_.nodes = size_of(levels);
        sifted_.levels = std::move(levels);
    }

    Sifted operator()() {
        while (true) {
            const std::uint64_t before = sifted_.nodes;
            if (!sift_all()) break;
            if (static_cast<double>(sifted_.nodes) > (1 - worth_another_pass) * static_cast<double>(before)) break;
        }
        return std::move(sifted_);
    }

  private:
    // Each level once, the largest first. Returns whether there are steps left.
    bool sift_all() {
        std::vector<SharedLevel> by_size = sifted_.levels;
        std::ranges::stable_sort(by_size, std::ranges::greater(), [](const SharedLevel& each) { return each->size(); });
        std::vector<std::uint32_t> open;  // counters, the first one to be sifted last
        for (std::size_t i = by_size.size(); i-- > 0;) open.push_back(by_size[i]->counter);
        while (!open.empty() && sifted_.steps < most_steps_) sift_some(open);
        return sifted_.steps < most_steps_;
    }

    // As many levels at once as there are workers.
    void sift_some(std::vector<std::uint32_t>& open) {
        std::vector<LevelMove> moves;
        const std::size_t at_once = std::min<std::size_t>(open.size(), fork_.workers());
        for (std::size_t i = 0; i < at_once; ++i, open.pop_back()) {
            const std::size_t start = level_of(open.back());
            for (const bool upwards : {true, false})
                moves.push_back({.levels = &sifted_.levels,
                                 .start = start,
                                 .upwards = upwards,
                                 .nodes = sifted_.nodes,
                                 .most_steps = most_steps_ - sifted_.steps});
        }
        fork_.call<try_moves>(moves.data(), moves.size());
        std::vector<LevelMove*> better;
        for (std::size_t i = 0; i < moves.size(); i += 2) {
            for (const std::size_t each : {i, i + 1}) {
                sifted_.swaps += moves[each].swaps;
                sifted_.steps += moves[each].steps;
            }
            LevelMove& best = moves[i].gain >= moves[i + 1].gain ? moves[i] : moves[i + 1];
            if (best.gain > 0) better.push_back(&best);
        }
        std::ranges::stable_sort(better, std::ranges::greater(), &LevelMove::gain);
        make(better, open);
    }

    // The best first. A level whose way crosses that of a better one is sifted again.
    void make(const std::vector<LevelMove*>& better, std::vector<std::uint32_t>& open) {
        std::vector<bool> is_new(sifted_.levels.size());
        std::vector<SharedLevel> levels = sifted_.levels;
        for (const LevelMove* each : better) {
            const auto from = static_cast<std::ptrdiff_t>(each->first());
            const auto to = static_cast<std::ptrdiff_t>(each->last()) + 1;
            if (std::find(is_new.begin() + from, is_new.begin() + to, true) != is_new.begin() + to) {
                open.push_back(sifted_.levels[each->start]->counter);
                continue;
            }
            std::fill(is_new.begin() + from, is_new.begin() + to, true);
            levels[each->upwards ? each->first() : each->last()] = each->there;
            for (std::size_t i = 0; i < each->passed.size(); ++i)
                levels[each->upwards ? each->last() - i : each->first() + i] = each->passed[i];
            sifted_.nodes -= each->gain;
        }
        sifted_.levels = std::move(levels);
    }

    std::size_t level_of(std::uint32_t counter) const {
        const auto found = std::ranges::find(sifted_.levels, counter, [](const auto& each) { return each->counter; });
        return static_cast<std::size_t>(found - sifted_.levels.begin());
    }

    Fork& fork_;
    const std::uint64_t most_steps_;
    Sifted sifted_;
};

}  // namespace

Sifted sift(Fork& fork, std::vector<SharedLevel> levels, std::uint64_t most_steps) {
    return Sifting(fork, std::move(levels), most_steps)();
}

}  // namespace scrump::detail
