#pragma once
// The operations on decision diagrams, each a task that spawns others for the cofactors of what it is given, and has
// its results remembered. Bryant (IEEE Transactions on Computers, 1986) and Brace, Rudell and Bryant (DAC 1990) for the
// first ones; van Dijk and van de Pol (Sylvan, STTT 2017) for how they are made parallel, and for relational products.

#include <scrump/states/diagrams/detail/diagram_worker.hpp>
#include <scrump/tasks/detail/companion.hpp>
#include <scrump/tasks/fork.hpp>

#include <cstddef>
#include <cstdint>
#include <utility>

namespace scrump::detail {

/// f and g.
Edge conjunction(Fork fork, Edge f, Edge g);
/// f or g.
inline Edge disjunction(Fork fork, Edge f, Edge g) {
    return !conjunction(std::move(fork), !f, !g);
}
/// f or g, but not both.
Edge exclusive_or(Fork fork, Edge f, Edge g);
/// g where f, else h.
Edge if_then_else(Fork fork, Edge f, Edge g, Edge h);
/// Whether there are values of the variables of a cube with which f holds.
Edge exists(Fork fork, Edge f, Edge cube);
/// The same of f and g, without making that.
Edge exists_both(Fork fork, Edge f, Edge g, Edge cube);

/// Which way a relation is followed.
enum class Direction : std::uint8_t { forward, backward };

/// The states that a relation leads to from these, or from which it leads to these. State variables are even, each with
/// its copy for the next state behind it; the relation speaks of those in the cube alone, a cube of state variables,
/// and all others keep their values.
template <Direction direction>
Edge image(Fork fork, Edge states, Edge relation, Edge cube);

/// What so many of the relations that were told lead to, from the first of these on, each by itself.
Edge images(Fork fork, Edge states, std::uint64_t version, std::size_t first, std::size_t count);

/// All states that the relations that were told, from the given one on, lead to in any number of steps: by saturation
/// (Ciardo, Marmorstein and Siminiscu, TACAS 2003), which comes to the end of what the lower variables can do before it
/// goes on to the higher ones.
Edge saturate(Fork fork, Edge states, std::uint64_t version, std::size_t from);

}  // namespace scrump::detail
