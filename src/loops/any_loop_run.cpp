#include "any_loop_run.hpp"

#include "../runtime/common_settings.hpp"
#include "../runtime/serving/serving_side.hpp"
#include "../runtime/worker_layout.hpp"

#include <scrump/base/error.hpp>
#include <scrump/loops/history.hpp>
#include <scrump/runtime/detail/remote_memory.hpp>
#include <scrump/runtime/detail/statistics_message.hpp>

#include <algorithm>
#include <string>

namespace scrump::detail {
namespace {

Settings settings_of(const LoopOptions& options, bool external_workers) {
    Settings settings = common_settings(options);
    if (external_workers) settings.own_threads = 0;
    WorkerLayout::check(settings);
    return settings;
}

}  // namespace

// --- A worker

bool AnyLoopWorker::answer_attention() {
    Clock::time_point time{};
    if (answer(time)) return true;
    attention_.expire();
    return false;
}

// --- A locality

AnyLoopLocality::AnyLoopLocality(Setup setup, const LoopGathering& gathering, std::uint64_t iterations)
    : Locality(std::move(setup)),
      self_(remote_memory().transport().self()),
      localities_(remote_memory().transport().size()),
      gathering_(gathering),
      iterations_(iterations) {}

WorkAmount AnyLoopLocality::work() const {
    WorkAmount amount{.expected = iterations_};
    for (const auto& each : workers_) amount.done += static_cast<const AnyLoopWorker&>(*each).done();
    return amount;
}

std::vector<WorkerShare> AnyLoopLocality::found_shares() const {
    std::vector<WorkerShare> found;
    for (const auto& each : workers_) found.push_back(static_cast<const AnyLoopWorker&>(*each).share());
    return found;
}

// Results of other localities may be there before its own.
void AnyLoopLocality::collect(bool /*stopped*/) {
    put(found_shares(), found_transfers());
    // What the first locality found goes where that of the others will.
    if (is_first() && gathering_.found) gathering_.merge(gathering_.found(self_));
}

void AnyLoopLocality::put(const std::vector<WorkerShare>& shares, const std::optional<LoopTransfers>& transfers) {
    const auto place =
        std::ranges::find_if(shares_, [&](const WorkerShare& each) { return each.locality > shares.front().locality; });
    const auto before = (place - shares_.begin()) / static_cast<std::ptrdiff_t>(size());
    shares_.insert(place, shares.begin(), shares.end());
    if (transfers) transfers_.insert(transfers_.begin() + before, *transfers);
}

Bytes AnyLoopLocality::result() const {
    Encoder message;
    message.put(shares_).put(found_transfers());
    if (gathering_.found) message.append(gathering_.found(self_));
    return message.take();
}

void AnyLoopLocality::merge_result(Bytes result) {
    Decoder from(std::move(result));
    const auto shares = from.get<std::vector<WorkerShare>>();
    put(shares, from.get<std::optional<LoopTransfers>>());
    if (gathering_.merge) gathering_.merge(from.rest());
}

// --- The run

AnyLoopRun::AnyLoopRun(const LoopOptions& options, std::optional<std::uint64_t> iterations, LoopGathering gathering,
                       bool external_workers)
    : Run(settings_of(options, external_workers)),
      options_(options),
      iterations_(iterations),
      gathering_(std::move(gathering)) {}

LoopResult AnyLoopRun::operator()() {
    carry_out();
    return take_result();
}

LoopResult AnyLoopRun::take_result() {
    LoopResult result = leads() ? conclude() : take_over();
    result.statistics.loops = 1;
    result.statistics.technique = options_.technique.describe();
    if (options_.history != nullptr && result.status == Status::complete) options_.history->learn(result.statistics);
    return result;
}

bool AnyLoopRun::report(const ProgressReport& sum, Clock::time_point now) {
    const std::chrono::duration<double> since = now - std::max(told_, began());
    const LoopProgress progress{
        .elapsed = now - began(),
        .iterations = sum.work.done,
        .expected = sum.work.expected,
        .iterations_per_second = static_cast<double>(sum.work.done - told_done_) / since.count(),
        .busy_workers = sum.busy_workers,
        .workers = sum.workers};
    ending_all_by_exceptions([&] { options_.progress(progress); });
    told_ = now;
    told_done_ = sum.work.done;
    return false;
}

void AnyLoopRun::gathered(std::vector<LocalityStatistics> figures) {
    for (const LocalityStatistics& each : figures) statistics_.total += each.sum();
    statistics_.localities = std::move(figures);
    if (options_.observe) show(statistics_.localities);
}

void AnyLoopRun::observed(std::vector<LocalityStatistics> figures) {
    show(figures);
}

void AnyLoopRun::show(const std::vector<LocalityStatistics>& figures) {
    LoopStatistics now;
    for (const LocalityStatistics& each : figures) now.total += each.sum();
    now.localities = figures;
    now.seconds = seconds();
    ending_all_by_exceptions([&] { options_.observe(now); });
}

LoopResult AnyLoopRun::conclude() {
    auto& home = static_cast<AnyLoopLocality&>(locality());
    statistics_.shares = std::move(home.shares());
    statistics_.transfers = std::move(home.transfers());
    // Of thieves that choose by themselves, the runtime counts the requests.
    for (std::size_t i = 0; i < std::min(statistics_.transfers.size(), statistics_.localities.size()); ++i)
        statistics_.transfers[i].tried += statistics_.localities[i].traffic.steals_tried;
    for (const WorkerShare& share : statistics_.shares) {
        statistics_.iterations += share.iterations;
        statistics_.chunks += share.chunks;
        statistics_.seconds = std::max(statistics_.seconds, share.finished);
    }
    statistics_.trace = trace_written();
    const Status status = all_run(statistics_) ? Status::complete : first().end().status();
    std::string failure = failed_here() ? own_failure() : first().end().failure();
    if (failure.empty() && status == Status::complete) failure = complaint(statistics_);
    if (settings().has_company()) announce(status, failure);
    rethrow();
    if (!failure.empty()) throw Error(failure);
    return {status, std::move(statistics_)};
}

void AnyLoopRun::announce(Status status, const std::string& failure) {
    Encoder message;
    message.put(failure).put(status).put(statistics_.shares).put(statistics_.transfers).put(statistics_.total);
    message.put(statistics_.iterations).put(statistics_.chunks).put(statistics_.seconds);
    encode(message, statistics_.trace);
    if (failure.empty() && gathering_.whole) message.append(gathering_.whole());
    first().end().announce(message.take(), network().here());
}

// The other processes: the same, as announced; but of figures by locality only their own.
LoopResult AnyLoopRun::take_over() {
    LoopResult result;
    Decoder from(*first().end().announced());
    const auto failure = from.get<std::string>();
    result.status = from.get<Status>();
    LoopStatistics& statistics = result.statistics;
    statistics.shares = from.get<std::vector<WorkerShare>>();
    statistics.transfers = from.get<std::vector<LoopTransfers>>();
    statistics.total = from.get<Counters>();
    statistics.iterations = from.get<std::uint64_t>();
    statistics.chunks = from.get<std::uint64_t>();
    statistics.seconds = from.get<double>();
    statistics.trace = decode_trace(from);
    statistics.localities = own_figures();
    rethrow();
    if (!failure.empty()) throw Error(failure);
    if (gathering_.take_over) gathering_.take_over(from.rest());
    return result;
}

}  // namespace scrump::detail
