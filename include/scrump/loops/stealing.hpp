#pragma once
// How localities with nothing left to do get iterations from others, with their data.

#include <scrump/loops/technique.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace scrump {

/// Of how many of its unstarted iterations a victim gives.
struct IterationAmount {
    double ratio = 0.5;                    ///< this share of them, rounded up
    std::optional<Technique> technique{};  ///< in place of that: the chunk that it would hand out next

    /// Whether it is the same.
    bool operator==(const IterationAmount&) const = default;
};

/// By whom victims are chosen.
struct StealOrder {
    /// See the values.
    enum class Kind : std::uint8_t {
        off,            ///< nothing is stolen
        decentralised,  ///< by each thief, as LoopOptions::policy says
        coordinator,    ///< by locality 0, which relays requests (section 4.1 of Shatri (2023)), as `victims` says
    };
    /// Whom the coordinator chooses (section 4.1.3).
    enum class Victims : std::uint8_t {
        random,                ///< anybody (RWS)
        locality_aware,        ///< anybody on the thief's host (LAWS)
        naive_locality_aware,  ///< anybody with a number close to the thief's (nLAWS)
    };

    /// Reads "off", "decentralised", "coordinator", or "coordinator:victims=laws,divisor=4,steals=0". Throws UsageError
    /// that names what is wrong and what there is.
    static StealOrder parse(std::string_view text);
    /// The text that parse() reads back as this.
    std::string describe() const;
    /// All, with their parameters, as lines of help.
    static std::string help();
    /// The names of all, in the order of help().
    static std::vector<std::string> names();

    Kind kind = Kind::decentralised;    ///< by whom
    Victims victims = Victims::random;  ///< of the coordinator
    unsigned divisor = 2;               ///< nLAWS: how many times its window of candidates fits into all localities
    bool coordinator_steals = true;     ///< whether locality 0 steals and is stolen from (not so in the paper)

    /// Whether it is the same.
    bool operator==(const StealOrder&) const = default;
};

/// Everything that can be chosen about stealing iterations.
struct LoopStealing {
    StealOrder order{};        ///< by whom victims are chosen
    IterationAmount amount{};  ///< how much a victim gives
    /// Iterations that a victim gives at least, if it has any, and that a worker takes at a time of a part that its
    /// technique does not divide (static); 0: 1, and so many that there are 256 pieces.
    std::uint64_t least = 0;
    /// Whether what stolen iterations made of their data goes back to where they were stolen (work borrowing), or stays
    /// with the thief.
    bool results_go_home = true;
    /// Whether it is checked that data arrive as they were sent, and that each iteration was run once.
    bool checked = false;
};

}  // namespace scrump
