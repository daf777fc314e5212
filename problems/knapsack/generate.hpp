#pragma once
// Knapsacks by name: `strongly-correlated:n=100,range=1000,seed=1`. The classes of Pisinger, "Where are the hard
// knapsack problems?", Computers & Operations Research 32 (2005), with the numbers of his generator. The same
// parameters give the same instance on every machine, but the random numbers are not those of Pisinger's files.

#include <scrump/base/spec.hpp>
#include <scrump/problems/knapsack/instance.hpp>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace scrump::knapsack {

/// A family of instances that differ in parameters, with a relation between profits and weights.
struct Family {
    std::string_view name;
    std::string_view summary;  ///< one line of help
    std::span<const Parameter> parameters;
    Instance (*make)(const Arguments& arguments, std::uint64_t default_seed);
};

/// All families, in the order of Pisinger's numbers.
std::span<const Family> families();

/// The instance that `spec` describes; `default_seed` is for a spec that gives no seed. Throws UsageError for an
/// unknown family, and for parameters that are unknown, given twice, missing, not numbers, or out of range.
Instance generate(std::string_view spec, std::uint64_t default_seed);

/// Whether `source`, as a user names an instance, is a file ("-" for standard input, or an existing file) rather than a
/// spec. Throws Error if it is neither.
bool names_file(const std::string& source);

}  // namespace scrump::knapsack
