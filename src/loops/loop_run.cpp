#include "loop_run.hpp"

#include "call_sites.hpp"

#include <scrump/base/detail/platform.hpp>
#include <scrump/base/error.hpp>
#include <scrump/base/spec.hpp>
#include <scrump/base/version.hpp>
#include <scrump/net/codec.hpp>
#include <scrump/runtime/detail/agreement.hpp>
#include <scrump/runtime/session.hpp>

#include <algorithm>
#include <optional>
#include <utility>

namespace scrump::detail {
namespace {

// Not compared are values that may differ: the number of workers and where they run.
Agreement agreement_of(const LoopOptions& options, std::uint64_t iterations) {
    return Agreement({{"version of Scrump", version()},
                      {"kind", "loop"},
                      {"iterations", std::to_string(iterations)},
                      {"technique", options.technique.describe()},
                      {"weights", join(options.weights, [](double weight) { return std::to_string(weight); })},
                      {"deterministic", options.deterministic ? "yes" : "no"},
                      {"trace", options.trace.wanted() ? "yes" : "no"}});
}

bool is_automatic(const Technique& technique) {
    return !technique.own && technique.kind == Technique::Kind::automatic;
}

// Where what was learned is kept. Nowhere if other processes take part, which may have run other loops, or if the
// machine is simulated without a session: else a simulation would depend on those before it.
std::optional<CallSites::Key> place_of(const LoopOptions& options, const CallSite& site) {
    const bool alone = options.localities == 1 && (options.session == nullptr || options.session->size() == 1);
    const bool kept = options.session != nullptr || Platform::current().pace() == nullptr;
    if (!site.known() || !alone || !kept || options.technique != Technique()) return std::nullopt;
    return CallSites::Key(site, options.session != nullptr ? options.session->number() : 0);
}

}  // namespace

LoopRun::LoopRun(const LoopOptions& options, std::uint64_t iterations, const LoopWork& work, bool external_workers,
                 ChunkLog* log)
    : AnyLoopRun(options, iterations, work.gathering, external_workers), iterations_(iterations), work_(work) {
    gather(log);
    make_localities({.same_workers = true}, [&] { return agreement_of(options, iterations); });
}

std::unique_ptr<Locality> LoopRun::make(Locality::Setup setup) {
    auto made = std::make_unique<LoopLocality>(std::move(setup), options(), iterations_, work_, gathering());
    made_.push_back(made.get());
    return made;
}

// Before what the loop itself gathers.
void LoopRun::gather(ChunkLog* log) {
    LoopGathering& all = gathering();
    all.found = [this, log, found = std::move(all.found)](unsigned locality) {
        Encoder to;
        to.put(sums_of(locality)).put(log != nullptr ? log->own : std::vector<ChunkRecord>());
        if (found) to.append(found(locality));
        return to.take();
    };
    all.merge = [this, log, merge = std::move(all.merge)](Bytes bytes) {
        Decoder from(std::move(bytes));
        sums_.add(from.get<IterationSums>());
        const auto chunks = from.get<std::vector<ChunkRecord>>();
        if (log != nullptr) log->all.insert(log->all.end(), chunks.begin(), chunks.end());
        if (merge) merge(from.rest());
    };
}

IterationSums LoopRun::sums_of(unsigned locality) const {
    const auto at = std::ranges::find(made_, locality, &LoopLocality::self);
    return (*at)->sums();
}

std::string LoopRun::complaint(const LoopStatistics& statistics) {
    const bool assigned = sums_.count > 0;
    const bool each_once = !assigned || sums_ == IterationSums::of({0, iterations_});
    if (statistics.iterations == iterations_ && each_once) return {};
    return "technique '" + options().technique.describe() + "' did not assign each of " + std::to_string(iterations_) +
           " iterations to one worker: " + std::to_string(statistics.iterations) + " were run";
}

void refuse_order(const LoopOptions& options, const char* loop) {
    if (options.deterministic)
        throw UsageError("LoopOptions::deterministic has no meaning for " + std::string(loop) +
                         ", which combines no values; it is for loop_reduce()");
}

LoopResult run_loop(const LoopOptions& options, std::uint64_t iterations, const LoopWork& work, const CallSite& site) {
    if (!is_automatic(options.technique)) return LoopRun(options, iterations, work)();
    const std::optional<CallSites::Key> place = place_of(options, site);
    const TechniqueChoice choice = place ? CallSites::shared().choose(*place, iterations)
                                         : TechniqueChoice{options.technique, "sizes by the time that iterations take"};
    LoopOptions chosen = options;
    chosen.technique = choice.technique;
    LoopResult result = LoopRun(chosen, iterations, work)();
    if (place && result.status == Status::complete)
        CallSites::shared().learn(*place, choice.technique, result.statistics);
    result.statistics.reason = choice.reason;
    return result;
}

}  // namespace scrump::detail
