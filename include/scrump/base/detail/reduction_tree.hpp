#pragma once
// Values of a range, combined in an order that depends on the range alone: it is halved until its pieces are small, the
// values of a piece are combined from its first to its last, and those of two halves the lower one first. Which worker
// combines which of them, and when, makes no difference to the bits of the result.

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

namespace scrump::detail {

/// Largest size of a piece of a range, by its number of iterations alone: about a thousand pieces, until they have a
/// thousand iterations each, so that what a piece costs does not matter; then up to four thousand.
inline std::size_t fixed_piece_size(std::size_t iterations) {
    const auto in_pieces = [&](std::size_t pieces) { return iterations == 0 ? 1 : (iterations - 1) / pieces + 1; };
    static constexpr std::size_t large = 1024;
    return std::max(in_pieces(4096), std::min(in_pieces(1024), large));
}

/// The value of a range whose pieces have at most `size` iterations; `value_of(begin, end)` is that of a piece, none if
/// it was not begun.
template <class T, class Index, class ValueOf, class Combine>
std::optional<T> reduce_halves(Index begin, Index end, std::size_t size, const ValueOf& value_of,
                               const Combine& combine) {
    if (static_cast<std::size_t>(end) - static_cast<std::size_t>(begin) <= size) return value_of(begin, end);
    const Index middle = std::midpoint(begin, end);
    std::optional<T> below = reduce_halves<T>(begin, middle, size, value_of, combine);
    std::optional<T> above = reduce_halves<T>(middle, end, size, value_of, combine);
    if (below && above) below.emplace(std::invoke(combine, std::move(*below), std::move(*above)));
    return below;
}

/// The halves of the range from 0 up to a number: the whole is half 1, and those of half h are 2 h and 2 h + 1.
class ReductionTree {
  public:
    explicit ReductionTree(std::uint64_t iterations)
        : iterations_(iterations), piece_size_(fixed_piece_size(static_cast<std::size_t>(iterations))) {}

    std::size_t piece_size() const { return piece_size_; }

    /// Calls `visit(half, begin, end)` for halves that together are the pieces beginning in a chunk, which may begin
    /// and end anywhere: chunks that are the range without gaps have each piece once.
    template <class Visit>
    void visit_pieces(std::uint64_t first, std::uint64_t last, const Visit& visit) const {
        if (first < last) visit_within(1, 0, iterations_, first, last, visit);
    }

    /// The piece that has an iteration.
    std::pair<std::uint64_t, std::uint64_t> piece_of(std::uint64_t iteration) const {
        std::uint64_t begin = 0;
        for (std::uint64_t end = iterations_;;) {
            if (end - begin <= piece_size_) return {begin, end};
            const std::uint64_t middle = std::midpoint(begin, end);
            (iteration < middle ? end : begin) = middle;
        }
    }

  private:
    template <class Visit>
    void visit_within(std::uint64_t half, std::uint64_t begin, std::uint64_t end, std::uint64_t first,
                      std::uint64_t last, const Visit& visit) const {
        if (begin >= last || end <= first) return;
        const bool is_piece = end - begin <= piece_size_;
        if (first <= begin && (is_piece || end <= last)) return visit(half, begin, end);
        if (is_piece) return;
        const std::uint64_t middle = std::midpoint(begin, end);
        visit_within(2 * half, begin, middle, first, last, visit);
        visit_within(2 * half + 1, middle, end, first, last, visit);
    }

    std::uint64_t iterations_;
    std::size_t piece_size_;
};

/// Values of halves that one worker computes, most of them from lower to higher: those next to each other are combined.
template <class T>
class HalfStack {
  public:
    template <class Combine>
    void add(std::uint64_t half, T value, const Combine& combine) {
        for (; half % 2 == 1 && !values_.empty() && values_.back().first == half - 1; half /= 2) {
            value = std::invoke(combine, std::move(values_.back().second), std::move(value));
            values_.pop_back();
        }
        values_.emplace_back(half, std::move(value));
    }

    /// Calls `take(half, value)` for each.
    template <class Take>
    void take_each(const Take& take) {
        for (auto& [half, value] : values_) take(half, std::move(value));
        values_.clear();
    }

  private:
    std::vector<std::pair<std::uint64_t, T>> values_;
};

/// Values of halves of a range that do not overlap; two that are the halves of another one become its value.
template <class T>
class HalfValues {
  public:
    template <class Combine>
    void add(std::uint64_t half, T value, const Combine& combine) {
        for (; half > 1; half /= 2) {
            const auto other = values_.find(half ^ 1U);
            if (other == values_.end()) break;
            T found = std::move(other->second);
            values_.erase(other);
            const bool is_lower = half % 2 == 0;
            value = is_lower ? std::invoke(combine, std::move(value), std::move(found))
                             : std::invoke(combine, std::move(found), std::move(value));
        }
        values_.emplace(half, std::move(value));
    }

    std::size_t size() const { return values_.size(); }
    /// Calls `take(half, value)` for each, from the lowest to the highest.
    template <class Take>
    void take_each(const Take& take) {
        for (auto& [half, value] : values_) take(half, std::move(value));
        values_.clear();
    }

  private:
    // By their places in the range.
    struct IsLower {
        bool operator()(std::uint64_t a, std::uint64_t b) const { return place(a) < place(b); }
        static std::pair<std::uint64_t, std::uint64_t> place(std::uint64_t half) {
            return {half << static_cast<unsigned>(std::countl_zero(half)), half};
        }
    };

    std::map<std::uint64_t, T, IsLower> values_;
};

}  // namespace scrump::detail
