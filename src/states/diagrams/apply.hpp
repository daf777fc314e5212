#pragma once
// What operations on two diagrams have in common, whatever kind these are of: looking the operation up, taking both
// apart at their first variable, two tasks, and a node of what these come to.

#include <scrump/states/diagrams/detail/diagram_worker.hpp>
#include <scrump/tasks/ext/companion.hpp>
#include <scrump/tasks/fork.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <tuple>
#include <utility>

namespace scrump::detail {

inline DiagramWorker& worker_of(const Fork& fork) {
    return context_of<DiagramWorker>(fork);
}

/// Stores a result that is known.
inline bool known(Edge& result, Edge is) {
    result = is;
    return true;
}

/// The result of an operation: the remembered one, or that of `make()`, which is remembered then.
template <class Make>
[[gnu::always_inline]] inline Edge remembered(DiagramWorker& worker, const OperationKey& key, const Make& make) {
    worker.check();
    const auto place = worker.place(key);
    Edge result;
    if (worker.find(place, key, result)) return result;
    result = make();
    worker.put(place, key, result);
    return result;
}

/// Diagrams in which a variable that a path skips may have either value: functions.
struct SkippedIsEither {
    static Edge high_at(const Cofactors& of, Level level, Edge edge) { return of.level == level ? of.high : edge; }
    static Edge make(DiagramWorker& worker, Level level, Edge low, Edge high) { return worker.make(level, low, high); }
};

/// Diagrams in which a variable that a path skips is false: families of sets.
struct SkippedIsFalse {
    static Edge high_at(const Cofactors& of, Level level, Edge /*edge*/) {
        return of.level == level ? of.high : Edge::no();
    }
    static Edge make(DiagramWorker& worker, Level level, Edge low, Edge high) {
        return high == Edge::no() ? low : worker.make_node(level, low, high);
    }
};

/// Both cofactors at a level, where a diagram may begin further down.
template <class Skipped>
[[gnu::always_inline]] inline Cofactors cofactors_at(const Cofactors& of, Level level, Edge edge) {
    return {.level = level, .low = of.level == level ? of.low : edge, .high = Skipped::high_at(of, level, edge)};
}

/// Both cofactors of several diagrams at the first level of any.
template <class Skipped, class... Edges>
[[gnu::always_inline]] inline auto at_first_level(DiagramWorker& worker, Edges... edges) {
    const std::array all{std::pair(edges, worker.cofactors(edges))...};
    Level level = all.front().second.level;
    for (const auto& each : all) level = std::min(level, each.second.level);
    std::array<Cofactors, sizeof...(edges)> at;
    for (std::size_t i = 0; i < all.size(); ++i) at[i] = cofactors_at<Skipped>(all[i].second, level, all[i].first);
    return at;
}

/// The node of what an operation comes to for two rows of operands.
template <class Skipped, auto operation, class... Operands>
[[gnu::always_inline]] inline Edge make_of_both(Fork& fork, Level level, const std::tuple<Operands...>& low,
                                                const std::tuple<Operands...>& high) {
    DiagramWorker& worker = worker_of(fork);
    auto spawned = std::apply([&](auto... each) { return fork.template spawn<operation>(each...); }, high);
    const Edge made_low = std::apply([&](auto... each) { return fork.template call<operation>(each...); }, low);
    const DiagramWorker::Held held(worker, made_low);
    return Skipped::make(worker, level, made_low, fork.sync(spawned));
}

/// An operation that works on the cofactors of both operands alike. A rule has
///
///     Skipped                                  one of those above
///     kind, variant                            its name in the cache
///     decides(worker, f, g, result)            whether the result is known without cofactors; it may swap the operands
template <class Rule>
Edge apply(Fork fork, Edge f, Edge g) {
    DiagramWorker& worker = worker_of(fork);
    Edge result;
    if (Rule::decides(worker, f, g, result)) return result;
    return remembered(worker, OperationKey::of(Rule::kind, f, g, {Rule::variant}), [&] {
        const auto [at_f, at_g] = at_first_level<typename Rule::Skipped>(worker, f, g);
        return make_of_both<typename Rule::Skipped, apply<Rule>>(fork, at_f.level, std::tuple(at_f.low, at_g.low),
                                                                 std::tuple(at_f.high, at_g.high));
    });
}

}  // namespace scrump::detail
