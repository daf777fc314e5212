#include "counterexample.hpp"

#include <algorithm>
#include <map>
#include <unordered_map>
#include <utility>

namespace scrump::detail {
namespace {

// Largest number of states from one to the one that comes again, and the memory for each.
constexpr std::size_t max_followed = std::size_t{1} << 22U;
constexpr std::size_t bytes_of_followed(std::size_t words) {
    return 2 * words * sizeof(std::uint64_t) + 128;
}

}  // namespace

// Breadth-first. The result is empty if there is none.
template <class ForEachNext, class Wanted>
CounterexampleFinder::Pairs CounterexampleFinder::shortest_path(const Pairs& from, const ForEachNext& for_each_next,
                                                                const Wanted& wanted) {
    std::unordered_map<Pair, Pair> parents;
    Pairs open;
    for (const Pair first : from)
        if (parents.try_emplace(first, first).second) open.push_back(first);
    for (std::size_t i = 0; i < open.size(); ++i) {
        const Pair pair = open[i];
        if (wanted(pair)) {
            Pairs path{pair};
            while (parents.at(path.back()) != path.back()) path.push_back(parents.at(path.back()));
            std::ranges::reverse(path);
            return path;
        }
        for_each_next(pair, [&](Pair to) {
            if (parents.try_emplace(to, pair).second) open.push_back(to);
        });
    }
    return {};
}

WordPath CounterexampleFinder::to_anything(Pair last, std::size_t most_bytes) {
    const auto next = [&](Pair pair, const auto& visit) {
        if (!graph_.is_expanded(product_.state_of(pair))) return;
        product_.for_each_successor(pair, [&](Pair to, std::uint64_t /*sets*/) { visit(to); });
    };
    WordPath found{.path = words_of(shortest_path(initial_, next, [&](Pair pair) { return pair == last; })),
                   .cycle = {}};
    // From the last state on, until one comes again, which may never be.
    const std::size_t most = std::min(max_followed, most_bytes / bytes_of_followed(found.path.back().size()));
    std::map<std::vector<std::uint64_t>, std::size_t> places;
    StateBuffer successors(model_.width());
    for (std::size_t place = found.path.size() - 1;; ++place) {
        const auto [known, is_new] = places.try_emplace(found.path.back(), place);
        if (!is_new) {
            found.path.pop_back();
            found.cycle.assign(found.path.begin() + static_cast<std::ptrdiff_t>(known->second), found.path.end());
            found.path.resize(known->second);
            return found;
        }
        if (places.size() > most || graph_.ending()) return {};
        successors.clear();
        model_.expand(found.path.back(), successors);
        const StateWordsSpan then = successors.empty() ? StateWordsSpan(known->first) : successors[0];
        found.path.emplace_back(then.begin(), then.end());
    }
}

WordPath CounterexampleFinder::to_cycle(const SharedBits& component) {
    const auto next = [&](Pair pair, const auto& visit) {
        if (!graph_.is_expanded(product_.state_of(pair))) return;
        product_.for_each_successor(pair, [&](Pair to, std::uint64_t /*sets*/) { visit(to); });
    };
    Pairs path = shortest_path(initial_, next, [&](Pair pair) { return component.has(pair); });
    const Pair first = path.back();
    path.pop_back();
    return WordPath{.path = words_of(path), .cycle = words_of(cycle_from(first, component))};
}

// To the nearest edge of a set that is missing, again and again, and back. Without the first pair at the end.
CounterexampleFinder::Pairs CounterexampleFinder::cycle_from(Pair first, const SharedBits& component) const {
    const auto next = [&](Pair pair, const auto& visit) {
        product_.for_each_near_successor(pair, [&](Pair to, std::uint64_t sets) {
            if (component.has(to)) visit(to, sets);
        });
    };
    const auto next_pair = [&](Pair pair, const auto& visit) {
        next(pair, [&](Pair to, std::uint64_t) { visit(to); });
    };
    Pairs cycle{first};
    const auto go = [&](const Pairs& way) { cycle.insert(cycle.end(), way.begin() + 1, way.end()); };
    std::uint64_t missing = product_.automaton().all_sets();
    do {
        // An edge of one of the missing sets, or any edge.
        std::optional<Pair> end;
        std::uint64_t sets_of_end = 0;
        const auto has_edge = [&](Pair pair) {
            next(pair, [&](Pair to, std::uint64_t sets) {
                if (end || (missing != 0 && (sets & missing) == 0)) return;
                end = to;
                sets_of_end = sets;
            });
            return end.has_value();
        };
        go(shortest_path({cycle.back()}, next_pair, has_edge));
        cycle.push_back(end.value());
        missing &= ~sets_of_end;
    } while (missing != 0);
    go(shortest_path({cycle.back()}, next_pair, [&](Pair pair) { return pair == first; }));
    cycle.pop_back();
    return cycle;
}

std::vector<std::uint64_t> CounterexampleFinder::words_of(Pair pair) {
    std::vector<std::uint64_t> words;
    graph_.read(product_.state_of(pair), words);
    return words;
}

std::vector<std::vector<std::uint64_t>> CounterexampleFinder::words_of(const Pairs& pairs) {
    std::vector<std::vector<std::uint64_t>> all;
    all.reserve(pairs.size());
    for (const Pair pair : pairs) all.push_back(words_of(pair));
    return all;
}

}  // namespace scrump::detail
