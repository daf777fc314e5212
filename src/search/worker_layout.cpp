#include "worker_layout.hpp"

#include <scrump/base/error.hpp>
#include <scrump/base/processing_units.hpp>
#include <scrump/net/codec.hpp>
#include <scrump/net/in_process.hpp>
#include <scrump/runtime/session.hpp>

#include <algorithm>
#include <string>
#include <thread>

namespace scrump {
namespace {

constexpr unsigned most = 4096;

void check(unsigned value, const char* what) {
    if (value <= most) return;
    throw UsageError(std::to_string(value) + " " + what + ": there can be at most " + std::to_string(most));
}

}  // namespace

bool has_company(const Options& options) {
    return options.session != nullptr && options.session->size() > 1;
}

bool compares_problem(const Options& options) {
    return options.checkpoints.wanted() || options.checkpoints.resumes() || has_company(options);
}

WorkerLayout WorkerLayout::of(const Options& options) {
    check(options.workers, "workers");
    check(options.localities, "localities");
    if (has_company(options) && options.localities > 1) {
        throw UsageError(std::to_string(options.localities) + " localities in each of " +
                         std::to_string(options.session->size()) +
                         " processes: every process is one locality, more can only be simulated by a process alone");
    }
    if (options.skeleton.kind == Skeleton::Kind::sequential) return {};
    WorkerLayout layout;
    layout.localities = std::max(options.localities, 1U);
    layout.workers = options.workers;
    std::vector<unsigned> usable;
    if (layout.workers == 0 || options.pin) usable = usable_processors(options);
    const auto cores = static_cast<unsigned>(
        usable.empty() ? std::size_t{std::max(1U, std::thread::hardware_concurrency())} : usable.size());
    if (layout.workers == 0) layout.workers = std::max(1U, cores / layout.localities);
    check(layout.localities * layout.workers, "workers in all");
    // A worker alone is placed better by the system; with more workers than cores it must be free to.
    const std::size_t all = std::size_t{layout.localities} * layout.workers;
    const bool alone = all == 1 && !has_company(options);
    if (options.pin && !alone && all <= usable.size()) {
        layout.processing_units.assign(usable.begin(), usable.begin() + static_cast<std::ptrdiff_t>(all));
    }
    return layout;
}

WorkerLayout WorkerLayout::agreed(const Options& options) const {
    if (!has_company(options)) return *this;
    WorkerLayout same = *this;
    same.workers = Decoder(options.session->broadcast(Encoder().put(workers).take())).get<unsigned>();
    check(same.workers * options.session->size(), "workers in all");
    if (same.workers > processing_units.size()) same.processing_units.clear();
    return same;
}

std::unique_ptr<Network> connect(const Options& options, const WorkerLayout& layout) {
    if (options.session != nullptr) return options.session->group().connect(layout.localities);
    return std::make_unique<InProcessNetwork>(layout.localities);
}

std::string title_of_process(const Options& options) {
    return has_company(options) ? options.session->title() : std::string();
}

const std::vector<unsigned>& usable_processors(const Options& options) {
    return options.session != nullptr ? options.session->group().processing_units() : processing_units();
}

}  // namespace scrump
