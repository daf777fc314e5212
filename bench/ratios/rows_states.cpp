// State spaces: states a second, beside a breadth-first walk with a std::unordered_set, on one worker, on two, and in
// two localities. That walk leaves memory to the machine, and a virtual one may have to take it back page by page: so
// two workers are compared with one that comes after them.

#include <twins/states.hpp>

#include <scrump/base/detail/processing_units.hpp>
#include <scrump/problems/puzzle/puzzle.hpp>
#include <scrump/runtime/session.hpp>
#include <scrump/states.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <memory>
#include <numeric>
#include <string>
#include <vector>

#include "measure.hpp"
#include "rows.hpp"

namespace scrump::bench {
namespace {

// Boards of a sliding puzzle, up to so many moves from order.
struct Boards {
    unsigned rows = 3;
    unsigned columns = 3;
    std::uint64_t levels = 31;

    puzzle::Puzzle puzzle() const { return {rows, columns}; }
    std::string name() const { return fmt::format("puzzle {}x{}, {} levels", rows, columns, levels); }
};

Sample sample_of_levels(const std::vector<std::uint64_t>& levels) {
    const auto states = std::accumulate(levels.begin(), levels.end(), std::uint64_t{0});
    return {.units = static_cast<double>(states), .answer = fmt::format("{}", fmt::join(levels, " "))};
}

Variant by_hand(const Boards& boards) {
    return {
        "by hand", [boards] {
            return timed([&] { return sample_of_levels(twins::count_levels_by_hand(boards.puzzle(), boards.levels)); });
        }};
}

// In a session, whose threads are there already.
Variant explored(const std::string& name, const Boards& boards, ExploreOptions options) {
    const auto session = std::make_shared<Session>();
    options.session = session.get();
    options.level_limit = boards.levels;
    return {name, [session, boards, options] {
                return timed([&] {
                    const auto result = explore(boards.puzzle(), options);
                    Sample sample = sample_of_levels(result.statistics.levels);
                    sample.more["bytes_per_state"] = result.statistics.bytes_per_state();
                    return sample;
                });
            }};
}

Experiment explorations(const Boards& boards) {
    Experiment experiment;
    experiment.variants = {by_hand(boards), explored("1 worker", boards, {.workers = 1})};
    const std::string name = boards.name();
    experiment.claims = {{.what = fmt::format("{}: 1 worker / by hand", name),
                          .metric = Metric::units_per_second,
                          .subject = 1,
                          .base = 0,
                          .target = Target::at_least(3)},
                         {.what = fmt::format("{}: 1 worker", name),
                          .metric = Metric::units_per_second,
                          .comparison = Comparison::alone,
                          .subject = 1},
                         {.what = fmt::format("{}: bytes a state", name),
                          .metric = Metric::named("bytes_per_state", Quantity::count),
                          .comparison = Comparison::alone,
                          .subject = 1,
                          .base = 1}};
    if (detail::processing_units().size() < 2) return experiment;
    experiment.variants.push_back(explored("2 workers", boards, {.workers = 2}));
    experiment.variants.push_back(explored("2 localities", boards, {.workers = 1, .localities = 2}));
    experiment.variants.push_back(explored("1 worker, after that", boards, {.workers = 1}));
    experiment.claims.push_back({.what = fmt::format("{}: 2 workers / 1", name),
                                 .metric = Metric::units_per_second,
                                 .subject = 2,
                                 .base = 4,
                                 .target = Target::at_least(1.9)});
    experiment.claims.push_back({.what = fmt::format("{}: 2 localities of 1 / 1 worker", name),
                                 .metric = Metric::units_per_second,
                                 .subject = 3,
                                 .base = 4});
    return experiment;
}

}  // namespace

void add_states(Experiments& all) {
    all.push_back({"states-8-puzzle", "all boards of the 8-puzzle beside a walk by hand",
                   [](const Settings&) { return explorations({}); }});
    all.push_back({"states-11-puzzle", "levels of the 3x4 puzzle beside a walk by hand", [](const Settings& settings) {
                       return explorations({.rows = 3, .columns = 4, .levels = settings.quick ? 15U : 24U});
                   }});
}

}  // namespace scrump::bench
