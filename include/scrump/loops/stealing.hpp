#pragma once
// How localities with nothing left to do steal iterations from others, with their data.

#include <scrump/loops/technique.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace scrump {

/// The number of iterations that a victim gives.
struct IterationAmount {
    double ratio = 0.5;                    ///< share of its unstarted iterations, rounded up
    std::optional<Technique> technique{};  ///< replaces the share: a victim gives the next chunk by this technique

    /// Whether both are the same.
    bool operator==(const IterationAmount&) const = default;
};

/// Choice of the victims.
struct StealOrder {
    /// Kinds of choices.
    enum class Kind : std::uint8_t {
        off,            ///< nothing is stolen
        decentralised,  ///< each thief chooses, by LoopOptions::policy
        coordinator,    ///< locality 0 relays requests (section 4.1 of Shatri (2023)) and chooses by `victims`
    };
    /// The coordinator's choices (section 4.1.3).
    enum class Victims : std::uint8_t {
        random,                ///< any locality (RWS)
        locality_aware,        ///< any locality on the thief's host (LAWS)
        naive_locality_aware,  ///< any locality with a number close to the thief's (nLAWS)
    };

    /// Reads "off", "decentralised", "coordinator", or "coordinator:victims=laws,divisor=4,steals=0". Throws UsageError
    /// that names the mistake and the possible values.
    static StealOrder parse(std::string_view text);
    /// The text that parse() reads back as this order.
    std::string describe() const;
    /// Help on all kinds with their parameters, in lines.
    static std::string help();
    /// Names of all kinds, in the order of help().
    static std::vector<std::string> names();

    Kind kind = Kind::decentralised;    ///< kind of choice
    Victims victims = Victims::random;  ///< the coordinator's choice
    unsigned divisor = 2;               ///< nLAWS: number of windows of candidates that fit into all localities
    bool coordinator_steals = true;     ///< whether locality 0 steals and is stolen from (unlike in the paper)

    /// Whether both are the same.
    bool operator==(const StealOrder&) const = default;
};

/// All options of stealing iterations.
struct LoopStealing {
    StealOrder order{};        ///< choice of the victims
    IterationAmount amount{};  ///< number of iterations that a victim gives
    /// Smallest number of iterations that a victim gives, if it has any, and that a worker takes at a time from a part
    /// that its technique does not divide (static); 0: 1, and enough for 256 pieces.
    std::uint64_t least = 0;
    /// Whether the results of stolen iterations are sent back to their owner (work borrowing), or stay with the thief.
    bool results_go_home = true;
    /// whether to check that data arrive as they were sent, and that each iteration was run once
    bool checked = false;
};

}  // namespace scrump
