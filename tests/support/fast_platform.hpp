#pragma once
// This machine, but that its clock goes much faster; and what is asked of it is counted.

#include <scrump/base/detail/platform.hpp>

#include <atomic>
#include <chrono>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <utility>

namespace scrump::test {

using namespace detail;

class FastPlatform : public Platform {
  public:
    explicit FastPlatform(int times) : times_(times) {}

    /// More cannot be started.
    void allow_threads(int most) { most_threads_ = most; }

    /// Waits until one was to be.
    void wait_until_refused() const { refused_.wait(false); }

    int started() const { return started_; }
    int slept() const { return slept_; }
    int woken() const { return woken_; }

    Clock::time_point now() override { return began_ + (machine_.now() - began_) * times_; }
    std::unique_ptr<Started> start(std::function<void()> work) override {
        if (started_ == most_threads_) {
            refused_ = true;
            refused_.notify_all();
            throw std::system_error(std::make_error_code(std::errc::resource_unavailable_try_again));
        }
        ++started_;
        return machine_.start(std::move(work));
    }
    void sleep_for(std::chrono::nanoseconds time) override { machine_.sleep_for(time / times_); }
    void yield() override { machine_.yield(); }
    void relax() override { machine_.relax(); }
    void bind(unsigned processing_unit) override { machine_.bind(processing_unit); }
    std::string host_name() override { return machine_.host_name(); }
    unsigned processors() override { return machine_.processors(); }
    bool sleep(SleepWord word, std::uint32_t value, std::optional<Clock::time_point> deadline) override {
        ++slept_;
        if (deadline) deadline = began_ + (*deadline - began_) / times_;
        return machine_.sleep(word, value, deadline);
    }
    void wake(SleepWord word, std::size_t count) override {
        ++woken_;
        machine_.wake(word, count);
    }

  private:
    const int times_;
    Platform& machine_ = Platform::current();
    const Clock::time_point began_ = machine_.now();
    int most_threads_ = std::numeric_limits<int>::max();
    std::atomic<int> started_ = 0;
    std::atomic<int> slept_ = 0;
    std::atomic<int> woken_ = 0;
    std::atomic<bool> refused_ = false;
};

}  // namespace scrump::test
