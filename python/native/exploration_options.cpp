#include "exploration_options.hpp"

#include <scrump/states/explore/order.hpp>
#include <scrump/stealing/policy.hpp>

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <new>
#include <optional>
#include <string>
#include <utility>

namespace scrump::python {
namespace {

std::chrono::nanoseconds nanoseconds_of(double seconds) {
    return std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::duration<double>(seconds));
}

void make_settings(ExplorationSettings* place, unsigned workers, unsigned localities,
                   const std::optional<std::string>& policy, const std::string& order, const std::string& storage,
                   bool paths, std::optional<std::uint64_t> levels, std::optional<std::uint64_t> state_limit,
                   std::optional<std::size_t> memory_limit, std::optional<double> time_limit, std::uint64_t seed,
                   bool pin, std::optional<std::string> checkpoint, double checkpoint_every,
                   std::optional<std::string> resume, const std::string& model, nb::object progress,
                   double progress_interval) {
    auto* const settings = new (place) ExplorationSettings;
    ReachOptions& options = settings->options;
    options.workers = workers;
    options.localities = localities;
    if (policy) options.policy = Policy::parse(*policy);
    options.order = parse_exploration_order(order);
    options.storage = parse_state_storage(storage);
    options.paths = paths;
    if (levels) options.level_limit = *levels;
    options.state_limit = state_limit;
    options.memory_limit = memory_limit;
    if (time_limit) options.time_limit = nanoseconds_of(*time_limit);
    options.seed = seed;
    options.pin = pin;
    options.checkpoints = {.file = std::move(checkpoint).value_or(""),
                           .every = nanoseconds_of(checkpoint_every),
                           .resume = std::move(resume).value_or(""),
                           .model = model};
    options.progress_interval =
        std::chrono::ceil<std::chrono::milliseconds>(std::chrono::duration<double>(progress_interval));
    settings->progress = std::move(progress);
}

double share_of_busy(const ReachProgress& now) {
    return now.workers > 0 ? static_cast<double>(now.busy_workers) / now.workers : 0;
}

}  // namespace

void declare_exploration_options(nb::module_& module) {
    nb::class_<ReachProgress>(module, "ExplorationProgress", "A moment of an exploration that goes on.")
        .def_prop_ro(
            "seconds", [](const ReachProgress& now) { return now.elapsed.count(); }, "Since it began.")
        .def_ro("states", &ReachProgress::states, "Found so far.")
        .def_ro("waiting", &ReachProgress::waiting, "Of these, those whose successors are not known yet.")
        .def_ro("level", &ReachProgress::level, "In breadth-first order: that is being expanded.")
        .def_ro("states_per_second", &ReachProgress::states_per_second, "Since the progress before.")
        .def_prop_ro("busy", share_of_busy, "The share of workers that have states to expand, from 0 to 1.");

    nb::class_<ExplorationSettings>(module, "ExplorationOptions")
        .def("__init__", make_settings, nb::kw_only(), nb::arg("workers"), nb::arg("localities"),
             nb::arg("policy").none(), nb::arg("order"), nb::arg("storage"), nb::arg("paths"), nb::arg("levels").none(),
             nb::arg("state_limit").none(), nb::arg("memory_limit").none(), nb::arg("time_limit").none(),
             nb::arg("seed"), nb::arg("pin"), nb::arg("checkpoint").none(), nb::arg("checkpoint_every"),
             nb::arg("resume").none(), nb::arg("model"), nb::arg("progress").none(), nb::arg("progress_interval"));
}

}  // namespace scrump::python
