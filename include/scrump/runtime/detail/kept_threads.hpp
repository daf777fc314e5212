#pragma once
// Threads that sleep between two pieces of work instead of being started for each.

#include <scrump/base/clock.hpp>
#include <scrump/runtime/detail/look_time.hpp>

#include <cstddef>
#include <cstdint>
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

    /// Those of this process, for runs without a session: made when they are first needed, and kept to its end, or to
    /// the beginning of a simulation. A process made by fork() makes its own.
    static KeptThreads& of_process();

    /// Runs `work` and then `done`, which must not throw, on a thread that is bound to this processor, by the operating
    /// system's number, or to none: a sleeping one, or else a new one. When `done` is called the thread is available
    /// again. Throws std::system_error if the system refuses a thread.
    /// `looks`: for more work, afterwards.
    void run(std::optional<unsigned> processing_unit, Looks looks, std::function<void()> work,
             std::function<void()> done);

    struct Kept;
    /// What a thread was given.
    struct Order {
        Kept* thread;
        std::uint64_t number;  // of all that the thread was given
    };
    /// The same at that moment, unless it is withdrawn before.
    Order run_at(Clock::time_point moment, std::optional<unsigned> processing_unit, Looks looks,
                 std::function<void()> work, std::function<void()> done);
    /// Withdraws what was given by run_at(); returns false if it has begun, whatever the thread does by now.
    bool withdraw(const Order& order);

    /// Number of threads.
    std::size_t size() const;

  private:
    Order give(std::optional<Clock::time_point> moment, std::optional<unsigned> processing_unit, Looks looks,
               std::function<void()> work, std::function<void()> done);
    Kept* take_idle(std::optional<unsigned> processing_unit, std::size_t stack_bytes);
    void live(Kept& self);

    mutable std::mutex mutex_;
    std::vector<std::unique_ptr<Kept>> all_;
    std::vector<Kept*> idle_;
};

}  // namespace scrump::detail
