#include <scrump/base/detail/platform.hpp>
#include <scrump/base/detail/thread.hpp>
#include <scrump/base/error.hpp>
#include <scrump/base/signals.hpp>

#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

namespace scrump {
namespace detail {
namespace {

constexpr std::size_t most_signals = 65;
constexpr int status_of_signal = 128;  // added to its number, as shells do

// Where a signal's handler writes its number. Set before the handler is installed.
struct Door {
    std::atomic<int> to = -1;
    std::atomic<pid_t> process = 0;
};
constinit std::array<Door, most_signals> doors;

// A thread's stack may be short where a signal meets it, so that the handler does no more than this.
void write_number(int signal) {
    const int saved = errno;
    const Door& door = doors[static_cast<std::size_t>(signal)];
    if (door.process.load(std::memory_order_relaxed) == ::getpid()) {
        const auto number = static_cast<unsigned char>(signal);
        static_cast<void>(!::write(door.to.load(std::memory_order_relaxed), &number, 1));
    } else {
        std::signal(signal, SIG_DFL);
        std::raise(signal);  // comes when this handler is over
    }
    errno = saved;
}

void call_for_each(int from, const sigset_t& signals, const std::function<void(int)>& act) {
    pthread_sigmask(SIG_UNBLOCK, &signals, nullptr);  // there may be no other thread that takes them
    while (true) {
        unsigned char number = 0;
        const ssize_t got = ::read(from, &number, 1);
        if (got == 1) act(number);
        if (got == 0) return;
    }
}

}  // namespace

void handle_signals(std::initializer_list<int> signals, std::function<void(int signal)> act) {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
        throw Error("cannot handle signals: " + std::generic_category().message(errno));
    }
    ::fcntl(ends[1], F_SETFL, O_NONBLOCK);
    sigset_t all;
    sigemptyset(&all);
    for (const int signal : signals) sigaddset(&all, signal);
    struct sigaction action {};
    action.sa_handler = write_number;
    action.sa_mask = all;
    action.sa_flags = SA_RESTART;
    for (const int signal : signals) {
        Door& door = doors[static_cast<std::size_t>(signal)];
        door.to.store(ends[1], std::memory_order_relaxed);
        door.process.store(::getpid(), std::memory_order_relaxed);
        ::sigaction(signal, &action, nullptr);
    }
    try {
        // Never waited for: it may be reading when the program ends.
        static auto& threads = *new std::vector<Thread>;
        threads.emplace_back([from = ends[0], all, act = std::move(act)] { call_for_each(from, all, act); });
    } catch (const std::system_error& error) {
        for (const int signal : signals) std::signal(signal, SIG_DFL);
        ::close(ends[0]);
        ::close(ends[1]);
        throw Error(std::string("cannot start a thread: ") + error.what());
    }
}

}  // namespace detail

std::stop_token stop_on_signals() {
    if (detail::Platform::current().pace() != nullptr) return {};
    // Never destroyed: a signal may come while the program ends.
    static std::stop_source& stop = *[] {
        auto* const made = new std::stop_source;
        detail::handle_signals({SIGINT, SIGTERM, SIGUSR1}, [made, interrupted = 0](int signal) mutable {
            if (signal == SIGINT && ++interrupted > 1) ::_exit(detail::status_of_signal + signal);
            made->request_stop();
        });
        return made;
    }();
    return stop.get_token();
}

}  // namespace scrump
