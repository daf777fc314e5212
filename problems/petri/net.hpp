#pragma once
// Place/transition nets (Petri, 1962): places hold tokens; a transition takes tokens from some places and puts tokens
// into others, at once and only if all that it takes are there.

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

struct Net {
    std::vector<Place> places{};
    std::vector<Transition> transitions{};

    bool operator==(const Net&) const = default;
};

}  // namespace scrump::petri
