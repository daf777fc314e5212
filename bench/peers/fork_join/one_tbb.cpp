// oneTBB: a task_group for each function that spawns.

#include <peers/arena.hpp>
#include <peers/fork_join/programs.hpp>

#include <scrump/problems/fork_join/detail/matmul_block.hpp>
#include <scrump/problems/fork_join/detail/queens_board.hpp>
#include <scrump/problems/fork_join/detail/quicksort_parts.hpp>
#include <scrump/problems/fork_join/detail/uts_children.hpp>

#include <oneapi/tbb/task_group.h>

#include <array>
#include <cstddef>
#include <numeric>

namespace scrump::peers {
namespace {

struct OneTbb {
    static std::uint64_t fib(unsigned n) {
        if (n < 2) return n;
        std::uint64_t first = 0;
        tbb::task_group group;
        group.run([&first, n] { first = fib(n - 1); });
        const std::uint64_t second = fib(n - 2);
        group.wait();
        return first + second;
    }

    static std::uint64_t place(const fork_join::Board& board) {
        if (board.full()) return 1;
        std::array<std::uint64_t, 32> ways{};
        std::size_t children = 0;
        tbb::task_group group;
        for (std::uint32_t free = board.free(); free != 0; free &= free - 1) {
            const fork_join::Board child = board.with(fork_join::first_of(free));
            std::uint64_t& its_ways = ways[children++];
            if ((free & (free - 1)) != 0) {
                group.run([&its_ways, child] { its_ways = place(child); });
            } else {
                its_ways = place(child);
            }
        }
        group.wait();
        return std::accumulate(ways.begin(), ways.begin() + children, std::uint64_t{0});
    }

    static uts::Shape measure_children(const uts::Space* space, const uts::Node* parent, std::uint32_t begin,
                                       std::uint32_t end) {
        if (end - begin == 1) {
            const uts::Node child = fork_join::child_of(*space, parent->state, parent->depth, begin);
            uts::Shape shape = fork_join::shape_of(child);
            if (child.children > 0) fork_join::add(shape, measure_children(space, &child, 0, child.children));
            return shape;
        }
        const std::uint32_t middle = begin + (end - begin) / 2;
        uts::Shape upper;
        tbb::task_group group;
        group.run([&, middle, end] { upper = measure_children(space, parent, middle, end); });
        uts::Shape shape = measure_children(space, parent, begin, middle);
        group.wait();
        fork_join::add(shape, upper);
        return shape;
    }

    static void multiply_block(fork_join::Product* product, const fork_join::Block& block) {
        if (block.small()) return fork_join::fill(*product, block);
        tbb::task_group group;
        group.run([product, second = block.second()] { multiply_block(product, second); });
        multiply_block(product, block.first());
        group.wait();
    }

    static void sort(std::span<std::int32_t> numbers) {
        if (numbers.size() <= fork_join::few_numbers) return fork_join::sort_few(numbers);
        const fork_join::Parts parts = fork_join::divide(numbers);
        tbb::task_group group;
        group.run([upper = parts.upper] { sort(upper); });
        sort(parts.lower);
        group.wait();
    }

    template <class Work>
    static void run(unsigned workers, const Work& work) {
        in_an_arena(workers, work);
    }
};

}  // namespace

ForkJoinPeer one_tbb_fork_join() {
    return fork_join_peer<OneTbb>("oneTBB");
}

}  // namespace scrump::peers
