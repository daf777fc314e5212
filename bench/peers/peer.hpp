#pragma once
// Another task runtime that does two of the searches: the same node kernels (hashes, the three words of a board), its
// own scheduling. Both are written as a user of that runtime would write them.

#include <scrump/problems/uts/tree.hpp>

#include <cstdint>
#include <vector>

namespace scrump::peers {

struct Peer {
    const char* name;
    std::vector<std::uint64_t> (*count_queens)(unsigned size, unsigned workers);
    uts::Shape (*measure_uts)(const uts::Tree& tree, unsigned workers);
};

Peer one_tbb();
Peer openmp();

}  // namespace scrump::peers
