#pragma once
// Sifting (Rudell, ICCAD 1993): one variable after the other tries all levels, and stays where there are fewest nodes.

#include <scrump/states/diagrams/options.hpp>

#include "levelled_nodes.hpp"

#include <cstdint>
#include <span>

namespace scrump::detail {

/// Sifts the variables, or blocks of this number of variables whose places are neighbours.
void sift(LevelledNodes& nodes, const ReorderOptions& options, std::uint32_t block);

/// Moves the variables to these places: from the top down.
void arrange(LevelledNodes& nodes, std::span<const std::uint32_t> variables);

}  // namespace scrump::detail
