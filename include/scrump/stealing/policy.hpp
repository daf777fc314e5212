#pragma once
// How work is stolen: whom to ask, and how much a victim gives. What a user chooses by name.

#include <scrump/net/topology.hpp>
#include <scrump/stealing/victim_selector.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace scrump {

/// How many tasks a victim gives, shallowest first.
struct StealAmount {
    /// See operator().
    enum class Kind : std::uint8_t { one, half, chunk, all };

    /// How many of n tasks, `shallowest` of which are at the shallowest depth: one, half of all (rounded up), a chunk,
    /// or all at the shallowest depth.
    std::size_t operator()(std::size_t shallowest, std::size_t n) const {
        switch (kind) {
            case Kind::one:
                return std::min<std::size_t>(n, 1);
            case Kind::half:
                return n / 2 + n % 2;
            case Kind::chunk:
                return std::min<std::size_t>(n, chunk);
            case Kind::all:
                return shallowest;
        }
        return n;
    }

    Kind kind = Kind::half;  ///< what share
    unsigned chunk = 0;      ///< for Kind::chunk

    /// Whether it is the same amount.
    bool operator==(const StealAmount&) const = default;
};

/// A victim selection with its parameters, and a steal amount. Made by name: `Policy::parse("random:steal=one")`.
struct Policy {
    /// Whom a thief asks; help() says what each does.
    enum class Kind : std::uint8_t {
        random,
        sticky_random,
        round_robin,
        hierarchical,
        locality_aware,
        naive_locality_aware,
        performance_driven
    };

    /// Reads `NAME[:parameter,…]`. Throws UsageError that names what is wrong and what there is.
    static Policy parse(std::string_view text);

    /// The text that parse() reads back as this policy.
    std::string describe() const;

    /// All policies with their sources and parameters, as lines of help.
    static std::string help();

    /// Whether selectors want to know the others' summaries (VictimSelector::uses_load_information()).
    bool uses_load_information() const { return kind == Kind::performance_driven; }

    /// The amount chosen; if none was, half, or one task where tasks are handed out `in_order`.
    StealAmount amount(bool in_order = false) const;

    /// What workers of one locality use among themselves: nothing is gathered there, as looking costs no more than
    /// knowing.
    Policy among_workers() const { return {.kind = uses_load_information() ? Kind::sticky_random : kind}; }

    Kind kind = Kind::sticky_random;  ///< whom to ask
    bool tuned = false;               ///< performance-driven: weights and refresh limits set themselves
    bool ordered = false;  ///< performance-driven: of victims that are similarly good, the first in heuristic order
    bool always = false;   ///< performance-driven: refreshes go on where there is no other locality, too
    std::optional<StealAmount> steal = std::nullopt;  ///< how much; none: see amount()

    /// Whether it is the same policy with the same parameters.
    bool operator==(const Policy&) const = default;
};

/// The policy at work for the thief `self` of those in `topology`; `workers` is how many workers it steals for
/// (equation 3.2 of Xie (2023)).
std::unique_ptr<VictimSelector> make_selector(const Policy& policy, unsigned self, const Topology& topology,
                                              std::uint64_t seed, unsigned workers = 1);

}  // namespace scrump
