#pragma once
// The operations on decision diagrams, each a task that spawns others for the cofactors of its operands, and caches its
// results. Bryant (IEEE Transactions on Computers, 1986) and Brace, Rudell and Bryant (DAC 1990) for the first ones;
// van Dijk and van de Pol (Sylvan, STTT 2017) for their parallel form, and for relational products.

#include <scrump/states/diagrams/detail/diagram_worker.hpp>
#include <scrump/tasks/ext/companion.hpp>
#include <scrump/tasks/fork.hpp>

#include <cstddef>
#include <cstdint>
#include <utility>

namespace scrump::detail {

template <>
inline constexpr bool refers_to_companion<Edge> = true;

/// Conjunction: f and g.
Edge conjunction(Fork fork, Edge f, Edge g);
/// Disjunction: f or g.
inline Edge disjunction(Fork fork, Edge f, Edge g) {
    return !conjunction(std::move(fork), !f, !g);
}
/// Exclusive or: f or g, but not both.
Edge exclusive_or(Fork fork, Edge f, Edge g);
/// If-then-else: g where f holds, otherwise h.
Edge if_then_else(Fork fork, Edge f, Edge g, Edge h);
/// Whether f holds for some values of the variables of a cube.
Edge exists(Fork fork, Edge f, Edge cube);
/// The same for f and g, without making their conjunction.
Edge exists_both(Fork fork, Edge f, Edge g, Edge cube);

/// Direction in which a relation is applied.
enum class Direction : std::uint8_t { forward, backward };

/// The states to which a relation leads from these, or from which it leads to these. State variables are even, each
/// followed by its next-state variable; the relation depends only on those in the cube, a cube of state variables, and
/// all others keep their values.
template <Direction direction>
Edge image(Fork fork, Edge states, Edge relation, Edge cube);

/// The results of `count` of the published relations, from the first of these on, each by itself.
Edge images(Fork fork, Edge states, std::uint64_t version, std::size_t first, std::size_t count);

/// All states to which the published relations, from the given one on, lead in any number of steps: by saturation
/// (Ciardo, Marmorstein and Siminiscu, TACAS 2003), which exhausts the lower variables before it continues to the
/// higher ones.
Edge saturate(Fork fork, Edge states, std::uint64_t version, std::size_t from);

}  // namespace scrump::detail
