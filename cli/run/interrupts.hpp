#pragma once
// What ends a command before it is done: its time limit, and signals that ask for the end: Ctrl-C (SIGINT), SIGTERM,
// and SIGUSR1, with which batch systems warn of a time limit. Before a search they end the program at once, wherever it
// is: nothing is known yet. During one they stop the search, which then writes its last checkpoint, if it has one, and
// answers with the best so far. Signals often come together, so only a second Ctrl-C ends the program whatever it does.

#include <atomic>
#include <chrono>
#include <optional>
#include <stop_token>

namespace scrump::cli {

/// Handles these signals from now on. To be made once, before any other thread, and never destroyed: a thread uses it
/// until the process ends. Throws Error.
class Interrupts {
  public:
    Interrupts();

    /// A command begins that is to end after `limit`. If no search has begun by then and a little later (an instance
    /// that can be had soon gets its quick answer) the program ends, and says so if `is_reporter`.
    void begin(std::optional<std::chrono::nanoseconds> limit, bool is_reporter);

    /// To be called when a search is about to start.
    std::stop_token begin_search();

  private:
    enum class Phase : unsigned char { before, search, too_late };

    void meet(int signal);
    void too_late();

    std::atomic<Phase> phase_ = Phase::before;
    std::atomic<bool> reports_ = false;
    std::stop_source stop_;
    int interrupted_ = 0;
};

}  // namespace scrump::cli
