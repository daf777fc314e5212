#include "families.hpp"

#include "apply.hpp"

#include <algorithm>
#include <cstdint>
#include <tuple>
#include <type_traits>
#include <utility>

namespace scrump::detail {
namespace {

using Kind = OperationKey::Kind;
using Held = DiagramWorker::Held;
using Sets = SkippedIsFalse;

struct OnFamilies {
    using Skipped = Sets;
    static constexpr std::uint64_t variant = 0;
};

struct Union : OnFamilies {
    static constexpr Kind kind = Kind::family_union;
    static bool decides(DiagramWorker& /*worker*/, Edge& f, Edge& g, Edge& result) {
        if (f == g || g == Edge::no()) return known(result, f);
        if (f == Edge::no()) return known(result, g);
        if (g.bits < f.bits) std::swap(f, g);
        return false;
    }
};

struct Intersection : OnFamilies {
    static constexpr Kind kind = Kind::family_intersection;
    static bool decides(DiagramWorker& /*worker*/, Edge& f, Edge& g, Edge& result) {
        if (f == g) return known(result, f);
        if (f == Edge::no() || g == Edge::no()) return known(result, Edge::no());
        if (g.bits < f.bits) std::swap(f, g);
        return false;
    }
};

struct Difference : OnFamilies {
    static constexpr Kind kind = Kind::family_difference;
    static bool decides(DiagramWorker& /*worker*/, Edge& f, Edge& g, Edge& result) {
        if (f == g || f == Edge::no()) return known(result, Edge::no());
        return g == Edge::no() && known(result, f);
    }
};

struct SymmetricDifference : OnFamilies {
    static constexpr Kind kind = Kind::family_symmetric_difference;
    static bool decides(DiagramWorker& /*worker*/, Edge& f, Edge& g, Edge& result) {
        if (f == g) return known(result, Edge::no());
        if (g == Edge::no()) return known(result, f);
        if (f == Edge::no()) return known(result, g);
        if (g.bits < f.bits) std::swap(f, g);
        return false;
    }
};

// Two families, taken apart at the first element of either.
struct Pair {
    Cofactors f;
    Cofactors g;

    Pair(DiagramWorker& worker, Edge of_f, Edge of_g) {
        const Cofactors own_f = worker.cofactors(of_f);
        const Cofactors own_g = worker.cofactors(of_g);
        const Level level = std::min(own_f.level, own_g.level);
        has_f = own_f.level == level;
        has_g = own_g.level == level;
        f = cofactors_at<Sets>(own_f, level, of_f);
        g = cofactors_at<Sets>(own_g, level, of_g);
    }
    Level level() const { return f.level; }

    bool has_f;  // whether any set of f has the element
    bool has_g;
};

}  // namespace

Edge family_union(Fork fork, Edge f, Edge g) {
    return apply<Union>(std::move(fork), f, g);
}

Edge family_intersection(Fork fork, Edge f, Edge g) {
    return apply<Intersection>(std::move(fork), f, g);
}

Edge family_difference(Fork fork, Edge f, Edge g) {
    return apply<Difference>(std::move(fork), f, g);
}

Edge family_symmetric_difference(Fork fork, Edge f, Edge g) {
    return apply<SymmetricDifference>(std::move(fork), f, g);
}

// --- Products

Edge family_join(Fork fork, Edge f, Edge g) {
    if (f == Edge::no() || g == Edge::no()) return Edge::no();
    if (f == Edge::yes()) return g;
    if (g == Edge::yes()) return f;
    if (g.bits < f.bits) std::swap(f, g);
    DiagramWorker& worker = worker_of(fork);
    return remembered(worker, OperationKey::of(Kind::family_join, f, g), [&] {
        const Pair at(worker, f, g);
        auto spawned = fork.spawn<family_join>(at.f.low, at.g.low);
        const Edge any_g = fork.call<family_union>(at.g.low, at.g.high);
        const Held held_any_g(worker, any_g);
        const Edge of_high = fork.call<family_join>(at.f.high, any_g);
        const Held held_of_high(worker, of_high);
        const Edge of_low = fork.call<family_join>(at.f.low, at.g.high);
        const Held held_of_low(worker, of_low);
        const Edge high = fork.call<family_union>(of_high, of_low);
        const Held held_high(worker, high);
        return Sets::make(worker, at.level(), fork.sync(spawned), high);
    });
}

Edge family_quotient(Fork fork, Edge f, Edge g) {
    if (g == Edge::yes()) return f;
    if (f.is_constant()) return Edge::no();
    DiagramWorker& worker = worker_of(fork);
    const Pair at(worker, f, g);
    if (!at.has_f) return Edge::no();  // some set of g has an element that none of f has
    return remembered(worker, OperationKey::of(Kind::family_quotient, f, g), [&] {
        if (!at.has_g) {
            return make_of_both<Sets, family_quotient>(fork, at.level(), std::tuple(at.f.low, g),
                                                       std::tuple(at.f.high, g));
        }
        const Edge of_high = fork.call<family_quotient>(at.f.high, at.g.high);
        if (of_high == Edge::no() || at.g.low == Edge::no()) return of_high;
        const Held held_high(worker, of_high);
        const Edge of_low = fork.call<family_quotient>(at.f.low, at.g.low);
        const Held held_low(worker, of_low);
        return fork.call<family_intersection>(of_high, of_low);
    });
}

// --- One element

namespace {

template <ByElement which>
constexpr Kind kind_by_element = which == ByElement::without ? Kind::family_without
                                 : which == ByElement::with  ? Kind::family_with
                                                             : Kind::family_changed;

}  // namespace

template <ByElement which>
Edge family_by_element(Fork fork, Edge f, Level element) {
    DiagramWorker& worker = worker_of(fork);
    const Cofactors own = worker.cofactors(f);
    if (own.level >= element) {
        const Cofactors at = cofactors_at<Sets>(own, element, f);
        if (which == ByElement::without) return at.low;
        if (which == ByElement::with) return at.high;
        return Sets::make(worker, element, at.high, at.low);
    }
    return remembered(worker, OperationKey::of(kind_by_element<which>, f, Edge{element}), [&] {
        return make_of_both<Sets, family_by_element<which>>(fork, own.level, std::tuple(own.low, element),
                                                            std::tuple(own.high, element));
    });
}

template Edge family_by_element<ByElement::without>(Fork, Edge, Level);
template Edge family_by_element<ByElement::with>(Fork, Edge, Level);
template Edge family_by_element<ByElement::changed>(Fork, Edge, Level);

// --- Subsets and supersets (Knuth, The Art of Computer Programming 4A, 7.1.4, exercises 236 and 237)

Edge family_nonsupersets(Fork fork, Edge f, Edge g) {
    if (g == Edge::no()) return f;
    if (f == g || f == Edge::no() || g == Edge::yes()) return Edge::no();
    DiagramWorker& worker = worker_of(fork);
    return remembered(worker, OperationKey::of(Kind::family_nonsupersets, f, g), [&] {
        const Pair at(worker, f, g);
        if (!at.has_f) return fork.call<family_nonsupersets>(f, at.g.low);
        if (!at.has_g) {
            return make_of_both<Sets, family_nonsupersets>(fork, at.level(), std::tuple(at.f.low, g),
                                                           std::tuple(at.f.high, g));
        }
        auto spawned = fork.spawn<family_nonsupersets>(at.f.low, at.g.low);
        const Edge some = fork.call<family_nonsupersets>(at.f.high, at.g.high);
        const Held held_some(worker, some);
        const Edge high = fork.call<family_nonsupersets>(some, at.g.low);
        const Held held_high(worker, high);
        return Sets::make(worker, at.level(), fork.sync(spawned), high);
    });
}

Edge family_nonsubsets(Fork fork, Edge f, Edge g) {
    if (g == Edge::no()) return f;
    if (f == g || f.is_constant()) return Edge::no();
    DiagramWorker& worker = worker_of(fork);
    return remembered(worker, OperationKey::of(Kind::family_nonsubsets, f, g), [&] {
        const Pair at(worker, f, g);
        auto spawned = fork.spawn<family_nonsubsets>(at.f.high, at.g.high);
        const Edge any_g = fork.call<family_union>(at.g.low, at.g.high);
        const Held held_any_g(worker, any_g);
        const Edge low = fork.call<family_nonsubsets>(at.f.low, any_g);
        const Held held_low(worker, low);
        return Sets::make(worker, at.level(), low, fork.sync(spawned));
    });
}

Edge family_minimal(Fork fork, Edge f) {
    if (f.is_constant()) return f;
    DiagramWorker& worker = worker_of(fork);
    return remembered(worker, OperationKey::of(Kind::family_minimal, f), [&] {
        const Cofactors of = worker.cofactors(f);
        auto spawned = fork.spawn<family_minimal>(of.high);
        const Edge low = fork.call<family_minimal>(of.low);
        const Held held_low(worker, low);
        const Edge with = fork.sync(spawned);
        const Held held_with(worker, with);
        return Sets::make(worker, of.level, low, fork.call<family_nonsupersets>(with, low));
    });
}

Edge family_maximal(Fork fork, Edge f) {
    if (f.is_constant()) return f;
    DiagramWorker& worker = worker_of(fork);
    return remembered(worker, OperationKey::of(Kind::family_maximal, f), [&] {
        const Cofactors of = worker.cofactors(f);
        auto spawned = fork.spawn<family_maximal>(of.high);
        const Edge without = fork.call<family_maximal>(of.low);
        const Held held_without(worker, without);
        const Edge high = fork.sync(spawned);
        const Held held_high(worker, high);
        const Edge low = fork.call<family_nonsubsets>(without, high);
        return Sets::make(worker, of.level, low, high);
    });
}

// --- Functions and families

template <class From, class To>
Edge same_models(Fork fork, Edge f, Edge cube) {
    if (cube.is_constant() || f == Edge::no()) return f;
    constexpr Kind kind = std::is_same_v<To, Sets> ? Kind::family_of_function : Kind::function_of_family;
    DiagramWorker& worker = worker_of(fork);
    return remembered(worker, OperationKey::of(kind, f, cube), [&] {
        const Cofactors of_cube = worker.cofactors(cube);
        const Cofactors at = cofactors_at<From>(worker.cofactors(f), of_cube.level, f);
        return make_of_both<To, same_models<From, To>>(fork, of_cube.level, std::tuple(at.low, of_cube.high),
                                                       std::tuple(at.high, of_cube.high));
    });
}

template Edge same_models<SkippedIsEither, SkippedIsFalse>(Fork, Edge, Edge);
template Edge same_models<SkippedIsFalse, SkippedIsEither>(Fork, Edge, Edge);

}  // namespace scrump::detail
