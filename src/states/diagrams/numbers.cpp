#include "numbers.hpp"

#include <scrump/base/error.hpp>

#include "apply.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>

namespace scrump::detail {
namespace {

using Held = DiagramWorker::Held;
using Kind = OperationKey::Kind;

constexpr Kind kind_combined(Combined how) {
    switch (how) {
        case Combined::plus:
            return Kind::number_plus;
        case Combined::minus:
            return Kind::number_minus;
        case Combined::times:
            return Kind::number_times;
        case Combined::min:
            return Kind::number_min;
        case Combined::max:
            return Kind::number_max;
        case Combined::at_least:
            break;
    }
    return Kind::number_at_least;
}

constexpr bool commutes(Combined how) {
    return how != Combined::minus && how != Combined::at_least;
}

// Tells results for integers from those for doubles, whose values may have the same bits.
template <class Number>
constexpr std::uint64_t variant_of = std::is_floating_point_v<Number> ? 1 : 0;

[[noreturn]] void fail_as_too_large(std::int64_t a, const char* sign, std::int64_t b) {
    throw Error("the value " + std::to_string(a) + sign + std::to_string(b) + " does not fit into 64 bits");
}

template <Combined how>
std::int64_t value_of(std::int64_t a, std::int64_t b) {
    std::int64_t result = 0;
    if (how == Combined::plus && __builtin_add_overflow(a, b, &result)) fail_as_too_large(a, " + ", b);
    if (how == Combined::minus && __builtin_sub_overflow(a, b, &result)) fail_as_too_large(a, " - ", b);
    if (how == Combined::times && __builtin_mul_overflow(a, b, &result)) fail_as_too_large(a, " * ", b);
    if (how == Combined::min) return std::min(a, b);
    if (how == Combined::max) return std::max(a, b);
    return result;
}

template <Combined how>
double value_of(double a, double b) {
    switch (how) {
        case Combined::plus:
            return a + b;
        case Combined::minus:
            return a - b;
        case Combined::times:
            return a * b;
        case Combined::min:
            return std::min(a, b);
        default:
            return std::max(a, b);
    }
}

template <class Number, Combined how>
struct NumberRule {
    using Skipped = SkippedIsEither;
    static constexpr Kind kind = kind_combined(how);
    static constexpr std::uint64_t variant = variant_of<Number>;

    static bool decides(DiagramWorker& worker, Edge& f, Edge& g, Edge& result) {
        if (f == g && decides_same(worker, f, result)) return true;
        Number a = 0;
        Number b = 0;
        const bool f_is_value = is_number(worker, f, a);
        const bool g_is_value = is_number(worker, g, b);
        if (f_is_value && decides_first(f, g, a, result)) return true;
        if (g_is_value && decides_second(f, g, b, result)) return true;
        if (f_is_value && g_is_value) {
            if constexpr (how == Combined::at_least) {
                return known(result, a >= b ? Edge::yes() : Edge::no());
            } else {
                return known(result, number_terminal<Number>(worker, value_of<how>(a, b)));
            }
        }
        if (commutes(how) && g.bits < f.bits) std::swap(f, g);
        return false;
    }

  private:
    static bool decides_same(DiagramWorker& worker, Edge f, Edge& result) {
        if (how == Combined::min || how == Combined::max) return known(result, f);
        if (how == Combined::at_least) return known(result, Edge::yes());
        // Of doubles, the difference of infinite ones is not a number.
        if (how != Combined::minus || std::is_floating_point_v<Number>) return false;
        return known(result, number_terminal<Number>(worker, 0));
    }
    // Where one of them is the number that changes nothing, or the one that decides the product.
    static bool decides_first(Edge f, Edge g, Number a, Edge& result) {
        if ((how == Combined::plus && a == 0) || (how == Combined::times && a == 1)) return known(result, g);
        return how == Combined::times && a == 0 && known(result, f);
    }
    static bool decides_second(Edge f, Edge g, Number b, Edge& result) {
        if (how == Combined::minus && b == 0) return known(result, f);
        return commutes(how) && decides_first(g, f, b, result);
    }
};

constexpr Kind kind_out(Combined how) {
    return how == Combined::plus  ? Kind::number_sum_out
           : how == Combined::min ? Kind::number_min_out
                                  : Kind::number_max_out;
}

}  // namespace

template <class Number>
Edge number_terminal(DiagramWorker& worker, Number value) {
    if constexpr (std::is_floating_point_v<Number>) {
        if (std::isnan(value)) throw Error("a value of a function would not be a number");
        if (value == 0) value = 0;  // not -0, which is equal
    }
    return worker.make_terminal(std::bit_cast<std::uint64_t>(value));
}

template <class Number, Combined how>
Edge combine_numbers(Fork fork, Edge f, Edge g) {
    return apply<NumberRule<Number, how>>(std::move(fork), f, g);
}

template <class Number, Combined how>
Edge combine_out(Fork fork, Edge f, Edge cube) {
    if (cube.is_constant()) return f;
    DiagramWorker& worker = worker_of(fork);
    return remembered(worker, OperationKey::of(kind_out(how), f, cube, {variant_of<Number>}), [&] {
        const Cofactors of_f = worker.cofactors(f);
        const Cofactors of_cube = worker.cofactors(cube);
        if (of_f.level < of_cube.level) {
            return make_of_both<SkippedIsEither, combine_out<Number, how>>(fork, of_f.level, std::tuple(of_f.low, cube),
                                                                           std::tuple(of_f.high, cube));
        }
        const bool depends = of_f.level == of_cube.level;
        auto spawned = fork.spawn<combine_out<Number, how>>(depends ? of_f.high : f, of_cube.high);
        const Edge low = depends ? fork.call<combine_out<Number, how>>(of_f.low, of_cube.high) : Edge::no();
        const Held held_low(worker, low);
        const Edge high = fork.sync(spawned);
        const Held held_high(worker, high);
        return fork.call<combine_numbers<Number, how>>(depends ? low : high, high);
    });
}

Edge choose_numbers(Fork fork, Edge f, Edge g, Edge h) {
    if (f.is_constant()) return f == Edge::yes() ? g : h;
    if (g == h) return g;
    DiagramWorker& worker = worker_of(fork);
    return remembered(worker, OperationKey::of(Kind::number_choice, f, g, h), [&] {
        const auto [at_f, at_g, at_h] = at_first_level<SkippedIsEither>(worker, f, g, h);
        return make_of_both<SkippedIsEither, choose_numbers>(fork, at_f.level, std::tuple(at_f.low, at_g.low, at_h.low),
                                                             std::tuple(at_f.high, at_g.high, at_h.high));
    });
}

// Those of both kinds of numbers.
#define SCRUMP_NUMBERS(Number)                                                   \
    template Edge number_terminal<Number>(DiagramWorker&, Number);               \
    template Edge combine_numbers<Number, Combined::plus>(Fork, Edge, Edge);     \
    template Edge combine_numbers<Number, Combined::minus>(Fork, Edge, Edge);    \
    template Edge combine_numbers<Number, Combined::times>(Fork, Edge, Edge);    \
    template Edge combine_numbers<Number, Combined::min>(Fork, Edge, Edge);      \
    template Edge combine_numbers<Number, Combined::max>(Fork, Edge, Edge);      \
    template Edge combine_numbers<Number, Combined::at_least>(Fork, Edge, Edge); \
    template Edge combine_out<Number, Combined::plus>(Fork, Edge, Edge);         \
    template Edge combine_out<Number, Combined::min>(Fork, Edge, Edge);          \
    template Edge combine_out<Number, Combined::max>(Fork, Edge, Edge);
SCRUMP_NUMBERS(std::int64_t)
SCRUMP_NUMBERS(double)
#undef SCRUMP_NUMBERS

}  // namespace scrump::detail
