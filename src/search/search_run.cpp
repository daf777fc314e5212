#include "../runtime/serving/serving_side.hpp"
#include "../runtime/worker_layout.hpp"
#include "incumbent_exchange.hpp"
#include "option_checks.hpp"
#include "settings.hpp"
#include "task_stack.hpp"
#include "tree_estimator.hpp"

#include <scrump/base/digest.hpp>
#include <scrump/base/error.hpp>
#include <scrump/runtime/detail/run.hpp>
#include <scrump/runtime/session.hpp>
#include <scrump/search/detail/checkpointer.hpp>
#include <scrump/search/detail/dual_bound.hpp>
#include <scrump/search/detail/run.hpp>
#include <scrump/search/detail/stack_protocol.hpp>
#include <scrump/search/ext/preparation.hpp>
#include <scrump/search/figures.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace scrump::detail {
namespace {

/// Shortest time between two checks of the bound of the answer.
Clock::duration bounds_interval(const SearchOptions& options) {
    constexpr std::chrono::milliseconds often{100};
    return options.progress ? std::min<Clock::duration>(often, options.progress_interval) : often;
}

using Types = std::function<SearchTypes()>;
using Make = std::function<std::unique_ptr<SearchLocality>(Locality::Setup)>;

class SearchRun final : public Run {
  public:
    SearchRun(const SearchOptions& options, const Capabilities& capabilities, const Types& types, const Make& make);

    Outcome operator()();
    SearchLocality& locality() { return static_cast<SearchLocality&>(Run::locality()); }

  private:
    std::unique_ptr<Locality> make(Locality::Setup setup) override;
    void prepare() override;
    bool needs_service() const override;
    void begun(Clock::time_point now) override;
    bool watch(Clock::time_point now, std::optional<Status> stop) override;
    std::optional<Clock::time_point> watch_again() override;
    void observed(std::vector<LocalityStatistics> figures) override;
    bool report(const ProgressReport& sum, Clock::time_point now) override;
    void gathered(std::vector<LocalityStatistics> figures) override;
    bool concluded(Clock::time_point now) override;

    Traits traits();
    bool bounds_wanted() const { return options_.gap || options_.progress; }
    bool make_checkpoint(Clock::time_point now, std::optional<Status> stop);
    bool look_at_open(Clock::time_point now, bool stopped);
    bool look_is_due(Clock::time_point now) const;
    bool learns_from_last_look();
    void learn(const std::vector<LocalSnapshot>& states, bool stopped);
    void learn_bounds(const std::vector<LocalSnapshot>& states);
    void learn_open(const std::vector<LocalSnapshot>& states);
    bool sample(Clock::time_point now, bool stopped);
    std::uint64_t earlier_nodes() const { return checkpointer_ ? checkpointer_->earlier().counters.nodes : 0; }
    std::shared_ptr<const SearchEstimate> estimate(std::uint64_t nodes) const;
    void begin_snapshot(Clock::time_point now, bool last);
    std::optional<double> dual_bound();
    bool gap_reached();
    void note_shard(Statistics& statistics);
    bool has_failed();
    void leave_answer();
    Outcome conclude();
    Outcome take_over();

    const SearchOptions options_;
    const Capabilities capabilities_;
    const Make& make_;
    std::size_t open_bytes_ = 0;  // that a task has on a steal stack
    std::string signature_;       // what must be the same to resume; empty where nothing is kept or resumed
    std::string kind_;            // of search, where that is known
    std::optional<Checkpointer> checkpointer_;  // of the process that leads, if there is something to write or resume
    bool last_snapshot_ = false;
    std::optional<IncumbentExchange> exchange_;  // of the process that leads, if it is wanted
    std::optional<DualBound> bound_;             // of the process that leads, if there is one
    std::optional<TreeEstimator> estimator_;     // likewise, if an estimate is wanted
    bool looks_ = false;              // whether the snapshot that is under way is for bounds or estimates alone
    bool last_look_ = false;          // at open nodes, for a run that is to stop
    std::optional<Outcome> outcome_;  // of the process that leads, from when it is known
    bool answer_left_ = false;
    Clock::time_point told_{};  // when progress was shown last, or the run had begun
    std::uint64_t told_nodes_ = 0;
};

// --- Making

SearchRun::SearchRun(const SearchOptions& options, const Capabilities& capabilities, const Types& types,
                     const Make& make)
    : Run(settings_of(possible(options, capabilities))), options_(options), capabilities_(capabilities), make_(make) {
    std::optional<Agreement> agreement;
    if (compares_problem(options)) {
        telling_the_others([&] {
            SearchTypes what = types();
            agreement = search_agreement(options, what);
            signature_ = std::move(what.signature);
            kind_ = std::move(what.kind);
        });
    }
    make_localities(traits(), agreement ? Agreeing([&] { return *agreement; }) : Agreeing());
}

// What the skeleton needs of the runtime.
Run::Traits SearchRun::traits() {
    if (options_.skeleton.is_ordered()) return {.owner = 0U};
    if (!options_.skeleton.has_stacks()) return {};
    const StealProtocol& protocol = options_.skeleton.protocol;
    if (capabilities_.column_words != nullptr)
        return {.endpoint_words = StackProtocol::words(protocol, capabilities_.column_words(protocol.chunk))};
    open_bytes_ = capabilities_.open_bytes();
    const std::size_t words = StackProtocol::words(protocol, TaskStack::packed_words(open_bytes_, protocol.chunk));
    check_size(words);
    return {.endpoint_words = words};
}

std::unique_ptr<Locality> SearchRun::make(Locality::Setup setup) {
    auto locality = make_(std::move(setup));
    locality->set_open_bytes(open_bytes_);
    return locality;
}

Outcome SearchRun::operator()() {
    carry_out();
    return leads() ? conclude() : take_over();
}

// What is to be searched: all, or what earlier runs left.
void SearchRun::prepare() {
    Checkpoints wanted = options_.checkpoints;
    if (options_.shard) wanted.problem += ", shard " + options_.shard->describe();
    if (wanted.wanted() || wanted.resumes()) checkpointer_.emplace(wanted, signature_, events());
    SearchLocality::Resume resume;
    if (wanted.resumes()) resume = [this](const auto& take) { checkpointer_->resume(take); };
    locality().begin_with(std::move(resume));
    if (options_.incumbents.empty()) return;
    exchange_.emplace(options_, signature_, events());
    exchange_->begin(locality());
}

bool SearchRun::needs_service() const {
    const auto& home = static_cast<const SearchLocality&>(Run::locality());
    const Skeleton& skeleton = options_.skeleton;
    return home.watched() || checkpointer_ || exchange_ || options_.gap || options_.estimate || options_.node_limit ||
           skeleton.is_ordered() || skeleton.has_stacks();
}

void SearchRun::begun(Clock::time_point now) {
    told_ = now;
    if (checkpointer_) checkpointer_->begin(now);
    if (locality().bounded()) bound_.emplace(locality().best_score(), bounds_interval(options_), now);
    if (options_.estimates || options_.estimate)
        estimator_.emplace([this] { return locality().worker(0).planner(true); }, options_.estimate, options_.seed,
                           now);
}

// --- While it runs

bool SearchRun::watch(Clock::time_point now, std::optional<Status> stop) {
    if (exchange_) ending_all_by_exceptions([&] { exchange_->poll(locality(), now); });
    if (!stop && gap_reached()) {
        first().end().ask_to_stop(Status::gap);
        return true;
    }
    if (look_at_open(now, stop.has_value())) return true;
    if (sample(now, stop.has_value())) return true;
    if (looks_) return false;
    const bool checkpoints = checkpointer_ && options_.checkpoints.wanted();
    return checkpoints ? make_checkpoint(now, stop) : Run::watch(now, stop);
}

std::optional<Clock::time_point> SearchRun::watch_again() {
    std::optional<Clock::time_point> next = exchange_ ? exchange_->deadline() : std::nullopt;
    const auto also = [&](std::optional<Clock::time_point> other) {
        if (other) next = std::min(next.value_or(*other), *other);
    };
    if (first().snapshots().under_way()) return next;
    if (checkpointer_) also(checkpointer_->deadline());
    if (bound_ && bounds_wanted() && locality().shows_bounds()) also(bound_->deadline());
    if (estimator_) also(estimator_->deadline());
    return next;
}

void SearchRun::begin_snapshot(Clock::time_point now, bool last) {
    if (bound_) bound_->ask(now);
    last_snapshot_ = last;
    first().snapshots().begin(last);
}

// --- What is left: the quality that an answer can have, and how long the search takes

// Looks at the remaining subtrees, from time to time if their bounds or an estimate are wanted, and once more before
// the run is stopped: then a last checkpoint suffices, if there is one. Returns whether it did something.
bool SearchRun::look_at_open(Clock::time_point now, bool stopped) {
    if (looks_) {
        const auto states = first().snapshots().take();
        if (!states) return false;
        looks_ = false;
        learn(*states, last_snapshot_);
        return true;
    }
    if (first().snapshots().under_way()) return false;
    const bool last = stopped && !options_.checkpoints.wanted();
    if (stopped ? !last || !learns_from_last_look() || std::exchange(last_look_, true) : !look_is_due(now))
        return false;
    looks_ = true;
    begin_snapshot(now, last);
    return true;
}

bool SearchRun::look_is_due(Clock::time_point now) const {
    const auto& home = static_cast<const SearchLocality&>(Run::locality());
    return (bound_ && home.shows_bounds() && bounds_wanted() && bound_->due(now)) ||
           (estimator_ && home.shows_open() && estimator_->due(now));
}

// A dry run has looked before.
bool SearchRun::learns_from_last_look() {
    return locality().shows_bounds() || (estimator_ && locality().shows_open() && !estimator_->is_dry_and_knows());
}

void SearchRun::learn(const std::vector<LocalSnapshot>& states, bool stopped) {
    if (bound_ && (stopped || bounds_wanted())) learn_bounds(states);
    if (!estimator_ || !locality().shows_open()) return;
    if (stopped ? estimator_->is_dry_and_knows() : !estimator_->due(Clock::now())) return;
    ending_all_by_exceptions([&] {
        learn_open(states);
        if (stopped) estimator_->sample_the_rest();
    });
}

void SearchRun::learn_bounds(const std::vector<LocalSnapshot>& states) {
    ending_all_by_exceptions([&] {
        double best = nothing_left;
        Clock::duration pause{};
        for (const LocalSnapshot& each : states) {
            best = std::max(best, locality().best_score_left(each.state));
            pause = std::max<Clock::duration>(pause, each.pause);
        }
        bound_->learn(best, pause, Clock::now());
    });
}

void SearchRun::learn_open(const std::vector<LocalSnapshot>& states) {
    std::vector<Subtree> open;
    std::uint64_t nodes = earlier_nodes();
    Clock::duration pause{};
    for (const LocalSnapshot& each : states) {
        std::ranges::move(locality().open_in(each.state), std::back_inserter(open));
        nodes += each.counters.nodes;
        pause = std::max<Clock::duration>(pause, each.pause);
    }
    estimator_->learn(std::move(open), nodes, earlier_nodes(), pause, Clock::now());
}

// Samples a little. Where open nodes cannot be looked at, the samples begin with the root. Returns whether it did
// something that cannot be continued at once.
bool SearchRun::sample(Clock::time_point now, bool stopped) {
    if (!estimator_ || stopped) return false;
    ending_all_by_exceptions([&] {
        if (!locality().shows_open() && estimator_->due(now)) {
            std::vector<Subtree> whole;
            whole.push_back({.task = locality().whole(), .visited = false});
            estimator_->learn(std::move(whole), 0, 0, {}, now);
        }
        estimator_->sample(now);
    });
    if (!estimator_->over(now)) return false;
    first().end().ask_to_stop(Status::time_limit);
    return true;
}

std::shared_ptr<const SearchEstimate> SearchRun::estimate(std::uint64_t nodes) const {
    const auto known =
        estimator_ ? estimator_->estimate(nodes + earlier_nodes(), earlier_nodes(), Clock::now()) : std::nullopt;
    return known ? std::make_shared<const SearchEstimate>(*known) : nullptr;
}

// No solution is better than this.
std::optional<double> SearchRun::dual_bound() {
    if (!bound_) return std::nullopt;
    const double sense = locality().sense();
    double score = bound_->score();
    ending_all_by_exceptions([&] { score = std::min(score, locality().known_score()); });
    if (const auto found = locality().incumbent()) score = std::max(score, sense * *found);
    return std::isfinite(score) ? std::optional(sense * score) : std::nullopt;
}

bool SearchRun::gap_reached() {
    if (!options_.gap) return false;
    const auto found = locality().incumbent();
    const auto bound = dual_bound();
    return found && bound && relative_gap(*found, *bound) <= *options_.gap;
}

// --- Checkpoints

// One thing after another: a snapshot, its writing, and after the last one the end. Says whether it did something.
bool SearchRun::make_checkpoint(Clock::time_point now, std::optional<Status> stop) {
    ending_all_by_exceptions([&] { checkpointer_->poll(now); });
    if (auto snapshots = first().snapshots().take()) {
        learn(*snapshots, last_snapshot_);
        ending_all_by_exceptions([&] { checkpointer_->write(std::move(*snapshots), seconds(), last_snapshot_); });
        return false;
    }
    if (first().snapshots().under_way() || checkpointer_->writing()) return false;
    if (checkpointer_->ended()) return Run::watch(now, stop);
    if (!stop && !checkpointer_->due(now)) return false;
    begin_snapshot(now, stop.has_value());
    return true;
}

void SearchRun::observed(std::vector<LocalityStatistics> figures) {
    const Statistics statistics = Statistics::of(std::move(figures), seconds(), locality().improvements(began()));
    ending_all_by_exceptions([&] { options_.observe(statistics); });
}

// Watches the node limit of all localities together, and shows progress when it is time.
bool SearchRun::report(const ProgressReport& sum, Clock::time_point now) {
    if (options_.node_limit && sum.counters.nodes >= *options_.node_limit) {
        first().end().ask_to_stop(Status::node_limit);
        return true;
    }
    if (!options_.progress || now < told_ + options_.progress_interval) return false;
    const std::chrono::duration<double> since = now - told_;
    const SearchProgress progress{
        .elapsed = now - began(),
        .counters = sum.counters,
        .nodes_per_second = static_cast<double>(sum.counters.nodes - told_nodes_) / since.count(),
        .busy_workers = sum.busy_workers,
        .workers = sum.workers,
        .incumbent = locality().incumbent(),
        .bound = dual_bound(),
        .estimate = estimate(sum.counters.nodes)};
    ending_all_by_exceptions([&] { options_.progress(progress); });
    told_ = now;
    told_nodes_ = sum.counters.nodes;
    return false;
}

// --- The end

void SearchRun::gathered(std::vector<LocalityStatistics> figures) {
    // What came with the last results may be better than all that was told of.
    if (locality().watched() && !locality().failure()) ending_all_by_exceptions([&] { locality().tell_own(); });
    outcome_.emplace();
    outcome_->status = first().end().status();
    // A division that is abandoned leaves nothing to search: neither an end nor a bound.
    const bool abandoned = options_.shard && locality().division().plan.empty();
    if (abandoned && (outcome_->status == Status::complete || outcome_->status == Status::gap))
        outcome_->status = options_.stop.stop_requested() ? Status::cancelled : Status::time_limit;
    outcome_->statistics = Statistics::of(std::move(figures), seconds(), locality().improvements(began()));
    const bool searched = outcome_->status == Status::complete;
    if (bound_ && !abandoned) outcome_->statistics.bound = searched ? locality().incumbent() : dual_bound();
    // Nothing better is left below what was not searched.
    const std::optional<double> incumbent = locality().incumbent();
    if (outcome_->status == Status::gap && incumbent && outcome_->statistics.bound == incumbent)
        outcome_->status = Status::complete;
    Counters& total = outcome_->statistics.total;
    if (const std::optional<Counters> replicable = locality().replicable(); replicable && searched) {
        total.nodes = replicable->nodes;
        total.prunes = replicable->prunes;
        total.backtracks = replicable->backtracks;
    }
    note_shard(outcome_->statistics);
    if (estimator_ && searched) estimator_->complete(total.nodes + earlier_nodes());
    if (options_.estimate || !searched) outcome_->statistics.estimate = estimate(total.nodes);
    if (options_.observe) ending_all_by_exceptions([&] { options_.observe(outcome_->statistics); });
}

void SearchRun::note_shard(Statistics& statistics) {
    if (!options_.shard) return;
    statistics.shard = locality().division();
    statistics.shard->part = *options_.shard;
    statistics.shard->kind = kind_;
    statistics.shard->problem = options_.checkpoints.problem;
    statistics.shard->search = digest(signature_);
}

bool SearchRun::concluded(Clock::time_point now) {
    if (exchange_ && !has_failed() && !exchange_->conclude(locality())) return false;
    if (!checkpointer_) return true;
    ending_all_by_exceptions([&] { checkpointer_->poll(now); });
    if (checkpointer_->writing()) return false;
    if (std::exchange(answer_left_, true)) return true;
    ending_all_by_exceptions([&] { leave_answer(); });
    return !checkpointer_->writing();
}

bool SearchRun::has_failed() {
    return !found() && (failed_here() || !first().end().failure().empty());
}

// What a complete run leaves is its answer, with nothing left to do.
void SearchRun::leave_answer() {
    if (!options_.checkpoints.wanted() || outcome_->status != Status::complete) return;
    if (has_failed()) return;
    checkpointer_->write({{.counters = outcome_->statistics.total, .pause = {}, .state = locality().state_of_answer()}},
                         outcome_->statistics.seconds, true);
}

// Locality 0's process: lets the other processes know.
Outcome SearchRun::conclude() {
    Outcome outcome = std::move(*outcome_);
    outcome.statistics.trace = trace_written();
    if (!found()) outcome.failure = failed_here() ? own_failure() : first().end().failure();
    if (exchange_) outcome.statistics.exchange = exchange_->statistics();
    if (checkpointer_) {
        outcome.statistics.earlier = checkpointer_->earlier();
        outcome.statistics.checkpoints = checkpointer_->statistics();
        outcome.statistics.total += outcome.statistics.earlier.counters;
    }
    if (settings().has_company()) {
        Encoder message;
        encode(message, outcome);
        first().end().announce(message.append(locality().answer()).take(), network().here());
    }
    if (failed_here()) rethrow();
    if (!outcome.failure.empty()) throw Error(outcome.failure);
    return outcome;
}

// The other processes: the same result, as announced; but of figures by locality only their own.
Outcome SearchRun::take_over() {
    Outcome outcome;
    telling_the_others([&] {
        Decoder announced(*first().end().announced());
        outcome = decode_outcome(announced);
        outcome.statistics.localities = own_figures();
        locality().take_over(announced.rest());
    });
    if (!outcome.failure.empty()) {
        rethrow();
        throw Error(outcome.failure);
    }
    return outcome;
}

}  // namespace

void check_options(const SearchOptions& options) {
    static_cast<void>(WorkerLayout::of(settings_of(options)));
}

Outcome run(const SearchOptions& options, const Capabilities& capabilities, const std::function<SearchTypes()>& types,
            const std::function<std::unique_ptr<SearchLocality>(Locality::Setup)>& make,
            const std::function<void(SearchLocality&)>& look) {
    Preparation::over();
    SearchRun run(options, capabilities, types, make);
    Outcome outcome = run();
    look(run.locality());
    return outcome;
}

}  // namespace scrump::detail
