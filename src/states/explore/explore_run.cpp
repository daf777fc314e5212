#include "../../runtime/common_settings.hpp"
#include "../../runtime/serving/serving_side.hpp"
#include "../../runtime/worker_layout.hpp"
#include "disk_states.hpp"
#include "explore_locality.hpp"
#include "missed_states.hpp"

#include <scrump/base/digest.hpp>
#include <scrump/base/error.hpp>
#include <scrump/base/file.hpp>
#include <scrump/base/memory.hpp>
#include <scrump/base/version.hpp>
#include <scrump/runtime/detail/agreement.hpp>
#include <scrump/runtime/detail/run.hpp>
#include <scrump/runtime/detail/statistics_message.hpp>
#include <scrump/runtime/session.hpp>
#include <scrump/states/explore/detail/explore.hpp>

#include <algorithm>
#include <filesystem>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace scrump::detail {
namespace {

void check_disk(const ExploreOptions& options) {
    if (options.disk.empty()) return;
    const auto refuse = [](const char* what) { throw UsageError(std::string("states on disk need ") + what); };
    if (options.order != ExplorationOrder::breadth_first) refuse("breadth-first order");
    if (options.storage != StateStorage::exact) refuse("exact storage");
    if (options.localities > 1 || (options.session != nullptr && options.session->size() > 1))
        refuse("one process and one locality");
}

void check(const ExploreOptions& options) {
    check_disk(options);
    const ExploreCheckpoints& wanted = options.checkpoints;
    if (!wanted.wanted() && !wanted.resumes()) return;
    if (options.order != ExplorationOrder::breadth_first || options.storage != StateStorage::exact || !options.paths)
        throw UsageError("checkpoints need breadth-first order, exact storage and paths");
    namespace fs = std::filesystem;
    std::error_code ignored;
    const bool first = options.session == nullptr || options.session->first();
    if (!first || !wanted.wanted()) return;
    if (fs::exists(fs::symlink_status(wanted.file, ignored)) &&
        !(wanted.resumes() && fs::equivalent(wanted.file, wanted.resume, ignored)))
        throw Error(wanted.file + ": exists already; resume it, or remove it first");
    check_replaceable(wanted.file);
}

Settings settings_of(const ExploreOptions& options) {
    Settings settings = common_settings(options);
    check(options);
    WorkerLayout::check(settings);
    return settings;
}

Agreement agreement_of(const AnyModel& model, const ExploreOptions& options) {
    StateBuffer initial(model.width());
    model.put_initial(initial);
    return Agreement({{"version of Scrump", version()},
                      {"kind", "state space"},
                      {"words of a state", std::to_string(model.width())},
                      {"initial states", std::to_string(initial.size()) + " " + digest(initial.words())},
                      {"order", std::string(name(options.order))},
                      {"storage", std::string(name(options.storage))},
                      {"policy", options.policy.describe()},
                      {"paths", options.paths ? "yes" : "no"},
                      {"representatives of states", model.has_symmetry() ? "yes" : "no"},
                      {"level limit", std::to_string(options.level_limit)},
                      {"state limit", options.state_limit ? std::to_string(*options.state_limit) : "none"},
                      {"model", options.checkpoints.model},
                      {"resumes a checkpoint", options.checkpoints.resumes() ? "yes" : "no"},
                      {"trace", options.trace.wanted() ? "yes" : "no"}});
}

class ExploreRun final : public Run {
  public:
    ExploreRun(const AnyModel& model, const ExploreOptions& options)
        : Run(settings_of(options)), options_(options), model_(model), agreed_(agree()) {
        make_localities({.same_workers = true}, [&] { return agreement_of(model, options); });
    }

    ExploreOutcome operator()() {
        carry_out();
        return leads() ? conclude() : take_over();
    }

  private:
    std::unique_ptr<Locality> make(Locality::Setup setup) override {
        if (!explorers_ && !options_.disk.empty()) {
            disk_ = std::make_unique<DiskStates>(options_.disk, model_.width(), setup.workers,
                                                 std::min(agreed_.memory_limit, agreed_.addresses));
        }
        if (!explorers_) explorers_.emplace(setup_of(setup.workers, setup.memory.transport().topology()));
        return std::make_unique<ExploreLocality>(std::move(setup), *explorers_, agreed_.memory_limit, agreed_.keeps);
    }
    void prepare() override {}

    // What the first process says. What lies in remote memory is as large everywhere; others of its host take their
    // parts, as many as there are if it cannot be known better. And it is the one that writes checkpoints.
    struct Agreed {
        std::size_t memory_limit;
        std::size_t addresses;  // that arrays may take
        bool keeps;
    };
    Agreed agree() {
        Agreed all{.memory_limit = options_.memory_limit.value_or(available_memory() / 4 * 3 / localities()),
                   .addresses = addresses_for_arrays() / localities(),
                   .keeps = options_.checkpoints.wanted()};
        if (settings().has_company()) {
            Decoder first(settings().session->broadcast(
                Encoder().put(all.memory_limit).put(all.addresses).put(all.keeps).take()));
            all.memory_limit = first.get<std::size_t>();
            all.addresses = first.get<std::size_t>();
            all.keeps = first.get<bool>();
        }
        return all;
    }

    // As far as a field of bits may grow.
    std::size_t memory_of_visited(std::size_t limit) {
        static constexpr std::size_t usual_field = std::size_t{1} << 28U;
        if (options_.storage != StateStorage::bit_state) return limit;
        return options_.memory_limit ? limit / 2 : std::min(usual_field, limit);
    }

    // Each array is as large as it could become; what is used is counted. All together they reserve a multiple of the
    // limit, and less where the process may not reserve so much (ulimit -v).
    ExplorerSetup setup_of(unsigned workers, const Topology& places) {
        ExplorerSetup setup = setup_of(workers, places, agreed_.memory_limit);
        const std::size_t bytes = bytes_of(setup.arrays());
        if (bytes <= agreed_.addresses) return setup;
        const double part = static_cast<double>(agreed_.addresses) / static_cast<double>(bytes);
        return setup_of(workers, places, static_cast<std::size_t>(static_cast<double>(agreed_.memory_limit) * part));
    }

    static std::size_t bytes_of(const std::vector<RemoteArrayShape>& arrays) {
        std::size_t bytes = 0;
        for (const RemoteArrayShape& each : arrays) {
            const std::size_t most = (std::numeric_limits<std::size_t>::max() - bytes) / sizeof(std::uint64_t);
            bytes += std::min(each.words, most) * sizeof(std::uint64_t);
        }
        return bytes;
    }

    ExplorerSetup setup_of(unsigned workers, const Topology& places, std::size_t limit) {
        // On disk there are no logs.
        const std::size_t logged = options_.disk.empty() ? limit / sizeof(std::uint64_t) : model_.width();
        const std::size_t words = std::max<std::size_t>(logged, 1U << 12U);
        return {.model = model_,
                .options = options_,
                .places = places,
                .visited = {.storage = options_.storage,
                            .width = model_.width(),
                            .memory = memory_of_visited(limit),
                            .disk = disk_.get()},
                .log = {.width = model_.width(),
                        .parents = options_.paths,
                        .workers = workers,
                        .words = words,
                        .entries = words / 2}};
    }

    bool report(const ProgressReport& sum, Clock::time_point now) override {
        const std::chrono::duration<double> since = now - std::max(told_, began());
        const ExploreProgress progress{
            .elapsed = now - began(),
            .states = sum.work.expected,
            .waiting = sum.work.expected - std::min(sum.work.done, sum.work.expected),
            .level = static_cast<ExploreLocality&>(locality()).level(),
            .states_per_second = static_cast<double>(sum.work.expected - told_states_) / since.count(),
            .busy_workers = sum.busy_workers,
            .workers = sum.workers};
        ending_all_by_exceptions([&] { options_.progress(progress); });
        told_ = now;
        told_states_ = sum.work.expected;
        return false;
    }

    // What is known is kept first: by workers, who have to come together for it.
    bool watch(Clock::time_point now, std::optional<Status> stop) override {
        if (!stop || !agreed_.keeps) return Run::watch(now, stop);
        static_cast<ExploreLocality&>(locality()).ask_to_stop(*stop);
        return false;
    }

    // Of running explorations: what the workers have told; states are their nodes.
    void observed(std::vector<LocalityStatistics> figures) override { show(figures, seconds()); }

    void gathered(std::vector<LocalityStatistics> figures) override {
        for (const LocalityStatistics& each : figures) total_ += each.sum();
        localities_ = std::move(figures);
        seconds_ = seconds();
        if (options_.observe) show(localities_, seconds_);
    }

    void show(const std::vector<LocalityStatistics>& figures, double seconds) {
        ExploreStatistics now;
        for (const LocalityStatistics& each : figures) now.total += each.sum();
        now.states = now.total.nodes;
        now.seconds = seconds;
        now.localities = figures;
        ending_all_by_exceptions([&] { options_.observe(now); });
    }

    // In the first process: lets the others know.
    ExploreOutcome conclude() {
        const Figures& figures = static_cast<ExploreLocality&>(locality()).figures();
        const Status status = first().end().status();
        const std::string failure = failed_here() ? own_failure() : first().end().failure();
        if (settings().has_company()) {
            Encoder message;
            message.put(failure).put(status).put(figures).put(total_).put(seconds_).put(checkpoints());
            encode(message, trace_written());
            first().end().announce(message.take(), network().here());
        }
        rethrow();
        if (!failure.empty()) throw Error(failure);
        ExploreOutcome outcome = outcome_of(status, figures);
        outcome.statistics.total = total_;
        outcome.statistics.seconds = seconds_;
        outcome.statistics.checkpoints = checkpoints();
        if (disk_) outcome.statistics.disk = disk_->statistics();
        outcome.statistics.localities = std::move(localities_);
        outcome.statistics.trace = trace_written();
        return outcome;
    }

    // In the others: the same, as announced; but of figures by locality only their own.
    ExploreOutcome take_over() {
        Decoder from(*first().end().announced());
        const auto failure = from.get<std::string>();
        const auto status = from.get<Status>();
        ExploreOutcome outcome = outcome_of(status, from.get<Figures>());
        outcome.statistics.total = from.get<Counters>();
        outcome.statistics.seconds = from.get<double>();
        outcome.statistics.checkpoints = from.get<ExploreCheckpointStatistics>();
        outcome.statistics.trace = decode_trace(from);
        outcome.statistics.localities = own_figures();
        rethrow();
        if (!failure.empty()) throw Error(failure);
        return outcome;
    }

    const ExploreCheckpointStatistics& checkpoints() { return static_cast<ExploreLocality&>(locality()).checkpoints(); }

    // What was stopped may have successors at hand that nobody has looked at, even if all states were expanded.
    ExploreOutcome outcome_of(Status status, const Figures& figures) {
        ExploreOutcome outcome{
            .status = figures.found ? Status::complete : status,
            .all_expanded = status == Status::complete && !figures.found && figures.expanded == figures.states,
            .found = figures.found,
            .greatest = figures.greatest,
            .statistics = {}};
        ExploreStatistics& statistics = outcome.statistics;
        statistics.states = figures.states;
        statistics.transitions = figures.transitions;
        statistics.deadlocks = figures.deadlocks;
        statistics.levels = figures.levels;
        statistics.level_seconds = figures.level_seconds;
        statistics.memory = figures.memory;
        statistics.stolen = figures.stolen;
        statistics.stolen_away = figures.stolen_away;
        outcome.expected_missed = expected_missed(figures.states);
        return outcome;
    }

    double expected_missed(std::uint64_t states) const {
        switch (options_.storage) {
            case StateStorage::exact:
                break;
            case StateStorage::hash_compaction:
                return missed_by_hashes(states);
            case StateStorage::bit_state:
                return missed_by_bits(states, BitField(explorers_->visited.field_words()), localities());
        }
        return 0;
    }

    const ExploreOptions& options_;
    const AnyModel& model_;
    const Agreed agreed_;
    std::unique_ptr<DiskStates> disk_;
    std::optional<ExplorerSetup> explorers_;
    Clock::time_point told_{};
    std::uint64_t told_states_ = 0;
    Counters total_;
    std::vector<LocalityStatistics> localities_;
    double seconds_ = 0;
};

}  // namespace

ExploreOutcome run_exploration(const AnyModel& model, const ExploreOptions& options) {
    return ExploreRun(model, options)();
}

}  // namespace scrump::detail
