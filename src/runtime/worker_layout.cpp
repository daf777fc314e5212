#include "worker_layout.hpp"

#include <scrump/base/detail/platform.hpp>
#include <scrump/base/detail/processing_units.hpp>
#include <scrump/base/detail/thread_counters.hpp>
#include <scrump/base/error.hpp>
#include <scrump/net/codec.hpp>
#include <scrump/net/detail/in_process.hpp>
#include <scrump/runtime/session.hpp>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

namespace scrump::detail {
namespace {

constexpr unsigned most = 4096;
constexpr std::size_t most_events = std::size_t{1} << 26U;

void check_number(unsigned value, const char* what) {
    if (value <= most) return;
    throw UsageError(std::to_string(value) + " " + what + ": there can be at most " + std::to_string(most));
}

// How many of `cores` a quota of processor time keeps busy. Processes of a host that share its processors, of which
// this one has `part`, share the quota alike.
unsigned cores_within_quota(unsigned cores, double part) {
    const bool simulated = Platform::current().pace() != nullptr;
    const std::optional<double> quota = simulated ? std::nullopt : processor_quota();
    if (!quota) return cores;
    constexpr double rounding = 1e-9;
    return static_cast<unsigned>(std::clamp(std::ceil(*quota * part - rounding), 1.0, double{1} * cores));
}

// Before anything is started, so that no worker fails in the middle of a run.
void check_hardware_counters(const Settings& settings) {
    const auto events = Platform::current().processor_events();
    if (events.empty()) throw UsageError("hardware counters: a simulated machine has none; leave them out");
    if (settings.own_threads)
        throw UsageError("hardware counters: workers that belong to the caller have none; leave them out");
    const ThreadCounters tried(events);
}

}  // namespace

void WorkerLayout::check(const Settings& settings) {
    check_number(settings.workers, "workers");
    check_number(settings.localities, "localities");
    if (settings.localities == 0) throw UsageError("0 localities: there is at least one");
    if (settings.trace.wanted() && settings.trace.events > most_events) {
        throw UsageError("a trace of " + std::to_string(settings.trace.events) + " events of each thread: at most " +
                         std::to_string(most_events));
    }
    if (settings.hardware_counters) check_hardware_counters(settings);
    if (settings.has_company() && settings.localities > 1) {
        throw UsageError(std::to_string(settings.localities) + " localities in each of " +
                         std::to_string(settings.session->size()) +
                         " processes: every process is one locality, more can only be simulated by a process alone");
    }
}

WorkerLayout WorkerLayout::of(const Settings& settings) {
    check(settings);
    WorkerLayout layout;
    layout.localities = settings.localities;
    layout.workers = settings.workers;
    // Statistics name them in any case: found here, that does not count as time of the run.
    const std::vector<unsigned>& usable = usable_processors(settings);
    const auto there = static_cast<unsigned>(usable.empty() ? Platform::current().processors() : usable.size());
    const std::size_t of_process = std::max(detail::processing_units().size(), usable.size());
    const double part = usable.empty() ? 1 : static_cast<double>(usable.size()) / static_cast<double>(of_process);
    const unsigned cores = cores_within_quota(there, part);
    if (layout.workers == 0) layout.workers = std::max(1U, cores / layout.localities);
    check_number(layout.localities * layout.workers, "workers in all");
    // A worker alone is placed better by the system; with more workers than cores it must be free to. So it must under
    // a quota: other groups, which have theirs, would choose the same cores.
    const std::size_t all = std::size_t{layout.localities} * layout.workers;
    if (cores == there && all <= cores) layout.looks = all < cores ? Looks::all_along : Looks::in_turns;
    const bool alone = all == 1 && !settings.has_company();
    if (settings.pin && !alone && cores == there && all <= usable.size()) {
        layout.processing_units.assign(usable.begin(), usable.begin() + static_cast<std::ptrdiff_t>(all));
    }
    return layout;
}

WorkerLayout WorkerLayout::agreed(const Settings& settings) const {
    if (!settings.has_company()) return *this;
    WorkerLayout same = *this;
    same.workers = Decoder(settings.session->broadcast(Encoder().put(workers).take())).get<unsigned>();
    check_number(same.workers * settings.session->size(), "workers in all");
    if (same.workers > processing_units.size()) same.processing_units.clear();
    return same;
}

void WorkerLayout::begin_here() {
    if (processing_units.empty()) return;
    const auto here = std::ranges::find(processing_units, processing_unit_here());
    if (here != processing_units.end()) std::iter_swap(here, processing_units.begin());
}

std::unique_ptr<Network> connect(const Settings& settings, const WorkerLayout& layout) {
    if (settings.session != nullptr) return settings.session->group().connect(layout.localities);
    return std::make_unique<InProcessNetwork>(layout.localities);
}

std::string title_of_process(const Settings& settings) {
    return settings.has_company() ? settings.session->title() : std::string();
}

const std::vector<unsigned>& usable_processors(const Settings& settings) {
    return settings.session != nullptr ? settings.session->group().processing_units() : processing_units();
}

}  // namespace scrump::detail
