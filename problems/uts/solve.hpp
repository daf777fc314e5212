#pragma once
// Measures unbalanced trees.

#include <scrump/problems/uts/hash_choice.hpp>
#include <scrump/problems/uts/tree.hpp>
#include <scrump/search/options.hpp>
#include <scrump/search/result.hpp>

namespace scrump::uts {

/// Size, leaves and depth of `tree`, which do not depend on `hash`. Throws Error if a parameter of the tree is out of
/// range, UsageError if the processor lacks the hash, and as search.hpp.
EnumerationResult<Shape> measure(const Tree& tree, const SearchOptions& options = {},
                                 HashChoice hash = HashChoice::automatic);

}  // namespace scrump::uts
