#include "part_run.hpp"

#include <scrump/base/error.hpp>
#include <scrump/base/version.hpp>
#include <scrump/loops/detail/loop_run.hpp>
#include <scrump/runtime/detail/agreement.hpp>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace scrump::detail {
namespace {

const char* yes_or_no(bool yes) {
    return yes ? "yes" : "no";
}

// Not compared are values that may differ: parts, workers, techniques and amounts.
Agreement agreement_of(const LoopOptions& options) {
    return Agreement({{"version of Scrump", version()},
                      {"kind", "loop over parts"},
                      {"order of steals", options.stealing.order.describe()},
                      {"results go home", yes_or_no(options.stealing.results_go_home)},
                      {"checked", yes_or_no(options.stealing.checked)},
                      {"policy", options.policy.describe()},
                      {"trace", yes_or_no(options.trace.wanted())}});
}

const LoopOptions& checked(const LoopOptions& options, std::span<const LoopPart> parts) {
    const double ratio = options.stealing.amount.ratio;
    if (!(ratio > 0 && ratio <= 1))
        throw UsageError("a steal ratio is more than 0 and at most 1, not " + std::to_string(ratio));
    if (parts.empty() || parts.size() != options.localities) {
        throw UsageError("there are parts of " + std::to_string(parts.size()) + " localities for " +
                         std::to_string(options.localities));
    }
    return options;
}

}  // namespace

PartRun::PartRun(const LoopOptions& options, std::span<const LoopPart> parts, bool external_workers, ChunkLog* log)
    : AnyLoopRun(checked(options, parts), std::nullopt, {}, external_workers), parts_(parts) {
    if (options.stealing.checked || log != nullptr) gather(options.stealing.checked, log);
    make_localities({.same_workers = true}, [&] { return agreement_of(options); });
}

void PartRun::gather(bool checked, ChunkLog* log) {
    gathering().found = [this, checked, log](unsigned locality) {
        Encoder found;
        found.put(checked ? sums_of(locality) : std::vector<IterationSums>());
        found.put(log != nullptr ? log->own : std::vector<ChunkRecord>());
        return found.take();
    };
    gathering().merge = [this, log](Bytes found) {
        Decoder from(std::move(found));
        merge(from.get<std::vector<IterationSums>>());
        const auto chunks = from.get<std::vector<ChunkRecord>>();
        if (log != nullptr) log->all.insert(log->all.end(), chunks.begin(), chunks.end());
    };
}

std::unique_ptr<Locality> PartRun::make(Locality::Setup setup) {
    auto made = std::make_unique<PartLocality>(std::move(setup), options(), parts_[made_.size()], gathering());
    made_.push_back(made.get());
    return made;
}

bool PartRun::all_run(const LoopStatistics& statistics) {
    std::uint64_t own = 0;
    for (const LoopTransfers& each : statistics.transfers) own += each.own;
    return statistics.iterations == own && statistics.transfers.size() == localities();
}

std::string PartRun::complaint(const LoopStatistics& statistics) {
    for (std::size_t owner = 0; owner < all_sums_.size(); ++owner) {
        if (all_sums_[owner] == IterationSums::of({0, statistics.transfers[owner].own})) continue;
        return "not every iteration of locality " + std::to_string(owner) + " was run once";
    }
    return {};
}

const std::vector<IterationSums>& PartRun::sums_of(unsigned locality) const {
    const auto at = std::ranges::find(made_, locality, &PartLocality::self);
    return (*at)->sums();
}

void PartRun::merge(const std::vector<IterationSums>& others) {
    all_sums_.resize(std::max(all_sums_.size(), others.size()));
    for (std::size_t owner = 0; owner < others.size(); ++owner) all_sums_[owner].add(others[owner]);
}

LoopResult run_parts(const LoopOptions& options, std::span<const LoopPart> parts) {
    refuse_order(options, "distributed_loop()");
    LoopResult result = PartRun(options, parts)();
    if (!options.technique.own && options.technique.kind == Technique::Kind::automatic)
        result.statistics.reason = "sizes by the time that iterations take";
    return result;
}

}  // namespace scrump::detail
