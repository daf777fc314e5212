#pragma once
// Unbalanced trees measured.

#include <scrump/problems/uts/tree.hpp>
#include <scrump/search/options.hpp>
#include <scrump/search/result.hpp>

namespace scrump::uts {

/// Size, leaves and depth of `tree`. Throws Error when a parameter of the tree is out of range, and as search.hpp.
EnumerationResult<Shape> measure(const Tree& tree, const Options& options = {});

}  // namespace scrump::uts
