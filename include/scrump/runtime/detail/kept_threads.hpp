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
    /// Ends all of them. None may be at work.
    ~KeptThreads();

    /// Runs `work` and then `done`, which must not throw, on a thread that is bound to this processor, as the operating
    /// system numbers them, or to none: one that sleeps, or else a new one. When `done` is called the thread can be had
    /// again. Throws std::system_error when the system refuses a thread.
    void run(std::optional<unsigned> processing_unit, std::function<void()> work, std::function<void()> done);

    /// How many there are.
    std::size_t size() const;

  private:
    struct Kept;

    void live(Kept& self);

    mutable std::mutex mutex_;
    std::vector<std::unique_ptr<Kept>> all_;
    std::vector<Kept*> idle_;
};

}  // namespace scrump::detail
