#pragma once
// Stubborn sets (Valmari, 1990): of the transitions that are enabled in a marking, those that are to be fired so that
// what is sought is still found. All others can wait.
//
// A set is closed if with an enabled transition it has all that this one can disable, and with a disabled one all that
// raise one of the places where tokens are missing. In a firing sequence, the first transition of a closed set can then
// be fired before all others, with the same marking at the end. So what is sought is still found if no sequence without
// transitions of the set finds it:
// - a deadlock: the set has an enabled transition with all that can disable it (a strong stubborn set);
// - a formula of a marking, or a larger sum: the set has all transitions that bring it nearer to what it says
//   (Bønneland, Dyhr, Jensen, Johannsen and Srba, Stubborn versus structural reductions for Petri nets, 2019).

#include <scrump/problems/petri/detail/dependencies.hpp>
#include <scrump/problems/petri/formula.hpp>
#include <scrump/problems/petri/net.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace scrump::petri {

/// A formula of a marking that is sought, or a part of it.
struct SoughtFormula {
    Formula formula{};                     ///< simplified
    std::vector<std::uint32_t> helpful{};  ///< of a comparison: transitions that bring it nearer
    std::vector<SoughtFormula> parts{};
};

/// Independent of the net once it is made.
class StubbornSets {
  public:
    /// For a marking of each goal, if one can be reached, and for the largest value of each sum. If
    /// `Formula::Kind::deadlock` is a goal, for all markings without enabled transitions.
    StubbornSets(const Net& net, const std::vector<Formula>& goals, const std::vector<Sum>& sums);

    /// The enabled transitions of the set for a marking, ascending; the same for the same marking.
    std::vector<std::uint32_t> choose(std::span<const Tokens> tokens) const;

  private:
    Dependencies dependencies_;
    std::vector<SoughtFormula> goals_;
    std::vector<std::vector<std::uint32_t>> raising_;  // transitions that raise each sum
    bool seeks_deadlocks_ = false;
};

}  // namespace scrump::petri
