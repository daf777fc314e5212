#include "run/interrupts.hpp"

#include "run/complain.hpp"
#include "run/report.hpp"

#include <scrump/base/error.hpp>
#include <scrump/base/signals.hpp>

#include <pthread.h>
#include <unistd.h>
#include <cerrno>
#include <csignal>
#include <ctime>
#include <initializer_list>
#include <string>
#include <system_error>

namespace scrump::cli {
namespace {

// Has the program get a SIGALRM.
void set_alarm(std::chrono::nanoseconds after) {
    constexpr std::int64_t second = 1'000'000'000;
    timer_t timer{};
    if (::timer_create(CLOCK_MONOTONIC, nullptr, &timer) != 0) {
        throw Error("cannot set the time limit: " + std::generic_category().message(errno));
    }
    const itimerspec once{.it_interval = {},
                          .it_value = {.tv_sec = after.count() / second, .tv_nsec = after.count() % second}};
    ::timer_settime(timer, 0, &once, nullptr);
}

}  // namespace

Interrupts::Interrupts() {
    // SIGALRM is the time limit. Blocked, they meet no thread but the one that handles them: others may have short
    // stacks, as those of simulated machines do.
    const std::initializer_list<int> handled = {SIGINT, SIGTERM, SIGUSR1, SIGALRM};
    sigset_t signals;
    sigemptyset(&signals);
    for (const int signal : handled) sigaddset(&signals, signal);
    pthread_sigmask(SIG_BLOCK, &signals, nullptr);
    // What cannot be written is an error like any other, not a death.
    std::signal(SIGPIPE, SIG_IGN);
    std::signal(SIGXFSZ, SIG_IGN);
    detail::handle_signals(handled, [this](int signal) { meet(signal); });
}

void Interrupts::begin(std::optional<std::chrono::nanoseconds> limit, bool is_reporter) {
    constexpr std::chrono::milliseconds a_little{500};
    constexpr std::chrono::hours endless{24 * 365 * 30};
    reports_.store(is_reporter);
    if (limit && *limit < endless) set_alarm(*limit + a_little);
}

std::stop_token Interrupts::begin_search() {
    Phase before = Phase::before;
    phase_.compare_exchange_strong(before, Phase::search);
    return stop_.get_token();
}

void Interrupts::meet(int signal) {
    if (signal == SIGALRM) return too_late();
    if (signal == SIGINT) ++interrupted_;
    if (phase_.load() != Phase::search || interrupted_ > 1) _exit(128 + signal);
    stop_.request_stop();
}

// A search that has begun looks at the limit itself.
void Interrupts::too_late() {
    Phase before = Phase::before;
    if (!phase_.compare_exchange_strong(before, Phase::too_late)) return;
    if (reports_.load()) complain("the time limit is over and the search has not begun: nothing is known yet");
    _exit(stopped);
}

}  // namespace scrump::cli
