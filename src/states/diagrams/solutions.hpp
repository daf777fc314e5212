#pragma once
// How many solutions lie below an edge, and random ones: of functions, assignments of some variables; of families,
// sets.

#include <scrump/states/diagrams/bdd.hpp>
#include <scrump/states/diagrams/detail/diagram_worker.hpp>

#include <gmpxx.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <random>
#include <unordered_map>
#include <utility>

namespace scrump::detail {

inline double times_power_of_two(double number, std::size_t exponent) {
    return number == 0 ? 0 : std::ldexp(number, static_cast<int>(std::min<std::size_t>(exponent, 1U << 20U)));
}
inline mpz_class times_power_of_two(const mpz_class& number, std::size_t exponent) {
    return number << exponent;
}

/// Sets: elements that a path skips are in none.
struct SetSpace {
    static constexpr std::size_t size() { return 0; }
    static constexpr std::size_t of(Level level) { return level; }
    static constexpr std::size_t either(std::size_t /*from*/, std::size_t /*to*/) { return 0; }
};

/// Each diagram is counted once, over the variables from its own on; and so is its complement, as a difference would
/// have lost what is small beside what is large, or be that of two infinite numbers. A space has the places of levels,
/// the place after the last, and the number of variables between two places that a path may skip with either value.
template <class Number, class Space>
class SolutionCounter {
  public:
    SolutionCounter(DiagramWorker& worker, const Space& space) : worker_(worker), space_(space) {}

    /// Over the variables from a place on.
    Number count(Edge edge, std::size_t from) {
        if (edge == Edge::no()) return 0;
        if (edge == Edge::yes()) return times_power_of_two(Number(1), space_.either(from, space_.size()));
        const Cofactors of = worker_.cofactors(edge);
        const std::size_t place = space_.of(of.level);
        return times_power_of_two(from_own(edge, of, place), space_.either(from, place));
    }

  private:
    const Number& from_own(Edge edge, const Cofactors& of, std::size_t place) {
        worker_.heed_end();
        if (const auto found = counts_.find(edge.bits); found != counts_.end()) return found->second;
        Number both = count(of.low, place + 1);
        both += count(of.high, place + 1);
        return counts_.emplace(edge.bits, std::move(both)).first->second;
    }

    DiagramWorker& worker_;
    const Space& space_;
    std::unordered_map<std::uint64_t, Number> counts_;
};

/// Draws solutions, each with the same probability. The same seed gives the same ones everywhere.
template <class Space>
class SolutionSampler {
  public:
    SolutionSampler(DiagramWorker& worker, const Space& space, std::uint64_t seed)
        : worker_(worker), space_(space), counter_(worker, space), random_(seed) {}

    /// Calls `see(place, value)` for one solution below an edge, which has some: each variable that its path meets, and
    /// each that may have either value.
    template <class See>
    void draw(Edge edge, const See& see) {
        std::size_t from = 0;
        worker_.heed_end();
        while (edge != Edge::yes()) {
            const Cofactors of = worker_.cofactors(edge);
            const std::size_t place = space_.of(of.level);
            draw_either(from, place, see);
            from = place + 1;
            const mpz_class high = counter_.count(of.high, from);
            const bool value = below(high + counter_.count(of.low, from)) < high;
            see(place, value);
            edge = value ? of.high : of.low;
        }
        draw_either(from, space_.size(), see);
    }

  private:
    template <class See>
    void draw_either(std::size_t from, std::size_t to, const See& see) {
        for (std::size_t i = 0; i < space_.either(from, to); ++i) see(from + i, random_() >> 63U != 0);
    }
    mpz_class below(const mpz_class& bound) {
        constexpr std::size_t word_bits = 64;
        const std::size_t bits = mpz_sizeinbase(bound.get_mpz_t(), 2);
        mpz_class drawn;
        do {
            drawn = 0;
            for (std::size_t have = 0; have < bits; have += word_bits)
                drawn = (drawn << word_bits) + mpz_class(static_cast<unsigned long>(random_()));
            drawn >>= (word_bits - bits % word_bits) % word_bits;
        } while (drawn >= bound);
        return drawn;
    }

    DiagramWorker& worker_;
    const Space& space_;
    SolutionCounter<mpz_class, Space> counter_;
    std::mt19937_64 random_;
};

/// An exact number.
inline Count count_of(const mpz_class& exact) {
    return {.digits = exact.get_str(), .approximate = exact.get_d()};
}

}  // namespace scrump::detail
