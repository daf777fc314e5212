#pragma once
// How work is stolen: the choice of the victim, and the amount that it gives. Chosen by users, by name.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace scrump {

struct Topology;
class VictimSelector;

/// The number of tasks that a victim gives, shallowest first.
struct StealAmount {
    /// The kinds; see operator().
    enum class Kind : std::uint8_t { one, half, chunk, all };

    /// The number to give of n tasks, `shallowest` of which are at the shallowest depth: one, half of all (rounded up),
    /// a chunk, or all at the shallowest depth.
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

    Kind kind = Kind::half;  ///< kind of amount
    unsigned chunk = 0;      ///< number of tasks, for Kind::chunk

    /// Whether both are the same amount.
    bool operator==(const StealAmount&) const = default;
};

/// Parameters of the performance-driven policy, for experiments: the constants of chapter 3 of Xie (2023) and limits of
/// refreshes. Those left out have the policy's own values; help() has both, and the ranges.
struct MonitorParameters {
    std::optional<double> history = std::nullopt;          ///< weight of earlier values (equations 3.1 and 3.2)
    std::optional<double> offset = std::nullopt;           ///< added to arguments of logarithms (equations 3.1 and 3.2)
    std::optional<double> least_rate = std::nullopt;       ///< lower bound of a work rate (equation 3.3)
    std::optional<double> delay = std::nullopt;            ///< weight of the delay (equation 3.3)
    std::optional<double> shortest = std::nullopt;         ///< least time between automatic refreshes, in milliseconds
    std::optional<double> longest = std::nullopt;          ///< most time between them, in milliseconds
    std::optional<std::uint64_t> reads = std::nullopt;     ///< most summaries read by message in a shortest interval
    std::optional<std::uint64_t> requests = std::nullopt;  ///< most unanswered steal requests

    /// Whether both are the same.
    bool operator==(const MonitorParameters&) const = default;
};

/// A victim selection with its parameters, and a steal amount. Made by name: `Policy::parse("random:steal=one")`.
struct Policy {
    /// The kinds of victim selection; help() describes each.
    enum class Kind : std::uint8_t {
        random,
        sticky_random,
        round_robin,
        hierarchical,
        locality_aware,
        naive_locality_aware,
        performance_driven
    };

    /// The thief for which a selector is made.
    struct Thief {
        unsigned self;             ///< number of the thief among the candidates
        const Topology& topology;  ///< positions of all candidates; to be copied if it is needed later
        std::uint64_t seed;        ///< seed of the choices: the same for all thieves
        unsigned workers;          ///< number of workers for which it steals
    };
    /// Makes the selector of one thief.
    using MakeSelector = std::function<std::unique_ptr<VictimSelector>(const Thief&)>;

    /// The policy of that kind, with its usual parameters. The default of a member should be made by this or `Policy()`
    /// and not be braces: if another member's value throws, g++ 12 destroys a member within braces twice.
    static Policy of(Kind kind) {
        Policy chosen;
        chosen.kind = kind;
        return chosen;
    }

    /// A user's own policy: thieves choose their victims by the selectors that `make` makes, localities among
    /// localities and workers among those of their locality. It is called once for each of them in this process, and
    /// once here to ask whether such selectors use load information; in all processes that search together the name
    /// must mean the same. Throws UsageError for an empty name, for one that parse() reads, and if nothing is made.
    static Policy custom(std::string name, MakeSelector make);

    /// Reads `NAME[:parameter,…]`. Throws UsageError that names the mistake and the possible values.
    static Policy parse(std::string_view text);

    /// The text that parse() reads back as this policy; for a custom one, its name and the steal amount.
    std::string describe() const;

    /// Help on all policies with their sources and parameters, in lines.
    static std::string help();
    /// Names of all policies, in the order of help().
    static std::vector<std::string> names();

    /// Whether selectors need the others' summaries (VictimSelector::uses_load_information()).
    bool uses_load_information() const { return own ? own->uses_load_information : kind == Kind::performance_driven; }

    /// The chosen amount; by default half, or one task if tasks are handed out `in_order` or `paper` is set.
    StealAmount amount(bool in_order = false) const;

    /// The policy among workers of one locality: it gathers no summaries, since looking costs no more than knowing.
    Policy among_workers() const {
        return uses_load_information() ? of(Kind::sticky_random) : Policy{.kind = kind, .own = own};
    }

    /// A user's own policy.
    struct Custom {
        std::string name;            ///< name by which it is shown
        MakeSelector make;           ///< factory of its selectors
        bool uses_load_information;  ///< whether its selectors use load information
    };

    Kind kind = Kind::sticky_random;  ///< kind of victim selection, unless it is a user's own policy
    bool tuned = false;               ///< performance-driven: weights and refresh limits tune themselves
    bool ordered = false;  ///< performance-driven: of similarly good victims, the first in heuristic order is chosen
    bool always = false;   ///< performance-driven: refreshes continue even without other localities
    bool paper = false;    ///< performance-driven: exactly as in Xie (2023)
    MonitorParameters monitor = {};                   ///< performance-driven: its parameters
    std::optional<StealAmount> steal = std::nullopt;  ///< steal amount; none: see amount()
    std::shared_ptr<const Custom> own = nullptr;      ///< a user's own policy; see custom()

    /// Whether both are the same policy with the same parameters.
    bool operator==(const Policy&) const = default;
};

/// The selector of the policy for the thief `self` in `topology`; `workers` is the number of workers for which it
/// steals (equation 3.2 of Xie (2023)). Throws UsageError if a user's own policy makes none.
std::unique_ptr<VictimSelector> make_selector(const Policy& policy, unsigned self, const Topology& topology,
                                              std::uint64_t seed, unsigned workers = 1);

}  // namespace scrump
