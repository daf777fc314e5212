#pragma once
// Counts of one thread that others may read at any time.

#include <scrump/base/detail/cache_line.hpp>

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace scrump::detail {

/// A struct of counts as others see it: written by its owner from time to time, read by anyone at any time. Each count
/// is whole; they may be read at slightly different times, as all stores are relaxed. `T::members` names its counts.
template <class T>
class alignas(cache_line) Published {
  public:
    void publish(const T& now) {
        for (std::size_t i = 0; i < values_.size(); ++i)
            values_[i].store(now.*T::members[i], std::memory_order_relaxed);
    }

    T read() const {
        T then;
        for (std::size_t i = 0; i < values_.size(); ++i)
            then.*T::members[i] = values_[i].load(std::memory_order_relaxed);
        return then;
    }

  private:
    std::array<std::atomic<std::uint64_t>, T::members.size()> values_{};
};

}  // namespace scrump::detail
