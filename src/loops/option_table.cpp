#include <scrump/base/error.hpp>
#include <scrump/loops/option_table.hpp>
#include <scrump/runtime/run_options.hpp>

#include <sstream>

namespace scrump {

/// "0.5" or the name of a technique.
template <>
struct detail::OptionWord<IterationAmount> {
    static IterationAmount read(std::string_view text) {
        if (text.find_first_not_of("0123456789.") != std::string::npos || text.find('.') == std::string::npos)
            return {.technique = Technique::parse(text)};
        const double ratio = read_real(text);
        if (!(ratio > 0 && ratio <= 1))
            throw UsageError("a ratio is more than 0 and at most 1, not " + std::string(text));
        return {.ratio = ratio};
    }
    static std::string shown(const IterationAmount& amount) {
        return amount.technique ? amount.technique->describe() : real_text(amount.ratio);
    }
};

/// "1,1,0.5"
template <>
struct detail::OptionWord<std::vector<double>> {
    static std::vector<double> read(std::string_view text) {
        std::vector<double> weights;
        std::istringstream list{std::string(text)};
        for (std::string each; std::getline(list, each, ',');) {
            weights.push_back(read_real(each));
            if (!(weights.back() > 0)) throw UsageError("a weight is more than 0, not " + each);
        }
        if (weights.empty() || text.back() == ',') throw UsageError("weights are numbers with commas between them");
        return weights;
    }
    static std::string shown(const std::vector<double>& weights) {
        std::string text;
        for (const double each : weights) {
            if (!text.empty()) text += ',';
            text += real_text(each);
        }
        return text;
    }
};

namespace {

using Kind = OptionKind;

constexpr std::string_view how_to_divide = "How to divide it";

constexpr auto options_of_loops = joined(
    std::array{
        option<LoopOptions>(
            {.name = "technique",
             .value = "NAME[:key=value,…]",
             .help = "How a locality divides its iterations into chunks",
             .kind = Kind::spec,
             .group = how_to_divide,
             .words = Technique::names},
            [](auto& options) -> auto& { return options.technique; }),
        option<LoopOptions>(
            {.name = "weights",
             .value = "W,W,…",
             .help = "Speeds of all workers in any unit, locality by locality, for techniques that "
                     "weigh workers",
             .kind = Kind::word,
             .group = how_to_divide},
            [](auto& options) -> auto& { return options.weights; }),
        option<LoopOptions>(
            {.name = "steal-order",
             .value = "NAME[:key=value,…]",
             .help = "How localities get iterations of others",
             .kind = Kind::spec,
             .group = how_to_divide,
             .words = StealOrder::names},
            [](auto& options) -> auto& { return options.stealing.order; }),
        option<LoopOptions>(
            {.name = "steal-amount",
             .value = "RATIO|NAME",
             .help = "How much a victim gives: a ratio such as 0.5 of its iterations left, or the next chunk "
                     "of a technique",
             .kind = Kind::word,
             .group = how_to_divide},
            [](auto& options) -> auto& { return options.stealing.amount; }),
        option<LoopOptions>(
            {.name = "least",
             .value = "N",
             .help = "Smallest number of iterations of a steal [default: 1]",
             .kind = Kind::count,
             .min = 1,
             .group = how_to_divide},
            [](auto& options) -> auto& { return options.stealing.least; }),
        option<LoopOptions>(
            {.name = "keep-results",
             .help = "Leave results with the thief",
             .kind = Kind::off_flag,
             .group = how_to_divide},
            [](auto& options) -> auto& { return options.stealing.results_go_home; }),
        option<LoopOptions>(
            {.name = "check",
             .help = "Prove that each iteration was run once and its data arrived whole",
             .group = how_to_divide},
            [](auto& options) -> auto& { return options.stealing.checked; }),
    },
    detail::run_options<LoopOptions>());

}  // namespace

template <>
std::span<const Option<LoopOptions>> option_table<LoopOptions>() {
    return options_of_loops;
}

}  // namespace scrump
