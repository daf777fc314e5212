#pragma once
// Operations on families of sets as zero-suppressed decision diagrams (Minato, Zero-suppressed BDDs for set
// manipulation in combinatorial problems, DAC 1993), each a task, with cached results. They share the node table with
// binary diagrams:
//
//     level of the node    an element
//     low edge             the sets without it
//     high edge            the sets with it, which is taken out of them; never the empty family
//
// The empty family is `no`; the family of the empty set alone is `yes`. Elements that a path skips are in none of its
// sets. An edge may be complemented, as a node's low edge never is, but that has no meaning: it is a part of what
// tells nodes apart.

#include <scrump/states/diagrams/detail/diagram_worker.hpp>
#include <scrump/tasks/fork.hpp>

#include <cstdint>

namespace scrump::detail {

/// The sets of either family.
Edge family_union(Fork fork, Edge f, Edge g);
/// The sets of both.
Edge family_intersection(Fork fork, Edge f, Edge g);
/// The sets of the first one alone.
Edge family_difference(Fork fork, Edge f, Edge g);
/// The sets of exactly one.
Edge family_symmetric_difference(Fork fork, Edge f, Edge g);

/// The unions of a set of one family and a set of the other.
Edge family_join(Fork fork, Edge f, Edge g);
/// The sets that have no element in common with any set of g, and whose unions with all of these are in f. `g` is not
/// empty.
Edge family_quotient(Fork fork, Edge f, Edge g);

/// A part of a family by one element.
enum class ByElement : std::uint8_t {
    without,  ///< the sets without it
    with,     ///< the sets with it, which is taken out of them
    changed   ///< all sets: it is taken out where it is, and added elsewhere
};
/// `element`: its level.
template <ByElement which>
Edge family_by_element(Fork fork, Edge f, Level element);

/// The sets of which no other one is a subset.
Edge family_minimal(Fork fork, Edge f);
/// The sets of which no other one is a superset.
Edge family_maximal(Fork fork, Edge f);
/// The sets of f that are supersets of no set of g.
Edge family_nonsupersets(Fork fork, Edge f, Edge g);
/// The sets of f that are subsets of no set of g.
Edge family_nonsubsets(Fork fork, Edge f, Edge g);

/// The diagram with the models that f has over the variables of a cube, of which it depends on no others, where paths
/// skip variables in another way: from SkippedIsEither to SkippedIsFalse, the sets of variables such that a function
/// holds where exactly these are true; and back.
template <class From, class To>
Edge same_models(Fork fork, Edge f, Edge cube);

}  // namespace scrump::detail
