#pragma once
// This machine, but that one thread, once it sleeps, does so until it is let go.

#include "fast_platform.hpp"

#include <atomic>
#include <cstdint>
#include <optional>
#include <thread>

namespace scrump::test {

class OneSleepsOn final : public FastPlatform {
  public:
    OneSleepsOn() : FastPlatform(1) {}

    /// The calling thread.
    void hold_this() { held_ = std::this_thread::get_id(); }
    void wait_until_it_sleeps() const { asleep_.wait(false); }
    void let_go() {
        free_ = true;
        free_.notify_all();
    }

    bool sleep(SleepWord word, std::uint32_t value, std::optional<Clock::time_point> deadline) override {
        if (std::this_thread::get_id() != held_.load()) return FastPlatform::sleep(word, value, deadline);
        asleep_ = true;
        asleep_.notify_all();
        free_.wait(false);
        return true;
    }

  private:
    std::atomic<std::thread::id> held_{};
    std::atomic<bool> asleep_ = false;
    std::atomic<bool> free_ = false;
};

}  // namespace scrump::test
