#include "operations.hpp"

#include <algorithm>
#include <utility>

namespace scrump::detail {
namespace {

using Kind = OperationKey::Kind;
using Held = DiagramWorker::Held;

DiagramWorker& at_hand(const Fork& fork) {
    return context_of<DiagramWorker>(fork);
}

// What a function is where the variable of a level is known; as it is, if its own first variable is further down.
[[gnu::always_inline]] inline Edge low_at(const Cofactors& of, Level level, Edge edge) {
    return of.level == level ? of.low : edge;
}
[[gnu::always_inline]] inline Edge high_at(const Cofactors& of, Level level, Edge edge) {
    return of.level == level ? of.high : edge;
}

// A conjunction that is to be done soon: prefetches its cache entry.
[[gnu::always_inline]] inline void expect_conjunction(const DiagramWorker& worker, Edge f, Edge g) {
    if (f.is_constant() || g.is_constant()) return;
    worker.expect(g.bits < f.bits ? OperationKey::of(Kind::conjunction, g, f)
                                  : OperationKey::of(Kind::conjunction, f, g));
}

// What is left of a cube below a level, and at it.
Edge cube_from(DiagramWorker& worker, Edge cube, Level level) {
    while (worker.level(cube) < level) cube = worker.cofactors(cube).high;
    return cube;
}

}  // namespace

Edge conjunction(Fork fork, Edge f, Edge g) {
    if (f == Edge::yes() || f == g) return g;
    if (g == Edge::yes()) return f;
    if (f.is_constant() || g.is_constant() || f == !g) return Edge::no();
    if (g.bits < f.bits) std::swap(f, g);

    DiagramWorker& worker = at_hand(fork);
    worker.check();
    worker.expect(f);
    worker.expect(g);
    const OperationKey key = OperationKey::of(Kind::conjunction, f, g);
    const auto place = worker.place(key);
    Edge result;
    if (worker.find(place, key, result)) return result;

    const Cofactors of_f = worker.cofactors(f);
    const Cofactors of_g = worker.cofactors(g);
    const Level level = std::min(of_f.level, of_g.level);
    expect_conjunction(worker, high_at(of_f, level, f), high_at(of_g, level, g));
    auto high = fork.spawn<conjunction>(high_at(of_f, level, f), high_at(of_g, level, g));
    const Edge low = fork.call<conjunction>(low_at(of_f, level, f), low_at(of_g, level, g));
    const Held held(worker, low);
    result = worker.make(level, low, fork.sync(high));
    worker.put(place, key, result);
    return result;
}

Edge exclusive_or(Fork fork, Edge f, Edge g) {
    const Edge parity = Edge::no().complemented_as(f).complemented_as({g.bits});
    f = f.regular();
    g = g.regular();
    const bool flip = parity == Edge::yes();
    const auto flipped = [flip](Edge edge) { return flip ? !edge : edge; };
    if (f == g) return flipped(Edge::no());
    if (f.is_constant()) return flipped(g);
    if (g.is_constant()) return flipped(f);
    if (g.bits < f.bits) std::swap(f, g);

    DiagramWorker& worker = at_hand(fork);
    worker.check();
    const OperationKey key = OperationKey::of(Kind::exclusive_or, f, g);
    const auto place = worker.place(key);
    Edge result;
    if (worker.find(place, key, result)) return flipped(result);

    const Cofactors of_f = worker.cofactors(f);
    const Cofactors of_g = worker.cofactors(g);
    const Level level = std::min(of_f.level, of_g.level);
    auto high = fork.spawn<exclusive_or>(high_at(of_f, level, f), high_at(of_g, level, g));
    const Edge low = fork.call<exclusive_or>(low_at(of_f, level, f), low_at(of_g, level, g));
    const Held held(worker, low);
    result = worker.make(level, low, fork.sync(high));
    worker.put(place, key, result);
    return flipped(result);
}

Edge if_then_else(Fork fork, Edge f, Edge g, Edge h) {
    if (f.is_constant()) return f == Edge::yes() ? g : h;
    if (g == h) return g;
    if (f == g) g = Edge::yes();
    if (f == !g) g = Edge::no();
    if (f == h) h = Edge::no();
    if (f == !h) h = Edge::yes();
    if (g == Edge::yes() && h == Edge::no()) return f;
    if (g == Edge::no() && h == Edge::yes()) return !f;
    if (h == Edge::no()) return conjunction(std::move(fork), f, g);
    if (h == Edge::yes()) return !conjunction(std::move(fork), f, !g);
    if (g == Edge::yes()) return !conjunction(std::move(fork), !f, !h);
    if (g == Edge::no()) return conjunction(std::move(fork), !f, h);
    if (g == !h) return !exclusive_or(std::move(fork), f, g);

    // Of all that ask the same, one is remembered: neither f nor g is complemented.
    if (f.is_complemented()) {
        f = !f;
        std::swap(g, h);
    }
    const bool flip = g.is_complemented();
    if (flip) {
        g = !g;
        h = !h;
    }
    const auto flipped = [flip](Edge edge) { return flip ? !edge : edge; };

    DiagramWorker& worker = at_hand(fork);
    worker.check();
    const OperationKey key = OperationKey::of(Kind::if_then_else, f, g, h);
    const auto place = worker.place(key);
    Edge result;
    if (worker.find(place, key, result)) return flipped(result);

    const Cofactors of_f = worker.cofactors(f);
    const Cofactors of_g = worker.cofactors(g);
    const Cofactors of_h = worker.cofactors(h);
    const Level level = std::min({of_f.level, of_g.level, of_h.level});
    auto high = fork.spawn<if_then_else>(high_at(of_f, level, f), high_at(of_g, level, g), high_at(of_h, level, h));
    const Edge low = fork.call<if_then_else>(low_at(of_f, level, f), low_at(of_g, level, g), low_at(of_h, level, h));
    const Held held(worker, low);
    result = worker.make(level, low, fork.sync(high));
    worker.put(place, key, result);
    return flipped(result);
}

Edge exists(Fork fork, Edge f, Edge cube) {
    if (f.is_constant() || cube.is_constant()) return f;
    DiagramWorker& worker = at_hand(fork);
    worker.check();
    const Cofactors of_f = worker.cofactors(f);
    cube = cube_from(worker, cube, of_f.level);
    if (cube.is_constant()) return f;

    const OperationKey key = OperationKey::of(Kind::quantification, f, cube);
    const auto place = worker.place(key);
    Edge result;
    if (worker.find(place, key, result)) return result;

    const Cofactors of_cube = worker.cofactors(cube);
    const bool quantified = of_cube.level == of_f.level;
    const Edge rest = quantified ? of_cube.high : cube;
    auto spawned = fork.spawn<exists>(of_f.high, rest);
    const Edge low = fork.call<exists>(of_f.low, rest);
    if (quantified && low == Edge::yes()) {
        fork.discard(std::move(spawned));
        result = low;
    } else {
        const Held held_low(worker, low);
        const Edge high = fork.sync(spawned);
        const Held held_high(worker, high);
        result = quantified ? fork.call<disjunction>(low, high) : worker.make(of_f.level, low, high);
    }
    worker.put(place, key, result);
    return result;
}

Edge exists_both(Fork fork, Edge f, Edge g, Edge cube) {
    if (f == Edge::no() || g == Edge::no() || f == !g) return Edge::no();
    if (f == Edge::yes() || f == g) return exists(std::move(fork), g, cube);
    if (g == Edge::yes()) return exists(std::move(fork), f, cube);
    if (g.bits < f.bits) std::swap(f, g);

    DiagramWorker& worker = at_hand(fork);
    worker.check();
    const Cofactors of_f = worker.cofactors(f);
    const Cofactors of_g = worker.cofactors(g);
    const Level level = std::min(of_f.level, of_g.level);
    cube = cube_from(worker, cube, level);
    if (cube.is_constant()) return conjunction(std::move(fork), f, g);

    const OperationKey key = OperationKey::of(Kind::quantified_conjunction, f, g, cube);
    const auto place = worker.place(key);
    Edge result;
    if (worker.find(place, key, result)) return result;

    const Cofactors of_cube = worker.cofactors(cube);
    const bool quantified = of_cube.level == level;
    const Edge rest = quantified ? of_cube.high : cube;
    auto spawned = fork.spawn<exists_both>(high_at(of_f, level, f), high_at(of_g, level, g), rest);
    const Edge low = fork.call<exists_both>(low_at(of_f, level, f), low_at(of_g, level, g), rest);
    if (quantified && low == Edge::yes()) {
        fork.discard(std::move(spawned));
        result = low;
    } else {
        const Held held_low(worker, low);
        const Edge high = fork.sync(spawned);
        const Held held_high(worker, high);
        result = quantified ? fork.call<disjunction>(low, high) : worker.make(level, low, high);
    }
    worker.put(place, key, result);
    return result;
}

// --- Relations

namespace {

template <Direction direction>
constexpr Kind kind_of = direction == Direction::forward ? Kind::successors : Kind::predecessors;

// An image that is to be made soon. Where it skips variables of the cube, another one will be looked up.
template <Direction direction>
[[gnu::always_inline]] inline void expect_image(const DiagramWorker& worker, Edge states, Edge relation, Edge cube) {
    if (states == Edge::no() || relation == Edge::no()) return;
    worker.expect(OperationKey::of(kind_of<direction>, states, relation, cube));
}

// Two functions joined, and two others, side by side: the node that has both.
Edge make_of_joined(Fork& fork, DiagramWorker& worker, Level level, Edge low, Edge also_low, Edge high,
                    Edge also_high) {
    expect_conjunction(worker, !high, !also_high);
    auto spawned = fork.spawn<disjunction>(high, also_high);
    const Edge joined_low = fork.call<disjunction>(low, also_low);
    const Held held(worker, joined_low);
    return worker.make(level, joined_low, fork.sync(spawned));
}

}  // namespace

template <Direction direction>
Edge image(Fork fork, Edge states, Edge relation, Edge cube) {
    if (states == Edge::no() || relation == Edge::no()) return Edge::no();
    if (states == Edge::yes() && relation == Edge::yes()) return Edge::yes();
    if (cube.is_constant()) return states;

    DiagramWorker& worker = at_hand(fork);
    worker.check();
    worker.expect(states);
    worker.expect(relation);
    const OperationKey key = OperationKey::of(kind_of<direction>, states, relation, cube);
    const auto place = worker.place(key);
    Edge result;
    if (worker.find(place, key, result)) return result;

    const Cofactors of_states = worker.cofactors(states);
    const Cofactors of_relation = worker.cofactors(relation);
    const Level now = std::min(of_states.level, of_relation.level) & ~Level{1};
    cube = cube_from(worker, cube, now);
    if (cube.is_constant()) return states;

    const Edge low = low_at(of_states, now, states);
    const Edge high = high_at(of_states, now, states);
    const Cofactors of_cube = worker.cofactors(cube);
    if (of_cube.level != now) {
        expect_image<direction>(worker, high, relation, cube);
        auto spawned = fork.spawn<image<direction>>(high, relation, cube);
        const Edge below_low = fork.call<image<direction>>(low, relation, cube);
        const Held held(worker, below_low);
        result = worker.make(now, below_low, fork.sync(spawned));
    } else {
        const Level next = now + 1;
        const Edge rest = of_cube.high;
        const Edge from_low = low_at(of_relation, now, relation);
        const Edge from_high = high_at(of_relation, now, relation);
        const Cofactors of_low = worker.cofactors(from_low);
        const Cofactors of_high = worker.cofactors(from_high);
        const Edge low_low = low_at(of_low, next, from_low);
        const Edge low_high = high_at(of_low, next, from_low);
        const Edge high_low = low_at(of_high, next, from_high);
        const Edge high_high = high_at(of_high, next, from_high);
        constexpr bool forward = direction == Direction::forward;
        // Of the result's low cofactor and its high one, what comes from the low one of the states and the high one.
        expect_image<direction>(worker, high, high_high, rest);
        expect_image<direction>(worker, low, forward ? low_high : high_low, rest);
        expect_image<direction>(worker, high, forward ? high_low : low_high, rest);
        auto low_from_high = fork.spawn<image<direction>>(high, forward ? high_low : low_high, rest);
        auto high_from_low = fork.spawn<image<direction>>(low, forward ? low_high : high_low, rest);
        auto high_from_high = fork.spawn<image<direction>>(high, high_high, rest);
        const Edge a = fork.call<image<direction>>(low, low_low, rest);
        const Held held_a(worker, a);
        const Edge d = fork.sync(high_from_high);
        const Held held_d(worker, d);
        const Edge c = fork.sync(high_from_low);
        const Held held_c(worker, c);
        const Edge b = fork.sync(low_from_high);
        const Held held_b(worker, b);
        result = make_of_joined(fork, worker, now, a, b, c, d);
    }
    worker.put(place, key, result);
    return result;
}

template Edge image<Direction::forward>(Fork, Edge, Edge, Edge);
template Edge image<Direction::backward>(Fork, Edge, Edge, Edge);

Edge images(Fork fork, Edge states, std::uint64_t version, std::size_t first, std::size_t count) {
    DiagramWorker& worker = at_hand(fork);
    worker.check();
    if (count == 1) {
        const Relation& by = worker.relations(version)[first];
        return image<Direction::forward>(std::move(fork), states, by.relation, by.cube);
    }
    auto spawned = fork.spawn<images>(states, version, first + count / 2, count - count / 2);
    const Edge left = fork.call<images>(states, version, first, count / 2);
    const Held held_left(worker, left);
    const Edge right = fork.sync(spawned);
    const Held held_right(worker, right);
    return fork.call<disjunction>(left, right);
}

Edge saturate(Fork fork, Edge states, std::uint64_t version, std::size_t from) {
    DiagramWorker& worker = at_hand(fork);
    worker.check();
    const Relations& relations = worker.relations(version);
    if (states == Edge::no() || from == relations.size()) return states;

    const OperationKey key = OperationKey::of(Kind::saturation, states, {from}, {version});
    const auto place = worker.place(key);
    Edge result;
    if (worker.find(place, key, result)) return result;

    const Level level = relations[from].level;
    const Cofactors of_states = worker.cofactors(states);
    if (of_states.level < level) {
        auto spawned = fork.spawn<saturate>(of_states.high, version, from);
        const Edge low = fork.call<saturate>(of_states.low, version, from);
        const Held held(worker, low);
        result = worker.make(of_states.level, low, fork.sync(spawned));
    } else {
        std::size_t end = from + 1;
        while (end < relations.size() && relations[end].level == level) ++end;
        Held held(worker, states);
        Held held_before(worker, states);
        Edge before;
        result = states;
        do {
            held_before = before = result;
            held = result = fork.call<saturate>(result, version, end);
            for (std::size_t each = from; each < end; ++each) {
                const Relation by = relations[each];
                const Edge step = fork.call<image<Direction::forward>>(result, by.relation, by.cube);
                const Held held_step(worker, step);
                held = result = fork.call<disjunction>(result, step);
            }
        } while (result != before);
    }
    worker.put(place, key, result);
    return result;
}

}  // namespace scrump::detail
