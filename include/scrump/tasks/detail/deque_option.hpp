#pragma once
// The option for the kind of deques, for all front doors whose work is tasks.

#include <scrump/runtime/run_options.hpp>
#include <scrump/tasks/deque_kind.hpp>

#include <string>
#include <string_view>

namespace scrump::detail {

template <>
struct OptionWord<DequeKind> {
    static DequeKind read(std::string_view text) { return parse_deque_kind(text); }
    static std::string shown(DequeKind kind) { return std::string(name(kind)); }
};

template <class Options>
constexpr Option<Options> deque_option() {
    return option<Options>(
        {.name = "deque",
         .help = "How thieves get tasks out of a worker's deque",
         .kind = OptionKind::word,
         .group = how_to_run,
         .words = deque_kind_names},
        [](auto& options) -> auto& { return run_part(options).deque; });
}

}  // namespace scrump::detail
