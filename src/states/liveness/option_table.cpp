#include <scrump/runtime/run_options.hpp>
#include <scrump/states/liveness/option_table.hpp>

#include <array>

namespace scrump {
namespace {

constexpr std::array options_of_checks{
    detail::option_of_workers<LtlOptions>(),
    detail::option_of_time_limit<LtlOptions>(),
    detail::option_of_pin<LtlOptions>(),
    option<LtlOptions>(
        {.name = "state-limit",
         .value = "N",
         .help = "Stop after about N states; cycles of the states visited by then are still found",
         .kind = OptionKind::count,
         .min = 1,
         .group = detail::how_to_run},
        [](auto& options) -> auto& { return options.state_limit; }),
    option<LtlOptions>(
        {.name = "memory-limit",
         .value = "BYTES",
         .help = "Memory for states and their steps; without it, three quarters of the free memory",
         .examples = "800M, 16G",
         .kind = OptionKind::bytes,
         .group = detail::how_to_run},
        [](auto& options) -> auto& { return options.memory_limit; }),
};

}  // namespace

template <>
std::span<const Option<LtlOptions>> option_table<LtlOptions>() {
    return options_of_checks;
}

}  // namespace scrump
