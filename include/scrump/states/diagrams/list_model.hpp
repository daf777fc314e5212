#pragma once
// A system's states and transitions as list decision diagrams (Blom and van de Pol, Symbolic reachability for process
// algebras with recursive data types, ICTAC 2008), in plain values: the contents of .ldd files. Nothing here
// calculates.
//
// A state is a vector of entries, each a number. A diagram is a set of vectors of the same length: a list of the values
// that their first elements have, each with the set of what follows it.

#include <cstdint>
#include <vector>

namespace scrump {

/// An element of a list: a value, and what follows it.
struct StoredListNode {
    std::uint32_t value = 0;  ///< value of the element
    /// Whether it stands for all values instead: where a relation reads, for any value; where it writes, for the value
    /// that is there. Comes first in its list, and has the value 0.
    bool copies = false;
    std::uint64_t down = 1;   ///< number of the set of what follows it; not 0
    std::uint64_t right = 0;  ///< number of the rest of the list, whose values are greater; 0 at its end

    /// Whether both are the same.
    bool operator==(const StoredListNode&) const = default;
};

/// A set of transitions. For each entry that it reads or writes, in their order, a vector has the value before, if the
/// entry is read, and the value after, if it is written. All other entries keep their value.
struct StoredListRelation {
    std::vector<std::uint32_t> read{};     ///< entries that decide whether and where a transition leads; ascending
    std::vector<std::uint32_t> written{};  ///< entries that a transition may change; ascending
    std::uint64_t root = 0;                ///< number of its diagram
    bool labelled = false;                 ///< whether the last element of its vectors is the label of a transition

    /// Whether both are the same.
    bool operator==(const StoredListRelation&) const = default;
};

/// Initial states, and transitions as the union of several relations.
struct ListModel {
    std::uint32_t entries = 0;  ///< number of entries of a state; at least 1
    /// Nodes of all diagrams; number i is at i - 2, so what it leads to comes before it. Number 0 is the empty set, 1
    /// the set of the vector without elements.
    std::vector<StoredListNode> nodes{};
    std::uint64_t initial = 0;                    ///< number of the set of initial states
    std::vector<StoredListRelation> relations{};  ///< transitions

    /// Whether both are the same.
    bool operator==(const ListModel&) const = default;
};

/// Number of the first node of a ListModel.
inline constexpr std::uint64_t first_list_node = 2;

/// For each number of a model's diagrams, the number of elements of its vectors.
std::vector<std::uint32_t> lengths_of(const std::vector<StoredListNode>& nodes);

/// Nodes of a diagram of these, ascending, each once.
std::vector<std::uint64_t> list_nodes_of(const std::vector<StoredListNode>& nodes, std::uint64_t root);

}  // namespace scrump
