#pragma once
// How the size of tasks is chosen while a program runs.

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace scrump {

/// A rule by which the grain of tasks is chosen during a run, and its tolerance.
struct GrainRule {
    /// The rules.
    enum class Kind : std::uint8_t {
        /// The management of tasks, and waiting for them, may each take the tolerance; the greater excess decides.
        parts,
        /// Section IV-A of Grubel et al. (2015): the smallest grain whose idle-rate, management and waiting together,
        /// is at most the tolerance.
        idle_rate,
    };

    Kind kind = Kind::parts;            ///< which rule
    std::optional<double> tolerance{};  ///< tolerated share of all workers' time; none: usual()

    /// The tolerance of a rule for which none is given: 1%, and 30% as in the paper.
    static constexpr double usual(Kind kind) { return kind == Kind::parts ? 0.01 : 0.3; }
    /// The tolerance in use.
    constexpr double tolerated() const { return tolerance.value_or(usual(kind)); }

    /// Names of the rules, in the order of Kind.
    static constexpr std::array<std::string_view, 2> names = {"parts", "idle-rate"};
    /// The name of this rule.
    constexpr std::string_view name() const { return names[static_cast<std::size_t>(kind)]; }

    /// Whether it is the same rule with the same tolerance.
    bool operator==(const GrainRule&) const = default;
};

}  // namespace scrump
