#include "interrupts.hpp"

#include <pthread.h>
#include <unistd.h>
#include <csignal>
#include <thread>

namespace scrump::cli {
namespace {

sigset_t handled() {
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGINT);
    sigaddset(&signals, SIGTERM);
    sigaddset(&signals, SIGUSR1);
    return signals;
}

}  // namespace

Interrupts::Interrupts() {
    const sigset_t signals = handled();
    pthread_sigmask(SIG_BLOCK, &signals, nullptr);
    // What cannot be written is an error like any other, not a death.
    std::signal(SIGPIPE, SIG_IGN);
    std::signal(SIGXFSZ, SIG_IGN);
    std::thread([this] { wait(); }).detach();
}

std::stop_token Interrupts::begin_search() {
    searching_.store(true);
    return stop_.get_token();
}

void Interrupts::wait() {
    const sigset_t signals = handled();
    int interrupted = 0;
    while (true) {
        int signal = 0;
        if (sigwait(&signals, &signal) != 0) continue;
        if (signal == SIGINT) ++interrupted;
        if (!searching_.load() || interrupted > 1) _exit(128 + signal);
        stop_.request_stop();
    }
}

Interrupts& interrupts() {
    static Interrupts* const instance = new Interrupts;  // outlives the thread that uses it: never destroyed
    return *instance;
}

}  // namespace scrump::cli
