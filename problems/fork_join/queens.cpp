#include "queens.hpp"

#include <scrump/tasks.hpp>

#include "detail/queens_board.hpp"

namespace scrump::fork_join {
namespace {

std::uint64_t place(Fork fork, Board board);

// Those ways whose next queen is on one of the `free` squares: each but the last is a task.
std::uint64_t place_one_of(Fork fork, Board board, std::uint32_t free) {
    const std::uint32_t queen = first_of(free);
    const std::uint32_t others = free ^ queen;
    if (others == 0) return fork.call<place>(board.with(queen));
    auto first = fork.spawn<place>(board.with(queen));
    const std::uint64_t rest = fork.call<place_one_of>(board, others);
    return fork.sync(first) + rest;
}

std::uint64_t place(Fork fork, Board board) {
    if (board.full()) return 1;
    const std::uint32_t free = board.free();
    return free == 0 ? 0 : fork.call<place_one_of>(board, free);
}

std::uint64_t place_by_hand(const Board& board) {
    if (board.full()) return 1;
    std::uint64_t ways = 0;
    for (std::uint32_t free = board.free(); free != 0; free &= free - 1)
        ways += place_by_hand(board.with(first_of(free)));
    return ways;
}

}  // namespace

TaskResult<std::uint64_t> queens(unsigned size, const TaskOptions& options) {
    return run_tasks<place>(options, Board(size));
}

std::uint64_t queens_by_hand(unsigned size) {
    return place_by_hand(Board(size));
}

}  // namespace scrump::fork_join
