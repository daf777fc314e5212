#include <scrump/base/random.hpp>
#include <scrump/problems/fork_join/detail/quicksort_parts.hpp>
#include <scrump/problems/fork_join/fib.hpp>
#include <scrump/problems/fork_join/integrate.hpp>
#include <scrump/problems/fork_join/matmul.hpp>
#include <scrump/problems/fork_join/queens.hpp>
#include <scrump/problems/fork_join/quicksort.hpp>
#include <scrump/problems/fork_join/uts.hpp>
#include <scrump/simulation.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

namespace scrump::fork_join {
namespace {

TaskOptions with_workers(unsigned workers) {
    TaskOptions options;
    options.workers = workers;
    return options;
}

TEST(ForkJoin, FibonacciNumbersAreThose) {
    std::array<std::uint64_t, 2> last = {0, 1};
    for (unsigned n = 0; n <= 22; ++n) {
        EXPECT_EQ(fib(n, with_workers(1 + n % 3)).value, last[0]) << n;
        EXPECT_EQ(fib_by_hand(n), last[0]) << n;
        last = {last[1], last[0] + last[1]};
    }
}

TEST(ForkJoin, QueensAreAsManyAsIsKnown) {
    const std::uint64_t known[] = {1, 0, 0, 2, 10, 4, 40, 92, 352};  // OEIS A000170
    for (unsigned size = 1; size <= 9; ++size) {
        EXPECT_EQ(queens(size, with_workers(1 + size % 3)).value, known[size - 1]) << size;
        EXPECT_EQ(queens_by_hand(size), known[size - 1]) << size;
    }
}

TEST(ForkJoin, ATreeHasItsPublishedShape) {
    const uts::NamedTree& known = uts::named_tree("T3");
    for (const unsigned workers : {1U, 2U, 4U}) EXPECT_EQ(uts(known.tree, with_workers(workers)).value, known.shape);
    EXPECT_EQ(uts_by_hand(known.tree), known.shape);
}

// Runs a program in two localities until these have shared it: its tasks take along all that they need.
template <class Run>
auto shared(const Run& run) {
    TaskOptions options = with_workers(1);
    options.localities = 2;
    while (true) {
        const auto result = run(options);
        if (result.statistics.localities.at(1).traffic.steals_won > 0) return result.value;
    }
}

TEST(ForkJoin, LocalitiesShareProgramsThatWriteToNoArray) {
    EXPECT_EQ(shared([](const TaskOptions& options) { return fib(27, options); }), 196'418U);
    EXPECT_EQ(shared([](const TaskOptions& options) { return queens(10, options); }), 724U);
    const uts::NamedTree& known = uts::named_tree("T3");
    EXPECT_EQ(shared([&](const TaskOptions& options) { return uts(known.tree, options); }), known.shape);
    EXPECT_EQ(shared([](const TaskOptions& options) { return integrate(100, options); }),
              integrate(100, with_workers(1)).value);
}

// Processes of a simulated machine are one process, and take no turns.
TEST(ForkJoin, UnbalancedTreesAreMeasuredOnSimulatedMachines) {
    SimulatedMachine machine = SimulatedMachine::named("infiniband");
    machine.hosts = 3;
    machine.workers = 2;
    machine.costs.node = 1000;
    const uts::Tree tree{.law = uts::Law::geometric, .b0 = 3, .max_depth = 5, .seed = 7};
    const uts::Shape shape = uts_by_hand(tree);
    ASSERT_GT(shape.nodes, 300U);
    const Simulation done = simulate(machine, [&](Session& session) {
        TaskOptions options;
        options.session = &session;
        const auto measured = uts(tree, options);
        EXPECT_EQ(measured.value, shape);
        return measured.value == shape ? 0 : 1;
    });
    EXPECT_EQ(done.status(), 0);
    EXPECT_GT(done.messages, 0U);
}

TEST(ForkJoin, ARootAloneIsATree) {
    const uts::Tree tree{.law = uts::Law::binomial, .b0 = 0};
    const uts::Shape root{.nodes = 1, .leaves = 1, .depth = 0};
    EXPECT_EQ(uts(tree, with_workers(1)).value, root);
    EXPECT_EQ(uts_by_hand(tree), root);
}

TEST(ForkJoin, AnIntegralIsThatOfItsFormula) {
    for (const double end : {1.0, 10.0, 100.0}) {
        const double exact = std::pow(end, 4) / 4 + end * end / 2;
        const auto found = integrate(end, with_workers(2));
        ASSERT_TRUE(found.value);
        EXPECT_NEAR(*found.value, exact, exact * 1e-6);
        EXPECT_EQ(*found.value, integrate_by_hand(end));  // the same additions in the same order
    }
}

TEST(ForkJoin, AProductIsWhatItsDefinitionSays) {
    for (const unsigned size : {1U, 2U, 5U, 16U, 33U}) {
        Product product(size);
        multiply(product, with_workers(2));
        Product by_hand(size);
        multiply_by_hand(by_hand);
        for (unsigned i = 0; i < size; ++i) {
            for (unsigned j = 0; j < size; ++j) {
                double element = 0;
                for (unsigned k = 0; k < size; ++k)
                    element += product.left()[i * size + k] * product.right()[k * size + j];
                ASSERT_EQ(product.result()[i * size + j], element) << size << ": " << i << " " << j;
                ASSERT_EQ(by_hand.result()[i * size + j], element) << size << ": " << i << " " << j;
            }
        }
        EXPECT_EQ(product.sum(), product.expected_sum());
    }
}

TEST(ForkJoin, NumbersAreSorted) {
    for (const std::size_t count : {0U, 1U, 2U, 64U, 65U, 1000U, 100'000U}) {
        std::vector<std::int32_t> numbers = numbers_to_sort(count);
        std::vector<std::int32_t> by_hand = numbers;
        std::vector<std::int32_t> expected = numbers;
        std::sort(expected.begin(), expected.end());
        quicksort(numbers, with_workers(3));
        quicksort_by_hand(by_hand);
        EXPECT_EQ(numbers, expected) << count;
        EXPECT_EQ(by_hand, expected) << count;
    }
}

// What pivots cannot divide well.
TEST(ForkJoin, FewNumbersAreSortedWhateverTheyAre) {
    constexpr std::int32_t least = std::numeric_limits<std::int32_t>::min();
    constexpr std::int32_t greatest = std::numeric_limits<std::int32_t>::max();
    SplitMix64 random(3);
    for (std::size_t count = 0; count <= few_numbers; ++count) {
        std::vector<std::int32_t> numbers(count, greatest);
        for (std::size_t i = 0; i < count / 2; ++i) numbers[i] = static_cast<std::int32_t>(random.below(8));
        for (std::size_t i = 0; i < count / 4; ++i) numbers[2 * i] = least;
        std::vector<std::int32_t> expected = numbers;
        std::ranges::sort(expected);
        sort_few(numbers);
        EXPECT_EQ(numbers, expected) << count;
    }
}

TEST(ForkJoin, NumbersThatAreAlikeOrInOrderAreSorted) {
    std::vector<std::int32_t> alike(10'000, 7);
    std::vector<std::int32_t> backward;
    for (std::int32_t i = 10'000; i > 0; --i) backward.push_back(i);
    for (std::vector<std::int32_t>* numbers : {&alike, &backward}) {
        std::vector<std::int32_t> expected = *numbers;
        std::sort(expected.begin(), expected.end());
        quicksort(*numbers, with_workers(2));
        EXPECT_EQ(*numbers, expected);
    }
}

}  // namespace
}  // namespace scrump::fork_join
