#pragma once
// The visible properties of a node, by which two nodes of any type can be compared: objective and bound, its serialised
// parts, and the same for its first children. The bytes of a trivially copyable node need not matter; such nodes are
// also compared by their operator==, if they have one.

#include <scrump/search/detail/entered_generator.hpp>
#include <scrump/search/detail/node_parts.hpp>
#include <scrump/search/generator.hpp>

#include <charconv>
#include <concepts>
#include <cstddef>
#include <iterator>
#include <optional>
#include <string>
#include <tuple>
#include <type_traits>

namespace scrump::detail {

/// A number in a unique notation.
template <class Number>
std::string in_digits(Number number) {
    if constexpr (std::is_floating_point_v<Number>) {
        char digits[64];
        return {digits, std::to_chars(std::begin(digits), std::end(digits), number).ptr};
    } else {
        return std::to_string(number);
    }
}

/// In place of a sense: an enumeration, which has no objective.
struct NoSense {};

/// The questions to a generator about the nodes of a search for the best in `Sense`.
template <NodeGenerator G, class Sense>
struct Asked {
    using Space = typename G::Space;
    using Node = typename G::Node;

    static constexpr bool objectives = HasObjective<G> && !std::is_same_v<Sense, NoSense>;
    static constexpr bool bounds = objectives && HasBound<G>;
    static constexpr bool to_beat = objectives && KnowsIncumbent<G>;

    static auto some_objective() {
        if constexpr (objectives) {
            return ObjectiveOf<G>{};
        } else {
            return 0;  // only declared, never used
        }
    }
    using Objective = decltype(some_objective());

    static Objective objective(const Space& space, const Node& node) requires objectives {
        Objective objective{};
        in_instruction_set<G>([&]() __attribute__((always_inline)) { objective = G::objective(space, node); });
        return objective;
    }
    static Objective bound(const Space& space, const Node& node) requires bounds {
        Objective bound{};
        in_instruction_set<G>([&]() __attribute__((always_inline)) { bound = G::bound(space, node); });
        return bound;
    }
    /// The weaker bound, if there are two.
    static Objective tightest_bound(const Space& space, const Node& node) requires bounds {
        Objective least = bound(space, node);
        if constexpr (HasDualBound<G>) {
            Objective dual{};
            in_instruction_set<G>([&]() __attribute__((always_inline)) { dual = G::dual_bound(space, node); });
            if (Sense::better(least, dual)) least = dual;
        }
        return least;
    }
    static EnteredGenerator<G> generator(const Space& space, const Node& parent, Objective incumbent) {
        if constexpr (to_beat) {
            return EnteredGenerator<G>(space, parent, incumbent);
        } else {
            return EnteredGenerator<G>(space, parent);
        }
    }
    /// The value to beat as long as nothing is found.
    static Objective worst() {
        if constexpr (objectives) {
            return Sense::template worst<Objective>();
        } else {
            return some_objective();
        }
    }
};

/// Whether nodes can be compared for equality. For arrays it is unknown whether their elements can.
template <class Node>
concept ComparableNode = std::is_class_v<Node> && std::is_trivially_copyable_v<Node> && !requires {
    std::tuple_size<Node>::value;
}
&&std::equality_comparable<Node>;

struct NodeLook {
    std::string objective;
    std::string bound;
    std::string parts;
    std::string children;

    /// How a node with the look `other` differs; none if it does not.
    std::optional<std::string> difference_from(const NodeLook& other) const;
};

/// The look without children.
template <class G, class Sense>
NodeLook look_at_alone(const typename G::Space& space, const typename G::Node& node) {
    using Ask = Asked<G, Sense>;
    NodeLook look;
    if constexpr (Ask::objectives) look.objective = in_digits(Ask::objective(space, node));
    if constexpr (Ask::bounds) look.bound = in_digits(Ask::bound(space, node));
    if constexpr (!std::is_trivially_copyable_v<typename G::Node>) look.parts = NodeParts().put(node).take();
    return look;
}

/// The look including the first children.
template <class G, class Sense>
NodeLook look_at(const typename G::Space& space, const typename G::Node& node, EnteredGenerator<G> generator) {
    constexpr int first_ones = 3;
    NodeLook look = look_at_alone<G, Sense>(space, node);
    if constexpr (CountsChildren<G>) look.children = std::to_string(generator.remaining());
    for (int left = first_ones; left > 0; --left) {
        typename G::Node child{};
        if (!generator.next(child)) break;
        const NodeLook seen = look_at_alone<G, Sense>(space, child);
        look.children += "; " + seen.objective + ", " + seen.bound + ", " + seen.parts;
    }
    return look;
}

/// How a node differs from the expected one, given the looks of both.
template <class Node>
std::optional<std::string> difference(const Node& expected, const NodeLook& expected_look, const Node& node,
                                      const NodeLook& look) {
    if (std::optional<std::string> seen = look.difference_from(expected_look)) return seen;
    if constexpr (ComparableNode<Node>) {
        const bool can_be_compared = node == node && expected == expected;  // unlike NaN
        if (can_be_compared && !(node == expected)) return "is another one, as its operator== says,";
    }
    return std::nullopt;
}

}  // namespace scrump::detail
