#pragma once
// How work is stolen: whom to ask, and how much a victim gives. What a user chooses by name.

#include <scrump/net/topology.hpp>
#include <scrump/stealing/victim_selector.hpp>

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

    /// What a selector is made from: who steals, and where.
    struct Thief {
        unsigned self;             ///< its number among the candidates
        const Topology& topology;  ///< all candidates, and where they are; to be copied if it is needed later
        std::uint64_t seed;        ///< of its choices: the same for all thieves
        unsigned workers;          ///< how many workers it steals for
    };
    /// Makes the selector of one thief.
    using MakeSelector = std::function<std::unique_ptr<VictimSelector>(const Thief&)>;

    /// Of a user's own: thieves choose their victims by the selectors that `make` makes, localities among localities
    /// and workers among those of their locality. It is called once for each of them in this process, and once here to
    /// ask whether such selectors use load information; in all processes that search together the name must mean the
    /// same. Throws UsageError for an empty name, one that parse() reads, and if nothing is made.
    static Policy custom(std::string name, MakeSelector make);

    /// Reads `NAME[:parameter,…]`. Throws UsageError that names what is wrong and what there is.
    static Policy parse(std::string_view text);

    /// The text that parse() reads back as this policy; of a custom one the name, and the steal amount.
    std::string describe() const;

    /// All policies with their sources and parameters, as lines of help.
    static std::string help();
    /// The names of all, in the order of help().
    static std::vector<std::string> names();

    /// Whether selectors want to know the others' summaries (VictimSelector::uses_load_information()).
    bool uses_load_information() const { return own ? own->uses_load_information : kind == Kind::performance_driven; }

    /// The amount chosen; if none was, half, or one task where tasks are handed out `in_order`.
    StealAmount amount(bool in_order = false) const;

    /// What workers of one locality use among themselves: nothing is gathered there, as looking costs no more than
    /// knowing.
    Policy among_workers() const {
        return uses_load_information() ? Policy{.kind = Kind::sticky_random} : Policy{.kind = kind, .own = own};
    }

    /// A user's own.
    struct Custom {
        std::string name;            ///< by which it is shown
        MakeSelector make;           ///< its selectors
        bool uses_load_information;  ///< what they say
    };

    Kind kind = Kind::sticky_random;  ///< whom to ask, unless it is a user's own policy
    bool tuned = false;               ///< performance-driven: weights and refresh limits set themselves
    bool ordered = false;  ///< performance-driven: of victims that are similarly good, the first in heuristic order
    bool always = false;   ///< performance-driven: refreshes go on where there is no other locality, too
    bool paper = false;    ///< performance-driven: whom to ask and when to refresh goes by Xie (2023) alone
    std::optional<StealAmount> steal = std::nullopt;  ///< how much; none: see amount()
    std::shared_ptr<const Custom> own = nullptr;      ///< see custom()

    /// Whether it is the same policy with the same parameters.
    bool operator==(const Policy&) const = default;
};

/// The policy at work for the thief `self` of those in `topology`; `workers` is how many workers it steals for
/// (equation 3.2 of Xie (2023)). Throws UsageError if a user's own policy makes none.
std::unique_ptr<VictimSelector> make_selector(const Policy& policy, unsigned self, const Topology& topology,
                                              std::uint64_t seed, unsigned workers = 1);

}  // namespace scrump
