// A computation of tasks within something else that Scrump runs.

#include <scrump/search.hpp>
#include <scrump/tasks.hpp>

#include "tasks/fib.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <functional>

namespace scrump {
namespace {

using test::fib;

struct Depth {
    unsigned depth = 0;
};

// A node has as many children as fib(4), which it computes by tasks, down to depth 3.
class ChildrenByTasks {
  public:
    using Space = unsigned;  // workers of each computation
    using Node = Depth;

    ChildrenByTasks(const Space& workers, const Node& node)
        : left_(node.depth < 3 ? *run_tasks<fib>({.workers = workers}, 4).value : 0), depth_(node.depth + 1) {}

    bool next(Node& child) {
        if (left_ == 0) return false;
        --left_;
        child.depth = depth_;
        return true;
    }

  private:
    long left_;
    unsigned depth_;
};

TEST(NestedTasks, RunInTheGeneratorOfASearch) {
    for (const unsigned workers : {1U, 2U}) {
        const unsigned each = workers;
        const auto result = enumerate<ChildrenByTasks>(each, Depth{}, CountNodes{}, {.workers = workers});
        EXPECT_EQ(result.value, std::uint64_t{1 + 3 + 9 + 27});
    }
}

TEST(NestedTasks, RunInTasksOfAnotherComputation) {
    const auto result = run_tasks({.workers = 2}, [](Fork fork) {
        return parallel_reduce(
            fork, 0, 20, 0L, [](int n) { return *run_tasks<fib>({.workers = 2}, n).value; }, std::plus<>(), 1);
    });
    EXPECT_EQ(result.value, 10945);  // fib(21) - 1
}

TEST(NestedTasks, SearchesRunInTasks) {
    const auto result = run_tasks({.workers = 2}, [](Fork fork) {
        return parallel_reduce(
            fork, 0, 10, std::uint64_t{0},
            [](int) { return enumerate<ChildrenByTasks>(1U, Depth{}, CountNodes{}, {.workers = 2}).value; },
            std::plus<>(), 1);
    });
    EXPECT_EQ(result.value, 400U);
}

}  // namespace
}  // namespace scrump
