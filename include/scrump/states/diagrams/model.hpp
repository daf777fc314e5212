#pragma once
// A system's states and transitions as binary decision diagrams, in plain values: the contents of model files, which
// are converted to and from the diagrams of a package. Nothing here calculates.
//
// A state is a vector of entries, each a number of a given number of bits. The bits of all entries are numbered in
// order: bit j has state variable 2j and next-state variable 2j + 1, for the state to which a transition leads; or
// those of another place, if a model gives places. Variables grow from the root of a diagram downwards. Below all these
// are the bits of a transition's label.

#include <cstdint>
#include <span>
#include <vector>

namespace scrump {

/// Variable of the first bit of a label; the next bits have the variables after it. So a state has at most half as many
/// bits.
inline constexpr std::uint32_t first_label_variable = 1'000'000;

/// A function: that of a node, by its number, or its complement. Number 0 is the constant false.
struct StoredEdge {
    std::uint64_t node = 0;     ///< number of the node
    bool complemented = false;  ///< whether it is the complement

    /// Whether both are the same.
    bool operator==(const StoredEdge&) const = default;
};

/// The function `variable ? high : low`. Both are nodes of greater variables and smaller numbers, or constants, and
/// they differ.
struct StoredNode {
    std::uint32_t variable = 0;  ///< variable of the node
    /// Number of the node where the variable is false; never complemented, so that a function and its complement are
    /// one node.
    std::uint64_t low = 0;
    StoredEdge high;  ///< function where the variable is true

    /// Whether both are the same.
    bool operator==(const StoredNode&) const = default;
};

/// A set of states, by some entries of the vector. `root` depends on their state variables alone.
struct StoredStates {
    std::vector<std::uint32_t> entries;  ///< entries, ascending, from 0
    StoredEdge root;                     ///< their diagram

    /// Whether both are the same.
    bool operator==(const StoredStates&) const = default;
};

/// A set of transitions. `root` depends on the state and next-state variables of `entries_of()`; all other entries keep
/// their value.
struct StoredRelation {
    std::vector<std::uint32_t> read;     ///< entries that decide whether and where a transition leads; ascending
    std::vector<std::uint32_t> written;  ///< entries that a transition may change; ascending
    StoredEdge root;                     ///< its diagram

    /// Whether both are the same.
    bool operator==(const StoredRelation&) const = default;
};

/// Initial states, and transitions as the union of several relations.
struct SymbolicModel {
    std::vector<std::uint32_t> bits;  ///< number of bits of each entry of the state vector; at least 1
    std::vector<StoredNode> nodes;    ///< nodes of all diagrams; number i is at i - 1, so children come before parents
    StoredStates initial;             ///< initial states
    std::vector<StoredRelation> relations;  ///< transitions
    std::uint32_t label_bits = 0;           ///< number of bits of the label that each transition has; 0 without labels
    /// Place of each bit: bit j has variable 2·places[j]. A permutation of the numbers of the bits; empty: places[j] is
    /// j.
    std::vector<std::uint32_t> places{};

    /// Whether both are the same.
    bool operator==(const SymbolicModel&) const = default;
};

/// Entries that a relation reads or writes, ascending.
std::vector<std::uint32_t> entries_of(const StoredRelation& relation);

/// Place of a bit.
inline std::uint32_t place_of(const SymbolicModel& model, std::uint32_t bit) {
    return model.places.empty() ? bit : model.places[bit];
}

/// State variables of these entries, ascending.
std::vector<std::uint32_t> state_variables(const SymbolicModel& model, std::span<const std::uint32_t> entries);

/// Next-state variable of the same bit.
constexpr std::uint32_t next_state_variable(std::uint32_t state_variable) {
    return state_variable + 1;
}

}  // namespace scrump
