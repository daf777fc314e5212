#pragma once
// Which of its own ready tasks a worker takes next. A thief takes the oldest one in any case.

#include <cstdint>
#include <string_view>

namespace scrump::heat {

enum class Order : std::uint8_t {
    fifo,  ///< the oldest, as the paper's scheduler (Priority Local-FIFO, section I-B)
    /// The newest: a task that has just become ready is as far ahead in time as any other here, so its owner goes on
    /// where its cache is warm and as far as it can; a thief takes what is furthest from there, and least far ahead. Of
    /// a ring that exceeds the caches this halves the time, against taking the oldest first.
    lifo,
};

constexpr std::string_view name(Order order) {
    return order == Order::fifo ? "fifo" : "lifo";
}

}  // namespace scrump::heat
