#pragma once
// Ctrl-C: before a search it ends the program at once; during one it stops the search, which then answers with the best
// so far; a second one ends the program whatever it does.

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
