#pragma once
// Operations on sets of reachable vectors, list decision diagrams (lists.hpp), each a task, with cached results: what
// CTL needs. Backward steps stay within a set, which is descended in lockstep: so they cannot leave the reachable
// vectors, and closures are saturated within it (Zhao and Ciardo, Symbolic CTL model checking of asynchronous systems
// using constrained saturation, ATVA 2009).

#include "lists.hpp"

#include <scrump/states/diagrams/detail/diagram_worker.hpp>

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace scrump::detail {

/// Intersection of two sets.
Edge intersect(Fork fork, Edge a, Edge b);

/// Difference of two sets.
Edge subtract(Fork fork, Edge a, Edge b);

/// Stands for a set of all vectors, of any level, where step() says so: there is one without elements.
inline constexpr Edge any_vectors = Edge::yes();

/// The vectors of `within` to which a relation leads from those of a set at a level, in one step. `within` may be
/// `any_vectors`.
Edge step(Fork fork, ListTransitions* by, Edge set, Edge within, Level level, ListRelation::Number relation);

/// All vectors of `within` from which those of a set at a level can be reached through vectors of `within`, by
/// transitions that begin at this level or below. `within` has all of the set. The reverses of the transitions must
/// have been added.
Edge close_backward(Fork fork, ListTransitions* by, Edge set, Edge within, Level level);

/// A sum over the elements of vectors, by levels.
class ListSum {
  public:
    /// What the values of a level add.
    struct Terms {
        std::int64_t weight = 0;                                         ///< for each unit
        std::vector<std::pair<std::uint32_t, std::int64_t>> at_value{};  ///< and for some values, ascending

        std::int64_t of(std::uint32_t value) const;
    };

    /// `number`: another one for each sum of which results are cached.
    ListSum(std::vector<Terms> levels, std::uint64_t number) : levels_(std::move(levels)), number_(number) {}

    std::int64_t of(Level level, std::uint32_t value) const { return levels_[level].of(value); }
    /// No level from this one on adds anything.
    Level end() const { return static_cast<Level>(levels_.size()); }
    /// Of the intervals that where() tests it against: set once.
    std::int64_t width() const { return width_; }
    void width(std::int64_t width) { width_ = width; }
    std::uint64_t number() const { return number_; }

  private:
    std::vector<Terms> levels_;
    std::int64_t width_ = 0;
    std::uint64_t number_;
};

/// The least or the greatest sum in a vector of a set at a level, which is not empty, from that level on: bits of an
/// std::int64_t instead of an edge.
enum class Extreme : std::uint8_t { least, greatest };
template <Extreme extreme>
Edge extreme_sum(Fork fork, const ListSum* sum, Edge set, Level level);

/// The vectors of a set at a level in which the sum from that level on is from `least` to that and the sum's width.
Edge where(Fork fork, const ListSum* sum, Edge set, Level level, std::int64_t least);

/// Whether a set has a vector.
bool contains(DiagramWorker& worker, Edge set, std::span<const std::uint32_t> vector);

/// A vector of a set, which is not empty, of a number of elements.
std::vector<std::uint32_t> vector_of(DiagramWorker& worker, Edge set, Level levels);

}  // namespace scrump::detail
