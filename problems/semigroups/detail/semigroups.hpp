#pragma once
// Counts numerical semigroups of a given genus by the tree of Fromentin and Hivert (semigroup.hpp), with the node
// generator that suits the genus and the processor.

#include <scrump/base/error.hpp>

#include <string>
#include <type_traits>
#include <utility>

#include "generator.hpp"
#include "kernels.hpp"

namespace scrump::semigroups {

/// The largest genus for which `with_generator` has a generator: with seven blocks, numbers of decompositions fit into
/// bytes.
inline constexpr unsigned largest_genus = max_genus(7);

/// The kernel to use; `automatic`: the fastest one that the processor can run.
enum class InstructionSet { automatic, portable, avx2, avx512 };

/// Whether this processor can run the kernel.
inline bool available(InstructionSet set) {
#if defined(__x86_64__)
    if (set == InstructionSet::avx2) return Avx2::available();
    if (set == InstructionSet::avx512) return Avx512::available();
#endif
    return set == InstructionSet::automatic || set == InstructionSet::portable;
}

/// Calls `f(std::type_identity<G>{})`, G being the node generator for nodes of genus up to `genus`, and returns its
/// result, which must have the same type for all G. A search then starts at `G::root(space)` and is limited to depth
/// `genus`. Throws `UsageError` if the genus is above `largest_genus` or the processor lacks the instruction set.
template <class F>
decltype(auto) with_generator(unsigned genus, F&& f, InstructionSet set = InstructionSet::automatic) {
    if (genus > largest_genus)
        throw UsageError("semigroups: genus " + std::to_string(genus) + " is too large, at most " +
                         std::to_string(largest_genus) + " is possible");
    if (!available(set)) throw UsageError("semigroups: this processor lacks the instruction set asked for");

    const auto widest = [&]<class Kernel>(std::type_identity<Kernel>) -> decltype(auto) {
        return std::forward<F>(f)(std::type_identity<Generator<7, Kernel>>{});
    };
#if defined(__x86_64__)
    const auto with_kernel = [&]<class Kernel>(std::type_identity<Kernel> kernel) -> decltype(auto) {
        if (genus <= max_genus(2)) return std::forward<F>(f)(std::type_identity<Generator<2, Kernel>>{});
        if (genus <= max_genus(3)) return std::forward<F>(f)(std::type_identity<Generator<3, Kernel>>{});
        return widest(kernel);
    };
    const bool automatic = set == InstructionSet::automatic;
    if (set == InstructionSet::avx512 || (automatic && Avx512::available()))
        return with_kernel(std::type_identity<Avx512>{});
    if (set == InstructionSet::avx2 || (automatic && Avx2::available())) return with_kernel(std::type_identity<Avx2>{});
#endif
    // Each generator takes seconds to compile: one suffices for rare processors.
    return widest(std::type_identity<Portable>{});
}

}  // namespace scrump::semigroups
