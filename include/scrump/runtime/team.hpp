#pragma once
// The threads of one locality: started together, pinned, joined on destruction.

#include <cstddef>
#include <functional>
#include <span>
#include <thread>
#include <utility>
#include <vector>

namespace scrump {

class Team {
  public:
    /// `work(index)` is what each thread runs; it must not throw.
    explicit Team(std::function<void(unsigned)> work) : work_(std::move(work)) {}

    /// Starts `size` threads. Thread i is bound to the i-th of `places`, processors as the operating system numbers
    /// them; those beyond run anywhere. Throws Error when the system refuses a thread; those started before go on, so
    /// the caller must make them return before the team is destroyed.
    void start(unsigned size, std::span<const unsigned> places = {});

    /// How many were started.
    std::size_t size() const { return threads_.size(); }

    /// Waits for all of them to return.
    void join() { threads_.clear(); }

  private:
    std::function<void(unsigned)> work_;
    std::vector<std::jthread> threads_;
};

}  // namespace scrump
