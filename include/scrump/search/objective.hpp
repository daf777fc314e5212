#pragma once
// The meaning of "best".

#include <limits>

namespace scrump {

/// The greatest objective is best. A node that is not a solution by itself has the objective `worst`.
struct Maximise {
    /// Whether `a` is better than `b`.
    template <class T>
    static constexpr bool better(T a, T b) {
        return a > b;
    }
    /// The value that every other value is better than.
    template <class T>
    static constexpr T worst() {
        return std::numeric_limits<T>::has_infinity ? -std::numeric_limits<T>::infinity()
                                                    : std::numeric_limits<T>::lowest();
    }
};

/// The least objective is best.
struct Minimise {
    /// Whether `a` is better than `b`.
    template <class T>
    static constexpr bool better(T a, T b) {
        return a < b;
    }
    /// The value that every other value is better than.
    template <class T>
    static constexpr T worst() {
        return std::numeric_limits<T>::has_infinity ? std::numeric_limits<T>::infinity()
                                                    : std::numeric_limits<T>::max();
    }
};

/// A node with its objective.
template <class Node, class Objective>
struct Solution {
    Objective objective{};  ///< objective of the node
    Node node{};            ///< the solution
};

}  // namespace scrump
