#pragma once
// Threads that sleep between two pieces of work instead of being started for each.

#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

namespace scrump::detail {

class KeptThreads {
  public:
    KeptThreads();
    KeptThreads(const KeptThreads&) = delete;
    KeptThreads& operator=(const KeptThreads&) = delete;
    /// Ends all of them. None may be working.
    ~KeptThreads();

    /// Runs `work` and then `done`, which must not throw, on a thread that is bound to this processor, by the operating
    /// system's number, or to none: a sleeping one, or else a new one. When `done` is called the thread is available
    /// again. Throws std::system_error if the system refuses a thread.
    void run(std::optional<unsigned> processing_unit, std::function<void()> work, std::function<void()> done);

    /// Number of threads.
    std::size_t size() const;

  private:
    struct Kept;

    void live(Kept& self);

    mutable std::mutex mutex_;
    std::vector<std::unique_ptr<Kept>> all_;
    std::vector<Kept*> idle_;
};

}  // namespace scrump::detail
