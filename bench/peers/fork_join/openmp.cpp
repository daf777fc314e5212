// OpenMP tasks, and a taskwait in each function that spawns.

#include <peers/fork_join/programs.hpp>
#include <peers/region.hpp>

#include <scrump/problems/fork_join/detail/matmul_block.hpp>
#include <scrump/problems/fork_join/detail/queens_board.hpp>
#include <scrump/problems/fork_join/detail/quicksort_parts.hpp>
#include <scrump/problems/fork_join/detail/uts_children.hpp>

#include <array>
#include <cstddef>
#include <numeric>

namespace scrump::peers {
namespace {

struct OpenMp {
    static std::uint64_t fib(unsigned n) {
        if (n < 2) return n;
        std::uint64_t first = 0;
#pragma omp task shared(first) firstprivate(n) default(none)
        first = fib(n - 1);
        const std::uint64_t second = fib(n - 2);
#pragma omp taskwait
        return first + second;
    }

    static std::uint64_t place(const fork_join::Board& board) {
        if (board.full()) return 1;
        std::array<std::uint64_t, 32> ways{};
        std::size_t children = 0;
        for (std::uint32_t free = board.free(); free != 0; free &= free - 1) {
            const fork_join::Board child = board.with(fork_join::first_of(free));
            std::uint64_t* const its_ways = &ways[children++];
            if ((free & (free - 1)) != 0) {
#pragma omp task firstprivate(its_ways, child) default(none)
                *its_ways = place(child);
            } else {
                *its_ways = place(child);
            }
        }
#pragma omp taskwait
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
#pragma omp task shared(upper) firstprivate(space, parent, middle, end) default(none)
        upper = measure_children(space, parent, middle, end);
        uts::Shape shape = measure_children(space, parent, begin, middle);
#pragma omp taskwait
        fork_join::add(shape, upper);
        return shape;
    }

    static void multiply_block(fork_join::Product* product, fork_join::Block block) {
        if (block.small()) return fork_join::fill(*product, block);
        const fork_join::Block second = block.second();
#pragma omp task firstprivate(product, second) default(none)
        multiply_block(product, second);
        multiply_block(product, block.first());
#pragma omp taskwait
    }

    static void sort(std::span<std::int32_t> numbers) {
        if (numbers.size() <= fork_join::few_numbers) return fork_join::sort_few(numbers);
        const fork_join::Parts parts = fork_join::divide(numbers);
        const std::span<std::int32_t> upper = parts.upper;
#pragma omp task firstprivate(upper) default(none)
        sort(upper);
        sort(parts.lower);
#pragma omp taskwait
    }

    template <class Work>
    static void run(unsigned workers, const Work& work) {
        in_a_region(workers, work);
    }
};

}  // namespace

ForkJoinPeer openmp_fork_join() {
    return fork_join_peer<OpenMp>("OpenMP");
}

}  // namespace scrump::peers
