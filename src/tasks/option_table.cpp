#include <scrump/runtime/run_options.hpp>
#include <scrump/tasks/deque_kind.hpp>
#include <scrump/tasks/option_table.hpp>

namespace scrump {

template <>
struct detail::OptionWord<DequeKind> {
    static DequeKind read(std::string_view text) { return parse_deque_kind(text); }
    static std::string shown(DequeKind kind) { return std::string(name(kind)); }
};

namespace {

using Kind = OptionKind;

constexpr auto options_of_tasks =
    joined(detail::run_options<TaskOptions>(),
           std::array{
               option<TaskOptions>(
                   {.name = "deque",
                    .help = "How thieves get tasks out of a worker's deque",
                    .kind = Kind::word,
                    .group = detail::how_to_run,
                    .words = deque_kind_names},
                   [](auto& options) -> auto& { return options.deque; }),
               option<TaskOptions>(
                   {.name = "deque-capacity",
                    .value = "N",
                    .help = "Number of tasks of a worker that can be stolen: its oldest ones",
                    .kind = Kind::count,
                    .min = 1,
                    .max = 262'142,
                    .group = detail::how_to_run},
                   [](auto& options) -> auto& { return options.deque_capacity; }),
           });

}  // namespace

template <>
std::span<const Option<TaskOptions>> option_table<TaskOptions>() {
    return options_of_tasks;
}

}  // namespace scrump
