#include <scrump/base/signals.hpp>

#include <gtest/gtest.h>

#include <sys/wait.h>
#include <unistd.h>
#include <csignal>
#include <cstdlib>
#include <thread>

namespace scrump {
namespace {

void await_stop(const std::stop_token& token) {
    while (!token.stop_requested()) std::this_thread::yield();
}

void meet(int signal) {
    const std::stop_token token = stop_on_signals();
    if (token.stop_requested()) std::_Exit(2);
    std::raise(signal);
    await_stop(token);
    std::_Exit(stop_on_signals().stop_requested() ? EXIT_SUCCESS : 3);
}

TEST(Signals, StopWhatRunsWithTheirToken) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    for (const int signal : {SIGINT, SIGTERM, SIGUSR1})
        EXPECT_EXIT(meet(signal), testing::ExitedWithCode(EXIT_SUCCESS), "");
}

[[noreturn]] void be_interrupted_twice() {
    ::alarm(60);
    const std::stop_token token = stop_on_signals();
    std::raise(SIGTERM);
    std::raise(SIGINT);
    await_stop(token);
    std::raise(SIGINT);
    while (true) ::pause();
}

TEST(Signals, EndTheProgramByASecondInterrupt) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    EXPECT_EXIT(be_interrupted_twice(), testing::ExitedWithCode(128 + SIGINT), "");
}

// A forked process has not the thread that handles them.
[[noreturn]] void interrupt_a_child() {
    const std::stop_token token = stop_on_signals();
    const pid_t child = ::fork();
    if (child == 0) {
        std::raise(SIGTERM);
        std::_Exit(2);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    std::_Exit(WIFSIGNALED(status) && WTERMSIG(status) == SIGTERM && !token.stop_requested() ? EXIT_SUCCESS : 3);
}

TEST(Signals, EndForkedProcessesAsUsual) {
#if defined(__SANITIZE_THREAD__)
    GTEST_SKIP() << "ThreadSanitizer calls no handlers in a process that one with threads has forked";
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
    GTEST_SKIP() << "ThreadSanitizer calls no handlers in a process that one with threads has forked";
#endif
#endif
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    EXPECT_EXIT(interrupt_a_child(), testing::ExitedWithCode(EXIT_SUCCESS), "");
}

}  // namespace
}  // namespace scrump
