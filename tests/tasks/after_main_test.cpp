// Work in destructors of static objects, after main() is over.

#include <scrump/loops.hpp>
#include <scrump/tasks.hpp>

#include "tasks/fib.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>

namespace scrump {
namespace {

using test::fib;

bool works() {
    std::atomic<unsigned> iterations = 0;
    const LoopOptions options{.workers = 2};
    return run_tasks<fib>({.workers = 2}, 15).value == 610 &&
           loop(options, 100, [&](std::uint64_t) { ++iterations; }).status == Status::complete && iterations == 100;
}

struct AtEnd {
    AtEnd() = default;
    AtEnd(const AtEnd&) = delete;
    AtEnd& operator=(const AtEnd&) = delete;
    ~AtEnd() { std::_Exit(works() ? EXIT_SUCCESS : EXIT_FAILURE); }
};

// The object is there before anything of Scrump, and so destroyed after all of it that ever is.
[[noreturn]] void end_with_work() {
    static const AtEnd at_end;
    static_cast<void>(at_end);
    works();
    std::exit(EXIT_FAILURE);
}

TEST(AfterMain, TasksAndLoopsRunInDestructorsOfStaticObjects) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");  // a process in which nothing has run before
    EXPECT_EXIT(end_with_work(), testing::ExitedWithCode(EXIT_SUCCESS), "");
}

}  // namespace
}  // namespace scrump
