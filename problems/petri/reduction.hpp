#pragma once
// Reduced state spaces of nets, by name.

#include <scrump/problems/petri/formula.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace scrump::petri {

/// Which markings are visited.
enum class NetReduction : std::uint8_t {
    none,      ///< all that can be reached
    stubborn,  ///< those that stubborn sets (Valmari, 1990) need to find what is sought
};

/// What is found in a reduced state space as in the whole one.
struct SoughtMarkings {
    /// Formulas of markings: if one of them can hold, it holds in a visited marking. With `Formula::Kind::deadlock`
    /// among them, all deadlocks are visited.
    std::vector<Formula> goals{{.kind = Formula::Kind::deadlock}};
    std::vector<Sum> sums{};  ///< sums whose largest values are those of visited markings
};

/// Name of the reduction: "none" or "stubborn".
std::string_view name(NetReduction reduction);
/// The reduction of that name. Throws UsageError that lists the possible names.
NetReduction parse_net_reduction(std::string_view name);
/// Names of all reductions.
std::vector<std::string> net_reduction_names();

}  // namespace scrump::petri
