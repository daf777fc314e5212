#pragma once
// Operations on functions from assignments to numbers, as multi-terminal binary decision diagrams (Clarke, Fujita,
// McGeer, McMillan, Yang and Zhao, IWLS 1993; Bahar et al., Algebraic decision diagrams and their applications, ICCAD
// 1993), each a task, with cached results. They share the node table with binary diagrams: a value is a node of the
// last level, whose edges are its bits. No edge is complemented.

#include <scrump/states/diagrams/detail/diagram_worker.hpp>
#include <scrump/tasks/fork.hpp>

#include <bit>
#include <cstdint>

namespace scrump::detail {

/// What an operation does with two values.
enum class Combined : std::uint8_t { plus, minus, times, min, max, at_least };

/// The diagram of a value. Throws Error for a double that is not a number.
template <class Number>
Edge number_terminal(DiagramWorker& worker, Number value);

/// The value of a node of the last level.
template <class Number>
Number number_of(const Cofactors& node) {
    return std::bit_cast<Number>(node.low.bits | node.high.bits << Edge::index_bits);
}

/// Whether a diagram is a value, which is stored then.
template <class Number>
bool is_number(DiagramWorker& worker, Edge edge, Number& value) {
    const Cofactors of = worker.cofactors(edge);
    if (of.level != terminal_level) return false;
    value = number_of<Number>(of);
    return true;
}

/// Two functions combined, value by value: numbers, or for `at_least` a Boolean function.
template <class Number, Combined how>
Edge combine_numbers(Fork fork, Edge f, Edge g);

/// All values of a function for the variables of a cube, combined: plus, min or max.
template <class Number, Combined how>
Edge combine_out(Fork fork, Edge f, Edge cube);

/// g where a Boolean function f holds, h elsewhere.
Edge choose_numbers(Fork fork, Edge f, Edge g, Edge h);

}  // namespace scrump::detail
