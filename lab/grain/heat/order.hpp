#pragma once
// Which of its own ready tasks a worker takes next. With the newest, it stays where its cache is warm, as far ahead in
// time as it can; a thief takes the task that is furthest from there, and least far ahead.

#include <scrump/tasks/ready_order.hpp>

#include <string_view>

namespace scrump::heat {

using Order = ReadyOrder;

constexpr std::string_view name(Order order) {
    return order == Order::fifo ? "fifo" : "lifo";
}

}  // namespace scrump::heat
