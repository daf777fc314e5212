#include "serving/serving_side.hpp"
#include "worker_layout.hpp"

#include <scrump/base/error.hpp>
#include <scrump/net/network.hpp>
#include <scrump/runtime/session.hpp>
#include <scrump/runtime/worker_endpoints.hpp>
#include <scrump/search/agreement.hpp>
#include <scrump/search/checkpointer.hpp>
#include <scrump/search/preparation.hpp>
#include <scrump/search/recording.hpp>
#include <scrump/search/run.hpp>
#include <scrump/search/thief.hpp>

#include <algorithm>
#include <chrono>
#include <exception>
#include <optional>
#include <sstream>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace scrump {
namespace {

using Clock = std::chrono::steady_clock;
using Types = std::function<Agreement::Types()>;
using Make = std::function<std::unique_ptr<Locality>(Locality::Setup)>;

class Run {
  public:
    Run(const Options& options, const Capabilities& capabilities, const Types& types, const Make& make);

    Outcome operator()();
    Locality& locality() { return *hosted_.front()->home; }

  private:
    // One locality with what serves it.
    struct HostedLocality {
        HostedLocality(Run& run, const Make& make, Transport& transport, const std::string& title);
        HostedLocality(const HostedLocality&) = delete;
        HostedLocality& operator=(const HostedLocality&) = delete;
        ~HostedLocality() { home->end(); }

        Thief thief;
        std::unique_ptr<WorkerEndpoints> endpoints;
        std::unique_ptr<Locality> home;
        ServingSide server;
    };

    WorkerLayout layout_of(const Options& options) const;
    void introduce(const Agreement::Types& types);
    std::unique_ptr<WorkerEndpoints> make_endpoints(Transport& transport);
    void prepare();
    void start();
    bool begin_if_all_agree();
    void begin();

    template <class Action>
    void telling_the_others(const Action& action);
    template <class Action>
    void ending_all_by_exceptions(const Action& action);
    [[noreturn]] void give_up(unsigned locality);

    void serve();
    bool watch(Clock::time_point now);
    bool make_checkpoint(Clock::time_point now, std::optional<Status> stop);
    bool expects_tasks(Clock::time_point now);
    std::optional<Clock::time_point> deadline();

    Clock::duration report_interval() const;
    Clock::duration observe_interval() const;
    void observe(Clock::time_point now);
    bool report(Clock::time_point now);

    Outcome gather();
    bool concluded(Clock::time_point now);
    void leave_answer();
    Outcome conclude();
    Outcome take_over();

    bool found() const;
    bool failed_here() const;
    std::string own_failure() const;
    void rethrow() const;

    EventCount& events() { return network_->events(); }
    ServingSide& first() { return hosted_.front()->server; }
    /// Whether locality 0 is here: it watches limits, shows progress and puts the result together.
    bool leads() { return network_->endpoint(0).self() == 0; }
    bool done(Clock::time_point now) { return leads() ? concluded(now) : first().end().announced().has_value(); }
    double seconds() const { return std::chrono::duration<double>(Clock::now() - began_).count(); }

    template <class Predicate>
    bool any_locality(const Predicate& holds) const {
        return std::any_of(hosted_.begin(), hosted_.end(), [&](const auto& each) { return holds(*each); });
    }

    Options options_;
    const Capabilities capabilities_;
    WorkerLayout layout_;
    std::unique_ptr<Network> network_;
    std::optional<Agreement> agreement_;  // of several processes
    std::string signature_;               // what must be the same to resume; empty where nothing is kept or resumed
    unsigned joined_ = 0;                 // of the process that leads: how many localities are known to be there
    bool begun_ = false;                  // of the process that leads: nothing is searched before
    std::optional<Checkpointer> checkpointer_;  // of the process that leads, if there is something to write or resume
    std::vector<std::unique_ptr<HostedLocality>> hosted_;  // after it: a worker may read the checkpoint that is resumed
    bool last_snapshot_ = false;
    std::optional<Outcome> outcome_;  // of the process that leads, from when it is known
    bool answer_left_ = false;
    Clock::time_point began_{};
    std::optional<Clock::time_point> time_is_up_;
    std::optional<Clock::time_point> next_report_;
    Clock::time_point told_{};  // when progress was shown last, or the run was entered
    std::uint64_t told_nodes_ = 0;
    std::optional<Clock::time_point> next_observation_;
    TraceFile trace_;  // of the process that leads
};

// --- Making

Run::Run(const Options& options, const Capabilities& capabilities, const Types& types, const Make& make)
    : options_(options), capabilities_(capabilities), layout_(layout_of(options)), network_(connect(options, layout_)) {
    options_.localities = network_->endpoint(0).size();
    joined_ = network_->here();
    if (!capabilities_.transferable && options_.localities > 1) {
        throw UsageError(
            "this search has nodes or values that cannot be sent to another locality: make them trivially "
            "copyable or give them a serialize(archive) member");
    }
    Checkpointer::check(options.checkpoints, capabilities_.resumable);
    const std::string title = title_of_process(options);
    telling_the_others([&] {
        if (compares_problem(options)) introduce(types());
        if (options.skeleton.kind == Skeleton::Kind::steal_stack) layout_ = layout_.agreed(options);
        if (leads() && options.trace.wanted()) trace_.open(options.trace.file);
        for (unsigned index = 0; index < network_->here(); ++index) {
            hosted_.push_back(std::make_unique<HostedLocality>(*this, make, network_->endpoint(index), title));
        }
    });
}

// Refuses what this search cannot do.
WorkerLayout Run::layout_of(const Options& options) const {
    WorkerLayout layout = WorkerLayout::of(options);
    if (options.skeleton.kind != Skeleton::Kind::steal_stack) return layout;
    if (capabilities_.stack_words == nullptr) {
        throw UsageError(
            "steal-stack is for enumerations whose generators make batches, or ask for it by a member "
            "steal_stacks = true");
    }
    if (options.skeleton.protocol.chunk < 1 || options.skeleton.protocol.chunk > StealProtocol::most_in_chunk) {
        throw UsageError("steal-stack moves chunks of 1 to " + std::to_string(StealProtocol::most_in_chunk) +
                         " nodes, not of " + std::to_string(options.skeleton.protocol.chunk));
    }
    if (options.policy != Policy{}) {
        throw UsageError("steal-stack looks at all workers in an order of its own: no policy can be chosen");
    }
    if (options.checkpoints.wanted() || options.checkpoints.resumes()) {
        throw UsageError("steal-stack makes no checkpoints and resumes none: choose another skeleton");
    }
    return layout;
}

// The first process learns what the others are about to search. What they do next may wait for it.
void Run::introduce(const Agreement::Types& types) {
    signature_ = types.signature;
    if (!has_company(options_)) return;
    agreement_.emplace(options_, types);
    if (!leads()) network_->endpoint(0).send(0, AgreementExchange::join.number(), agreement_->bytes());
}

// What connects workers that have steal stacks.
std::unique_ptr<WorkerEndpoints> Run::make_endpoints(Transport& transport) {
    const Skeleton& skeleton = options_.skeleton;
    if (skeleton.kind != Skeleton::Kind::steal_stack) return nullptr;
    return std::make_unique<WorkerEndpoints>(transport, layout_.workers, capabilities_.stack_words(skeleton.protocol),
                                             events());
}

// Tasks in order are all handed out by locality 0.
std::optional<unsigned> owner(const Options& options) {
    return options.skeleton.kind == Skeleton::Kind::ordered ? std::optional(0U) : std::nullopt;
}

Run::HostedLocality::HostedLocality(Run& run, const Make& make, Transport& transport, const std::string& title)
    : thief(run.options_.policy, transport, run.layout_.workers, ~run.options_.seed, owner(run.options_)),
      endpoints(run.make_endpoints(transport)),
      home(make({.options = run.options_,
                 .workers = run.layout_.workers,
                 .first = transport.self() == 0,
                 .server_events = run.events(),
                 .load = PublishedLoad(thief.shown())})),
      server(*home, transport, thief, endpoints.get(), title, Clock::now()) {
    thief.watch(home->channel());
    home->use(endpoints.get());
}

Outcome Run::operator()() {
    const std::stop_callback ring(options_.stop, [this] { events().notify_all(); });
    told_ = Clock::now();
    began_ = options_.began.value_or(told_);
    // What goes wrong here is treated like what goes wrong in a worker: all localities learn of it.
    ending_all_by_exceptions([&] {
        if (leads()) prepare();
    });
    telling_the_others([&] {
        if (!leads()) start();
        serve();
    });
    return leads() ? conclude() : take_over();
}

// What is to be searched: all, or what earlier runs left.
void Run::prepare() {
    const Checkpoints& wanted = options_.checkpoints;
    if (wanted.wanted() || wanted.resumes()) checkpointer_.emplace(wanted, signature_, events());
    Locality::Resume resume;
    if (wanted.resumes()) resume = [this](const auto& take) { checkpointer_->resume(take); };
    locality().begin_with(std::move(resume));
}

void Run::start() {
    ending_all_by_exceptions([&] {
        for (unsigned index = 0; index < network_->here(); ++index) {
            hosted_[index]->home->start(layout_.places_of(index), began_);
        }
    });
}

// Nothing is searched before it is known that all search the same: else the parts of an answer would not fit together.
// Says whether the run has begun.
bool Run::begin_if_all_agree() {
    if (begun_) return true;
    for (const auto& [locality, bytes] : first().agreement().take_joined()) {
        if (const auto difference = Agreement(bytes).difference_from(*agreement_)) {
            throw Error("processes that search together must be started alike, but " +
                        options_.session->title_of(locality) + " is not as " + options_.session->title() + ": " +
                        *difference);
        }
        ++joined_;
    }
    if (joined_ < network_->endpoint(0).size()) return false;
    begin();
    return true;
}

void Run::begin() {
    begun_ = true;
    if (agreement_) first().agreement().announce();
    for (const auto& each : hosted_) each->server.agreement().agree();
    told_ = Clock::now();
    began_ = options_.began.value_or(told_);
    start();
    // A limit beyond the clock's range is none.
    if (options_.time_limit && *options_.time_limit < Clock::time_point::max() - began_)
        time_is_up_ = began_ + std::chrono::duration_cast<Clock::duration>(*options_.time_limit);
    if (options_.progress || options_.node_limit) next_report_ = told_ + report_interval();
    if (checkpointer_) checkpointer_->begin(told_);
    if (options_.observe) next_observation_ = told_ + observe_interval();
    first().trace().compare_clocks(ClockOffset::When::beginning);
}

// --- What goes wrong

// An exception that only this process meets must not leave the others waiting.
template <class Action>
void Run::telling_the_others(const Action& action) {
    const auto tell = [&](const auto& why) {
        if (options_.session != nullptr) options_.session->fail(why);
    };
    try {
        action();
    } catch (const std::exception& error) {
        tell(error);
        throw;
    } catch (...) {
        tell("an exception without a message");
        throw;
    }
}

template <class Action>
void Run::ending_all_by_exceptions(const Action& action) {
    try {
        action();
    } catch (...) {
        locality().fail(std::current_exception());
    }
}

// A locality does not answer any more: nothing that it had will ever come.
void Run::give_up(unsigned lost) {
    const std::chrono::duration<double> limit = options_.dead_after;
    std::ostringstream why;
    why << "locality " << lost;
    if (options_.session != nullptr && options_.session->size() > 1) {
        why << " (" << options_.session->title_of(lost) << ")";
    }
    why << " has not answered for " << limit.count() << " s";
    if (options_.session != nullptr) options_.session->mark_dead(lost, why.str());
    throw Error(why.str());
}

// What the search was looking for outranks what went wrong elsewhere meanwhile.
bool Run::found() const {
    return any_locality([](const HostedLocality& hosted) { return hosted.home->wanted_ending() == Ending::found; });
}

bool Run::failed_here() const {
    return !found() && any_locality([](const HostedLocality& hosted) { return hosted.home->failure() != nullptr; });
}

std::string Run::own_failure() const {
    for (const auto& each : hosted_) {
        if (std::string why = each->home->failure_text(); !why.empty()) return why;
    }
    return "an exception without a message";
}

// The exception of a worker of this process, if there was one.
void Run::rethrow() const {
    for (const auto& each : hosted_) {
        if (each->home->failure()) std::rethrow_exception(each->home->failure());
    }
}

// --- Serving

// The main thread's loop. It prepares to wait before it looks, so that nothing that happens in between is slept
// through.
void Run::serve() {
    while (true) {
        const EventCount::Key key = events().prepare_wait();
        bool busy = false;
        Clock::time_point now = Clock::now();
        try {
            // The last first: so the token of termination goes round them all at once, as each hands it to the one
            // before.
            for (auto each = hosted_.rbegin(); each != hosted_.rend(); ++each) {
                busy |= (*each)->server.serve(now);
                if (const std::optional<unsigned> lost = (*each)->server.lost(now)) give_up(*lost);
            }
            if (done(now)) {
                events().cancel_wait();
                return;
            }
            busy |= watch(now);
        } catch (...) {
            events().cancel_wait();
            throw;
        }
        if (busy || expects_tasks(now)) {
            events().cancel_wait();
            continue;
        }
        events().wait(key, deadline());
    }
}

// Ends the run when its time is over or it is cancelled, makes checkpoints, and reports now and then. Says whether
// it did something.
bool Run::watch(Clock::time_point now) {
    if (first().end().ended()) return false;
    if (leads() && !begin_if_all_agree()) return false;
    if (options_.stop.stop_requested()) first().end().ask_to_stop(Status::cancelled);
    if (!leads()) return false;
    if (time_is_up_ && now >= *time_is_up_) {
        time_is_up_.reset();
        first().end().ask_to_stop(Status::time_limit);
    }
    observe(now);
    const std::optional<Status> stop = first().end().wanted_stop();
    if (checkpointer_ && options_.checkpoints.wanted()) {
        if (make_checkpoint(now, stop)) return true;
    } else if (stop) {
        first().end().stop_all(*stop);
        return true;
    }
    if (!next_report_ || now < *next_report_) return false;
    next_report_ = now + report_interval();
    return report(now);
}

// One thing after another: a snapshot, its writing, and after the last one the end. Says whether it did something.
bool Run::make_checkpoint(Clock::time_point now, std::optional<Status> stop) {
    ending_all_by_exceptions([&] { checkpointer_->poll(now); });
    if (auto snapshots = first().snapshots().take()) {
        ending_all_by_exceptions([&] { checkpointer_->write(std::move(*snapshots), seconds(), last_snapshot_); });
        return false;
    }
    if (first().snapshots().under_way() || checkpointer_->writing()) return false;
    if (checkpointer_->ended()) {
        first().end().stop_all(*stop);
        return true;
    }
    if (!stop && !checkpointer_->due(now)) return false;
    last_snapshot_ = stop.has_value();
    first().snapshots().begin(last_snapshot_);
    return true;
}

// --- Looking

// Whether to look again at once. Only where workers have cores of their own: else somebody could use this one.
bool Run::expects_tasks(Clock::time_point now) {
    if (layout_.processing_units.empty()) return false;
    return std::all_of(hosted_.begin(), hosted_.end(),
                       [&](const auto& each) { return each->server.expects_tasks(now); });
}

// Until when the thread that serves may sleep.
std::optional<Clock::time_point> Run::deadline() {
    std::optional<Clock::time_point> first_of_all;
    const auto wake_at = [&](std::optional<Clock::time_point> time) {
        if (time && (!first_of_all || *time < *first_of_all)) first_of_all = time;
    };
    bool reply_expected = leads() && !begun_;
    for (const auto& each : hosted_) wake_at(each->server.deadline());
    if (!first().end().ended()) {
        wake_at(time_is_up_);
        wake_at(next_report_);
        wake_at(next_observation_);
        if (checkpointer_ && !first().snapshots().under_way()) wake_at(checkpointer_->deadline());
        for (const auto& each : hosted_) reply_expected |= each->server.awaits_reply();
    } else {
        reply_expected = true;  // results, or what came of them
    }
    const std::chrono::nanoseconds patience = network_->patience(reply_expected);
    if (patience < std::chrono::hours(1)) wake_at(Clock::now() + patience);
    return first_of_all;
}

// Workers watch a node limit themselves, but only when they backtrack, and only that of their locality.
// However many localities there are, they send no more than a thousand reports a second.
Clock::duration Run::report_interval() const {
    constexpr std::chrono::milliseconds for_node_limit{10};
    Clock::duration interval = options_.progress_interval;
    if (options_.node_limit) interval = std::min<Clock::duration>(interval, for_node_limit);
    return std::max<Clock::duration>(interval, std::chrono::milliseconds(options_.localities));
}

// However short an interval is asked for, there is time for other things.
Clock::duration Run::observe_interval() const {
    return std::clamp<Clock::duration>(options_.observe_interval, std::chrono::milliseconds(1),
                                       std::chrono::hours(24 * 365));
}

// Has all figures collected when it is time, and shows them when they are there.
void Run::observe(Clock::time_point now) {
    if (next_observation_ && now >= *next_observation_) {
        next_observation_ = now + observe_interval();
        first().statistics().ask();
    }
    auto figures = first().statistics().take();
    if (!figures) return;
    const Statistics statistics = Statistics::of(std::move(*figures), seconds(), locality().improvements(began_));
    ending_all_by_exceptions([&] { options_.observe(statistics); });
}

// Collects figures, shows them when it is time, and says whether that ended the run.
bool Run::report(Clock::time_point now) {
    const ProgressReport sum = first().statistics().report();
    if (options_.node_limit && sum.counters.nodes >= *options_.node_limit) {
        first().end().ask_to_stop(Status::node_limit);
        return true;
    }
    if (!options_.progress || now < told_ + options_.progress_interval) return false;
    const std::chrono::duration<double> since = now - told_;
    const Progress progress{.elapsed = now - began_,
                            .counters = sum.counters,
                            .nodes_per_second = static_cast<double>(sum.counters.nodes - told_nodes_) / since.count(),
                            .busy_workers = sum.busy_workers,
                            .workers = sum.workers,
                            .incumbent = locality().incumbent()};
    ending_all_by_exceptions([&] { options_.progress(progress); });
    told_ = now;
    told_nodes_ = sum.counters.nodes;
    return false;
}

// Locality 0's process: puts the result together as soon as all that belongs to it is there.
Outcome Run::gather() {
    Outcome outcome;
    outcome.status = first().end().status();
    outcome.statistics = Statistics::of(first().end().localities(), seconds(), locality().improvements(began_));
    Counters& total = outcome.statistics.total;
    if (const std::optional<Counters> replicable = locality().replicable();
        replicable && outcome.status == Status::complete) {
        total.nodes = replicable->nodes;
        total.prunes = replicable->prunes;
        total.backtracks = replicable->backtracks;
    }
    return outcome;
}

// --- The end

// Whether there is a result, and all that was to be written is; the others are served until then.
bool Run::concluded(Clock::time_point now) {
    if (!first().end().complete()) return false;
    if (!outcome_) {
        outcome_ = gather();
        first().trace().compare_clocks(ClockOffset::When::end);
        if (options_.observe) ending_all_by_exceptions([&] { options_.observe(outcome_->statistics); });
    }
    if (first().trace().comparing_clocks()) return false;
    if (trace_.is_open())
        trace_.write(first().trace().take(), outcome_->statistics.localities, first().message_names(), events());
    if (trace_.writing()) return false;
    if (const auto written = trace_.take()) outcome_->statistics.trace = *written;
    if (!checkpointer_) return true;
    ending_all_by_exceptions([&] { checkpointer_->poll(now); });
    if (checkpointer_->writing()) return false;
    if (std::exchange(answer_left_, true)) return true;
    ending_all_by_exceptions([&] { leave_answer(); });
    return !checkpointer_->writing();
}

// What a complete run leaves is its answer, with nothing left to do.
void Run::leave_answer() {
    if (!options_.checkpoints.wanted() || outcome_->status != Status::complete) return;
    if (!found() && (failed_here() || !first().end().failure().empty())) return;
    checkpointer_->write({{.counters = outcome_->statistics.total, .pause = {}, .state = locality().state_of_answer()}},
                         outcome_->statistics.seconds, true);
}

// Locality 0's process: lets the other processes know.
Outcome Run::conclude() {
    Outcome outcome = std::move(*outcome_);
    if (!found()) outcome.failure = failed_here() ? own_failure() : first().end().failure();
    if (checkpointer_) {
        outcome.statistics.earlier = checkpointer_->earlier();
        outcome.statistics.checkpoints = checkpointer_->statistics();
        outcome.statistics.total += outcome.statistics.earlier.counters;
    }
    first().end().announce(outcome, network_->here());
    if (failed_here()) rethrow();
    if (!outcome.failure.empty()) throw Error(outcome.failure);
    return outcome;
}

// The other processes: the same result, as announced.
Outcome Run::take_over() {
    if (!first().end().announced()->failure.empty()) {
        rethrow();
        throw Error(first().end().announced()->failure);
    }
    return *first().end().announced();
}

}  // namespace

void check_options(const Options& options) {
    static_cast<void>(WorkerLayout::of(options));
}

Outcome run(const Options& options, const Capabilities& capabilities, const Types& types, const Make& make,
            const std::function<void(Locality&)>& look) {
    Preparation::over();
    Run run(options, capabilities, types, make);
    Outcome outcome = run();
    look(run.locality());
    return outcome;
}

}  // namespace scrump
