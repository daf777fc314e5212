#pragma once
// A stack whose places never move, so that a generator may point at its parent's node, and a tree may be hundreds of
// thousands of nodes deep without reserving that much for a shallow one.

#include <cstddef>
#include <memory>
#include <vector>

namespace scrump::detail {

/// Places of type T, one above the other, each linked to its neighbours; made in blocks of doubling size, reused, and
/// freed all together. A T is default-initialised once, when its block is made.
template <class T>
class LinkedStack {
  public:
    struct Place {
        T value;
        Place* above = nullptr;  ///< null until it is first used
        Place* below = nullptr;
    };

    LinkedStack() { grow(nullptr); }
    LinkedStack(const LinkedStack&) = delete;
    LinkedStack& operator=(const LinkedStack&) = delete;

    Place* bottom() { return blocks_.front().get(); }

    /// The next place up.
    Place* above(Place* place) {
        if (place->above == nullptr) [[unlikely]]
            grow(place);
        return place->above;
    }

  private:
    [[gnu::cold, gnu::noinline]] void grow(Place* top) {
        const std::size_t size = std::size_t{16} << blocks_.size();
        blocks_.push_back(std::unique_ptr<Place[]>(new Place[size]));
        Place* const block = blocks_.back().get();
        for (std::size_t i = 0; i < size; ++i) {
            block[i].below = i > 0 ? &block[i - 1] : top;
            if (i + 1 < size) block[i].above = &block[i + 1];
        }
        if (top != nullptr) top->above = block;
    }

    std::vector<std::unique_ptr<Place[]>> blocks_;
};

}  // namespace scrump::detail
