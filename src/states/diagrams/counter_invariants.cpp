#include "counter_invariants.hpp"

#include "counter_order.hpp"

#include <scrump/base/deadline.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <random>
#include <set>
#include <utility>

namespace scrump::detail {
namespace {

// Of larger systems, measures take too long to be worth it.
constexpr std::size_t most_counters = 128;
constexpr std::size_t most_transitions = 1024;

// Steps of walks, each a transition that is tried.
constexpr std::size_t walk_steps = std::size_t{1} << 14U;

// For each counter, the largest value that it had on a walk.
std::vector<std::uint32_t> largest_seen(const CounterSystem& system) {
    std::mt19937_64 random(1);
    std::vector<std::uint32_t> largest = system.initial;
    std::vector<std::uint32_t> state = system.initial;
    std::size_t disabled = 0;  // since the last one that was fired
    for (std::size_t i = 0; i < walk_steps && !system.transitions.empty(); ++i) {
        const CounterTransition& transition = system.transitions[random() % system.transitions.size()];
        const bool enabled = std::ranges::all_of(transition.steps, [&](const CounterStep& step) {
            return state[step.counter] >= step.least && state[step.counter] <= step.most &&
                   state[step.counter] + step.change <= std::int64_t{max_counter};
        });
        if (!enabled) {
            if (++disabled < 4 * system.transitions.size()) continue;
            state = system.initial;
        } else {
            for (const CounterStep& step : transition.steps) {
                std::uint32_t& value = state[step.counter];
                value = static_cast<std::uint32_t>(value + step.change);
                largest[step.counter] = std::max(largest[step.counter], value);
            }
        }
        disabled = 0;
    }
    return largest;
}

}  // namespace

InvariantMeasure::InvariantMeasure(const CounterSystem& system) {
    if (system.initial.size() > most_counters || system.transitions.size() > most_transitions) return;
    if (largest_amount(system) < many) return;
    find_invariants(system);
    if (invariants_ > 0) find_classes(system);
}

InvariantMeasure::Number InvariantMeasure::inverse(Number number) {
    Number result = 1;
    for (Number power = prime - 2; power > 0; power /= 2) {
        if (power % 2 == 1) result = result * number % prime;
        number = number * number % prime;
    }
    return result;
}

void InvariantMeasure::subtract(Vector& row, Number times, const Vector& other) {
    for (std::size_t i = 0; i < row.size(); ++i) row[i] = (row[i] + (prime - times) * other[i]) % prime;
}

std::size_t InvariantMeasure::first_of(const Vector& row) {
    return static_cast<std::size_t>(std::ranges::find_if(row, [](Number number) { return number != 0; }) - row.begin());
}

// The left kernel of the matrix of changes, by elimination in rows (changes of a counter | its unit vector).
void InvariantMeasure::find_invariants(const CounterSystem& system) {
    const std::size_t counters = system.initial.size();
    std::set<std::map<std::uint32_t, std::int64_t>> changes;
    for (const CounterTransition& transition : system.transitions) {
        std::map<std::uint32_t, std::int64_t> change;
        for (const CounterStep& step : transition.steps)
            if (step.change != 0) change[step.counter] = step.change;
        changes.insert(std::move(change));
    }
    std::vector<Vector> rows(counters, Vector(changes.size() + counters));
    std::size_t column = 0;
    for (const auto& change : changes) {
        for (const auto& [counter, by] : change)
            rows[counter][column] = by < 0 ? prime - static_cast<Number>(-by) : static_cast<Number>(by);
        ++column;
    }
    for (std::size_t i = 0; i < counters; ++i) rows[i][column + i] = 1;
    std::size_t done = 0;
    for (std::size_t at = 0; at < column; ++at) {
        Deadline::look();
        const auto pivot = std::find_if(rows.begin() + static_cast<std::ptrdiff_t>(done), rows.end(),
                                        [&](const Vector& row) { return row[at] != 0; });
        if (pivot == rows.end()) continue;
        std::swap(rows[done], *pivot);
        const Number by = inverse(rows[done][at]);
        for (std::size_t i = done + 1; i < counters; ++i)
            if (rows[i][at] != 0) subtract(rows[i], rows[i][at] * by % prime, rows[done]);
        ++done;
    }
    invariants_ = counters - done;
    weights_.assign(counters, Vector(invariants_));
    for (std::size_t counter = 0; counter < counters; ++counter)
        for (std::size_t i = 0; i < invariants_; ++i) weights_[counter][i] = rows[done + i][column + counter];
}

// By numbers of values that are powers of four.
void InvariantMeasure::find_classes(const CounterSystem& system) {
    std::vector<unsigned> sizes;
    for (const std::uint32_t value : largest_seen(system)) {
        bits_.push_back(std::log2(value + 1.0));
        sizes.push_back(static_cast<unsigned>(std::bit_width(value)) / 2);
    }
    unsigned before = 0;
    for (const unsigned size : std::set<unsigned>(sizes.begin(), sizes.end())) {
        const unsigned bits = 2 * size;
        Class next{.bits = static_cast<double>(std::max(bits, 1U) - before)};
        for (const unsigned each : sizes) next.has.push_back(each >= size);
        classes_.push_back(std::move(next));
        before = std::max(bits, 1U);
    }
}

// Of the invariants in the first levels of an order, or the last ones: for each number of levels.
std::vector<unsigned> InvariantMeasure::ranks(std::span<const std::uint32_t> levels, bool from_below,
                                              const Class& of) const {
    std::vector<unsigned> ranks{0};
    std::vector<Vector> basis;  // each begins with 1
    std::vector<std::size_t> firsts;
    for (std::size_t i = 0; i < levels.size(); ++i) {
        const std::uint32_t counter = levels[from_below ? levels.size() - 1 - i : i];
        if (of.has[counter] && basis.size() < invariants_) {
            Vector row = weights_[counter];
            for (std::size_t k = 0; k < basis.size(); ++k)
                if (row[firsts[k]] != 0) subtract(row, row[firsts[k]], basis[k]);
            const std::size_t first = first_of(row);
            if (first < row.size()) {
                const Number by = inverse(row[first]);
                for (Number& number : row) number = number * by % prime;
                basis.push_back(std::move(row));
                firsts.push_back(first);
            }
        }
        ranks.push_back(static_cast<unsigned>(basis.size()));
    }
    return ranks;
}

double InvariantMeasure::operator()(std::span<const std::uint32_t> levels) const {
    std::vector<double> bits(levels.size());  // of the sums above each level
    for (const Class& each : classes_) {
        const std::vector<unsigned> above = ranks(levels, false, each);
        const std::vector<unsigned> below = ranks(levels, true, each);
        for (std::size_t level = 0; level < levels.size(); ++level)
            bits[level] += each.bits * (above[level] + below[levels.size() - level] - above.back());
        if (&each != &classes_.front()) continue;
        // A value that those above determine is alone in its list.
        for (std::size_t level = 0; level < levels.size(); ++level)
            if (below[levels.size() - level] == below[levels.size() - level - 1]) bits[level] += bits_[levels[level]];
    }
    double nodes = 0;
    for (const double each : bits) nodes += std::exp2(each);
    return nodes;
}

std::size_t InvariantMeasure::work() const {
    return 2 * classes_.size() * weights_.size() * invariants_ * invariants_;
}

}  // namespace scrump::detail
