#pragma once
// A system's states and transitions as binary decision diagrams, in plain values: what files of models hold, and what
// is made into the diagrams of a package, or out of them. Nothing here calculates.
//
// A state is a vector of entries, each a number of so many bits. The bits of all entries are numbered in order: bit j
// has variable 2j in a state, and variable 2j + 1 in the state that a transition leads to; or those of another place,
// where a model says which. Variables grow from the root of a diagram downwards. Below all these are the bits of a
// transition's label.

#include <cstdint>
#include <span>
#include <vector>

namespace scrump {

/// The first bit of a label has this variable, the next ones those after it. So a state has at most half as many bits.
inline constexpr std::uint32_t first_label_variable = 1'000'000;

/// A function: that of a node, by its number, or its complement. Number 0 is the constant false.
struct StoredEdge {
    std::uint64_t node = 0;     ///< its number
    bool complemented = false;  ///< whether it is the complement

    /// Whether all is the same.
    bool operator==(const StoredEdge&) const = default;
};

/// The function `variable ? high : low`. Both are nodes of greater variables and smaller numbers, or constants, and
/// they differ.
struct StoredNode {
    std::uint32_t variable = 0;  ///< what is asked
    /// Number of a node; never complemented, so that a function and its complement are one node.
    std::uint64_t low = 0;
    StoredEdge high;  ///< where the variable is true

    /// Whether all is the same.
    bool operator==(const StoredNode&) const = default;
};

/// States, by some entries of the vector. `root` speaks of their state variables alone.
struct StoredStates {
    std::vector<std::uint32_t> entries;  ///< ascending, from 0
    StoredEdge root;                     ///< their diagram

    /// Whether all is the same.
    bool operator==(const StoredStates&) const = default;
};

/// Transitions. `root` speaks of the state and next-state variables of `entries_of()`; all other entries keep their
/// value.
struct StoredRelation {
    std::vector<std::uint32_t> read;  ///< ascending: entries on which it depends whether and where a transition leads
    std::vector<std::uint32_t> written;  ///< ascending: entries that a transition may change
    StoredEdge root;                     ///< its diagram

    /// Whether all is the same.
    bool operator==(const StoredRelation&) const = default;
};

/// Initial states, and transitions as the union of several relations.
struct SymbolicModel {
    std::vector<std::uint32_t> bits;        ///< of each entry of the state vector; at least 1
    std::vector<StoredNode> nodes;          ///< of all diagrams; number i is at i - 1, so children come before parents
    StoredStates initial;                   ///< where it begins
    std::vector<StoredRelation> relations;  ///< its transitions
    std::uint32_t label_bits = 0;           ///< of the label that each transition has; 0 where there are none
    /// Of each bit: bit j has variable 2·places[j]. A permutation of the numbers of the bits; empty: places[j] is j.
    std::vector<std::uint32_t> places{};

    /// Whether all is the same.
    bool operator==(const SymbolicModel&) const = default;
};

/// What a relation reads or writes, ascending.
std::vector<std::uint32_t> entries_of(const StoredRelation& relation);

/// The place of a bit.
inline std::uint32_t place_of(const SymbolicModel& model, std::uint32_t bit) {
    return model.places.empty() ? bit : model.places[bit];
}

/// The state variables of these entries, ascending.
std::vector<std::uint32_t> state_variables(const SymbolicModel& model, std::span<const std::uint32_t> entries);

/// The variable of the same bit in the state that a transition leads to.
constexpr std::uint32_t next_state_variable(std::uint32_t state_variable) {
    return state_variable + 1;
}

}  // namespace scrump
