#pragma once
// Where operations on decision diagrams begin.

#include <scrump/base/error.hpp>
#include <scrump/states/diagrams/bdd.hpp>
#include <scrump/states/diagrams/detail/diagram_locality.hpp>

namespace scrump {

// Repeats an operation that finds no room with more.
template <class Operation>
Bdd Diagrams::carry_out(const Operation& operation) {
    locality_.begin_operation();
    for (bool again = false;; again = true) {
        try {
            return hold(operation(fork_));
        } catch (const detail::NoRoom&) {
        } catch (const Error&) {  // NoRoom becomes an Error in another locality
            if (!locality_.gave_up()) throw;
        }
        locality_.recover(again);
    }
}

}  // namespace scrump
