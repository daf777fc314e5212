#include <scrump/runtime/run_options.hpp>
#include <scrump/tasks/detail/deque_option.hpp>
#include <scrump/tasks/option_table.hpp>

namespace scrump {

namespace {

using Kind = OptionKind;

constexpr auto options_of_tasks =
    joined(detail::run_options<TaskOptions>(),
           std::array{
               detail::deque_option<TaskOptions>(),
               option<TaskOptions>(
                   {.name = "deque-capacity",
                    .value = "N",
                    .help = "Number of tasks of a worker that can be stolen: its oldest ones",
                    .kind = Kind::count,
                    .min = 1,
                    .max = 262'142,
                    .group = detail::how_to_run},
                   [](auto& options) -> auto& { return options.deque_capacity; }),
               option<TaskOptions>(
                   {.name = "look-on",
                    .help = "Workers without work look for it all the time, and do not sleep",
                    .group = detail::how_to_run},
                   [](auto& options) -> auto& { return options.look_on; }),
           });

}  // namespace

template <>
std::span<const Option<TaskOptions>> option_table<TaskOptions>() {
    return options_of_tasks;
}

}  // namespace scrump
