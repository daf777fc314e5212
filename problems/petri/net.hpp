#pragma once
// Place/transition nets (Petri, 1962): places hold tokens; a transition takes tokens from some places and puts tokens
// into others, at once and only if all that it takes are there.

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace scrump::petri {

/// Number of tokens of a place or an arc.
using Tokens = std::uint32_t;

struct Place {
    std::string name{};
    Tokens tokens = 0;  ///< initial number of tokens
    std::string id{};   ///< what files call it; may be empty

    /// Whether both are the same, whatever files call them.
    bool operator==(const Place& other) const { return name == other.name && tokens == other.tokens; }
};

/// An arc between a transition and a place.
struct Arc {
    std::uint32_t place = 0;
    Tokens weight = 1;  ///< at least 1

    bool operator==(const Arc&) const = default;
};

struct Transition {
    std::string name{};
    std::vector<Arc> takes{};  ///< by place, each at most once
    std::vector<Arc> puts{};   ///< likewise
    std::string id{};          ///< what files call it; may be empty

    /// Whether both are the same, whatever files call them.
    bool operator==(const Transition& other) const {
        return name == other.name && takes == other.takes && puts == other.puts;
    }
};

/// Places or transitions that are one in a coloured net: they differ in their colours, and follow each other.
struct Group {
    std::string name{};
    std::uint32_t first = 0;
    std::uint32_t count = 1;
    std::string id{};  ///< what files call it; may be empty

    bool operator==(const Group&) const = default;
};

struct Net {
    std::vector<Place> places{};
    std::vector<Transition> transitions{};
    /// Of a net that was unfolded: the places and transitions of the coloured net. Empty otherwise, and then each place
    /// and each transition is by itself.
    std::vector<Group> coloured_places{};
    std::vector<Group> coloured_transitions{};

    bool operator==(const Net&) const = default;
};

/// Number of places; of an unfolded net, of those of the coloured one.
inline std::size_t count_places(const Net& net) {
    return net.coloured_places.empty() ? net.places.size() : net.coloured_places.size();
}
/// Number of transitions, likewise.
inline std::size_t count_transitions(const Net& net) {
    return net.coloured_transitions.empty() ? net.transitions.size() : net.coloured_transitions.size();
}

/// Largest number of places, transitions and arcs of a net that is read or unfolded, in all.
inline constexpr std::size_t max_parts = 10'000'000;

}  // namespace scrump::petri
