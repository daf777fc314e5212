#pragma once
// A stack that grows without moving what it holds, so that a generator may point at its parent's node and a tree may be
// hundreds of thousands of nodes deep without anything of the kind being reserved for a shallow one.

#include <array>
#include <bit>
#include <cstddef>
#include <memory>

namespace scrump {

/// Storage for objects addressed by index, in segments of doubling size: an address stays valid until destruction.
/// Trivial objects are left uninitialised, others are default-constructed once and reused.
template <class T>
class SegmentedStack {
  public:
    /// Makes indices 0 … index usable. Allocates only when `index` enters a segment for the first time.
    T* reach(std::size_t index) {
        const std::size_t segment = segment_of(index);
        if (segment >= reached_) [[unlikely]] grow(segment);
        return at(index);
    }

    /// The object at an index that was reached before.
    T* at(std::size_t index) {
        const std::size_t place = index + first_size;
        return &segments_[segment_of(index)][place - std::bit_floor(place)];
    }

  private:
    static constexpr std::size_t first_size = 32;

    static std::size_t segment_of(std::size_t index) {
        return static_cast<std::size_t>(std::bit_width(index + first_size) - std::bit_width(first_size));
    }

    [[gnu::noinline]] void grow(std::size_t segment) {
        for (; reached_ <= segment; ++reached_) {
            segments_[reached_] = std::make_unique_for_overwrite<T[]>(first_size << reached_);
        }
    }

    std::array<std::unique_ptr<T[]>, 48> segments_;
    std::size_t reached_ = 0;
};

}  // namespace scrump
