#pragma once
// The cells of one row as text, the same in all tables.

#include <string>

#include "measure.hpp"

namespace scrump::bench {

struct Cells {
    std::string what;
    std::string value;
    std::string spread;   ///< least … greatest
    std::string target;   ///< empty: none
    std::string reached;  ///< yes, no or, where it was not judged, nothing
    std::string medians;  ///< what a ratio or a difference was made of; else empty
};

Cells cells_of(const Row& row);

}  // namespace scrump::bench
