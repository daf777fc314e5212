#pragma once
// Elements that came from another locality. If their alignment allows it, they stay in the message itself: a copy of
// large data would cost as much again as sending them, mostly for memory that was not used before.

#include <scrump/net/codec.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

namespace scrump::detail {

/// Checks that the data of the iterations have the expected size.
void expect_size(std::size_t bytes, std::size_t expected);

template <class T>
requires std::is_trivially_copyable_v<T>
class ReceivedElements {
  public:
    /// Throws Error if these are not the bytes of `count` elements.
    ReceivedElements(std::size_t count, Bytes bytes) {
        expect_size(bytes.size(), count * sizeof(T));
        if constexpr (stay) {
            memory_ = std::move(bytes);
        } else {
            memory_.resize(count);
            if (count > 0) std::memcpy(memory_.data(), bytes.data(), bytes.size());
        }
    }

    std::span<T> elements() {
        return {reinterpret_cast<T*>(memory_.data()), memory_.size() * sizeof(memory_[0]) / sizeof(T)};
    }

  private:
    // A short message lies in the string object itself, which is no better aligned.
    static constexpr bool stay = alignof(T) <= alignof(Bytes);

    std::conditional_t<stay, Bytes, std::vector<T>> memory_;
};

}  // namespace scrump::detail
