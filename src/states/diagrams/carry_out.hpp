#pragma once
// Where operations on decision diagrams begin.

#include <scrump/base/error.hpp>
#include <scrump/states/diagrams/bdd.hpp>
#include <scrump/states/diagrams/detail/diagram_locality.hpp>

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
};

}  // namespace detail

template <class Operation>
Bdd Diagrams::carry_out(const Operation& operation) {
    return hold(detail::carry_out(locality_, [&] { return operation(fork_); }));
}

}  // namespace scrump
