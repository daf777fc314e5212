#pragma once
// Signals that ask for the end: Ctrl-C (SIGINT), SIGTERM, and SIGUSR1, with which batch systems warn of a time limit.
// Before a search they end the program at once. During one they stop the search, which then writes its last checkpoint,
// if it has one, and answers with the best so far. They often come together, so only a second Ctrl-C ends the program
// whatever it does.

#include <atomic>
#include <stop_token>

namespace scrump::cli {

/// Takes SIGINT and SIGTERM away from all threads that are started later, and waits for them on a thread of its own. To
/// be made once, before any other thread.
class Interrupts {
  public:
    Interrupts();

    /// To be called when a search is about to start.
    std::stop_token begin_search();

  private:
    void wait();

    std::atomic<bool> searching_ = false;
    std::stop_source stop_;
};

/// The one instance of the program.
Interrupts& interrupts();

}  // namespace scrump::cli
