#pragma once
// Where operations on decision diagrams begin.

#include <scrump/base/error.hpp>
#include <scrump/states/diagrams/bdd.hpp>
#include <scrump/states/diagrams/detail/diagram_locality.hpp>
#include <scrump/tasks/fork.hpp>

namespace scrump {
namespace detail {

/// Repeats an operation that finds no room with more.
template <class Operation>
Edge carry_out(DiagramLocality& locality, const Operation& operation) {
    locality.begin_operation();
    for (bool again = false;; again = true) {
        try {
            return operation();
        } catch (const NoRoom&) {
        } catch (const Error&) {  // NoRoom becomes an Error in another locality
            if (!locality.gave_up()) throw;
        }
        locality.recover(again);
    }
}

/// What operations of other kinds than those of Bdd need.
struct DiagramParts {
    Fork& fork;
    DiagramLocality& locality;
    HeldByHandles& handles;

    static DiagramParts of(Diagrams& diagrams) { return {diagrams.fork_, diagrams.locality_, diagrams.handles_}; }
    static Edge edge(const DiagramHandle& of) { return of.edge(); }
    static const VariableOrder& order(Diagrams& diagrams) { return diagrams.locality_.variables(); }
    static DiagramWorker& worker(Diagrams& diagrams) { return diagrams.locality_.worker(0); }
    /// The diagram of a kind with this edge.
    template <class Kind>
    static Kind hold(Diagrams& diagrams, Edge root) {
        return {diagrams, root};
    }
    static void expect_cube(const Bdd& cube) { cube.expect_cube(); }
    /// What an operation on the edges of some diagrams makes, as a diagram of a kind.
    template <class Kind, auto operation, class... Others>
    static Kind made(const DiagramHandle& first, const Others&... others) {
        return carry_out<Kind>(first.diagrams(),
                               [&](Fork& fork) { return fork.call<operation>(edge(first), edge(others)...); });
    }
    /// The result of an operation, as a diagram of a kind.
    template <class Kind, class Operation>
    static Kind carry_out(Diagrams& diagrams, const Operation& operation) {
        return {diagrams, detail::carry_out(diagrams.locality_, [&] { return operation(diagrams.fork_); })};
    }
};

}  // namespace detail

template <class Operation>
Bdd Diagrams::carry_out(const Operation& operation) {
    return hold(detail::carry_out(locality_, [&] { return operation(fork_); }));
}

}  // namespace scrump
