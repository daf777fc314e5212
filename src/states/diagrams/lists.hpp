#pragma once
// Operations on list decision diagrams (Blom and van de Pol, Symbolic reachability for process algebras with recursive
// data types, ICTAC 2008), each a task, with cached results. They share the node table with binary diagrams: a node has
// a value, a list of what comes after that value, and the rest of its own list, which has greater values:
//
//     level of the node    the value
//     high edge            the set of vectors after this value, one level down; never empty
//     low edge             the rest of the list; the constant `no` at its end
//
// The empty set is `no`; the set that has the vector without elements is `yes`. Every vector of a set has one element
// for each level below the set's own, so a set's level follows from where it is.

#include "list_transitions.hpp"

#include <scrump/states/diagrams/detail/diagram_worker.hpp>
#include <scrump/tasks/fork.hpp>

#include <cstdint>
#include <span>

namespace scrump::detail {

/// The set that has one vector.
Edge set_of(DiagramWorker& worker, std::span<const std::uint32_t> vector);

/// Union of two sets.
Edge unite(Fork fork, Edge a, Edge b);

/// The vectors to which a relation leads from those of a set at a level, and all that can be reached from these by
/// transitions that begin at this level or below: the relational product within saturation (Ciardo, Lüttgen and
/// Siminiscu). What can be reached by these from `set` must be in it. If operations are cut short, a part of that.
Edge fire(Fork fork, ListTransitions* by, Edge set, Level level, ListRelation::Number relation);

/// All vectors that can be reached from those of a set at a level by transitions that begin at this level or below.
Edge close_forward(Fork fork, ListTransitions* by, Edge set, Level level);

/// The vectors of a set at a level that allow none of the transitions of a relation.
Edge forbidden(Fork fork, ListTransitions* by, Edge set, Level level, ListRelation::Number relation);

}  // namespace scrump::detail
