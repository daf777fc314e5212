#pragma once
// Instances as users name them: a file, standard input, or Taillard's random ones.

#include <scrump/problems/flowshop/file.hpp>
#include <scrump/problems/flowshop/instance.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace scrump::flowshop {

/// A seed is at least 1 and at most this.
inline constexpr std::uint64_t max_seed = 2147483646;

/// Times from 1 to 99, machine by machine, from the generator of É. Taillard, "Benchmarks for basic scheduling
/// problems", EJOR 64 (1993): with his seeds, his instances. Throws Error for a seed out of range.
Instance taillard(std::size_t jobs, std::size_t machines, std::uint64_t seed);

/// Whether `source` is "-" or an existing file, rather than a spec such as "random:jobs=20,machines=5,seed=1". Throws
/// Error for what is neither.
bool names_file(const std::string& source);

/// The instance that a spec names; `default_seed`, any number, is for one that gives none. Throws UsageError.
Instance generate(std::string_view spec, std::uint64_t default_seed);

/// The instance of a file with that number, from 1. Throws Error where the file has fewer.
NamedInstance parse(std::string_view text, const std::string& name, std::size_t number);

/// The instance that `source` names, of a file the first one. Throws Error.
Instance load(const std::string& source, std::uint64_t default_seed);

}  // namespace scrump::flowshop
