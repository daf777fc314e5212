#pragma once
// The task of a queens program: a board with some rows filled. The rows down to the cut-off become tasks, the rest is
// done by the sequential program; neither waits for its children, as counts are sums.

#include <twins/queens.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace scrump::peers {

/// Placements of 0, 1, … 32 rows.
using QueensCounts = std::array<std::uint64_t, 33>;

inline void add_counts(QueensCounts& to, const QueensCounts& from) {
    for (std::size_t i = 0; i < to.size(); ++i) to[i] += from[i];
}

struct QueensTask {
    unsigned rows = 0;  // filled
    std::uint32_t straight = 0;
    std::uint32_t rightward = 0;
    std::uint32_t leftward = 0;
};

/// Four rows: some ten thousand tasks on a board of 14, a tenth of a millisecond each.
inline constexpr unsigned queens_cut_off = 4;

/// Does a task; `spawn(task)` makes another one.
template <class Spawn>
void place_queens(const queens::Space& space, const QueensTask& task, QueensCounts& counts, Spawn&& spawn) {
    std::uint32_t free = space.columns() & ~(task.straight | task.rightward | task.leftward);
    if (task.rows >= queens_cut_off || task.rows + 1 >= space.size()) {
        twins::count_queens_below(space.columns(), space.size() - task.rows, task.straight, task.rightward,
                                  task.leftward, counts.data() + task.rows);
        return;
    }
    counts[task.rows + 1] += queens::count_columns(free);
    while (free != 0) {
        const std::uint32_t column = free & (~free + 1);
        free ^= column;
        spawn(QueensTask{task.rows + 1, task.straight | column, (task.rightward | column) << 1,
                         (task.leftward | column) >> 1});
    }
}

/// The counts as the twin returns them.
inline std::vector<std::uint64_t> rows_of(const QueensCounts& counts, unsigned size) {
    std::vector<std::uint64_t> rows(counts.begin(), counts.begin() + size + 1);
    rows[0] = 1;
    return rows;
}

}  // namespace scrump::peers
