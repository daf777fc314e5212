#include "missing_session.hpp"
#include "serving/serving_side.hpp"
#include "wait_until.hpp"
#include "worker_layout.hpp"

#include <scrump/base/detail/platform.hpp>
#include <scrump/base/detail/roomy_stack.hpp>
#include <scrump/base/error.hpp>
#include <scrump/runtime/detail/look_time.hpp>
#include <scrump/runtime/detail/run.hpp>
#include <scrump/runtime/detail/thief.hpp>
#include <scrump/runtime/detail/worker_endpoints.hpp>
#include <scrump/runtime/session.hpp>

#include <exception>
#include <sstream>
#include <utility>

namespace scrump::detail {

// --- Making

Run::Run(Settings settings)
    : settings_(std::move(settings)), layout_(std::make_unique<WorkerLayout>(WorkerLayout::of(settings_))) {
    if (settings_.session == nullptr && !settings_.for_this_process) tell_of_missing_session();
    if (settings_.has_company()) turn_.emplace(settings_.session->turns());
    network_ = connect(settings_, *layout_);
    joined_ = network_->here();
    settings_.localities = network_->endpoint(0).size();
}

Run::~Run() = default;

Run::HostedLocality::HostedLocality(Run& run, const Traits& traits, Transport& transport, const std::string& title)
    : thief(std::make_unique<Thief>(run.settings_.policy, transport, run.workers(), ~run.settings_.seed, traits.owner)),
      memory(std::make_unique<RemoteMemory>(transport, run.workers(), run.events())) {
    if (traits.endpoint_words) endpoints = std::make_unique<WorkerEndpoints>(*memory, *traits.endpoint_words);
    home = run.make({.settings = run.settings_,
                     .workers = run.workers(),
                     .first = transport.self() == 0,
                     .server_events = run.events(),
                     .load = PublishedLoad(thief->shown()),
                     .memory = *memory,
                     .endpoints = endpoints.get()});
    server = std::make_unique<ServingSide>(*home, transport, *thief, title, Clock::now());
    thief->watch(home->channel());
}

Run::HostedLocality::~HostedLocality() {
    home->end();
}

void Run::make_localities(const Traits& traits, const Agreeing& what) {
    telling_the_others([&] { make_all(traits, what); });
}

// The first process learns what the others are about to do. What they do next may wait for it.
void Run::make_all(const Traits& traits, const Agreeing& what) {
    if (what && settings_.has_company()) {
        agreement_ = what();
        if (!leads()) network_->endpoint(0).send(0, AgreementExchange::join.number(), agreement_->bytes());
    }
    if (traits.endpoint_words || traits.same_workers) *layout_ = layout_->agreed(settings_);
    if (leads() && settings_.trace.wanted()) trace_.open(settings_.trace.file);
    const std::string title = title_of_process(settings_);
    for (unsigned index = 0; index < network_->here(); ++index) {
        hosted_.push_back(std::make_unique<HostedLocality>(*this, traits, network_->endpoint(index), title));
    }
}

void Run::carry_out() {
    set_out();
    carry_on([] { return false; });
    cancellation_.reset();
}

void Run::set_out() {
    cancellation_.emplace(settings_.stop, [this] { events().notify_all(); });
    began_ = settings_.began.value_or(Clock::now());
    // What goes wrong here is treated like what goes wrong in a worker: all localities learn of it.
    ending_all_by_exceptions([&] {
        if (leads()) prepare();
    });
    ending_workers_by_exceptions([&] {
        if (!leads()) start();
    });
}

bool Run::carry_on(const std::function<bool()>& until) {
    bool over = false;
    ending_workers_by_exceptions([&] { over = serve(until); });
    return over;
}

// The others learn of what goes wrong; and what workers use may be the client's, which goes before this.
void Run::ending_workers_by_exceptions(const std::function<void()>& action) {
    try {
        telling_the_others(action);
    } catch (...) {
        cancellation_.reset();
        for (const auto& each : hosted_) each->home->end();
        throw;
    }
}

void Run::start() {
    ending_all_by_exceptions([&] {
        RoomyStack stack = works_here() ? RoomyStack::take() : RoomyStack();
        if (stack) layout_->begin_here();
        for (unsigned index = 0; index < network_->here(); ++index) {
            hosted_[index]->home->start(layout_->places_of(index), layout_->looks, began_, std::exchange(stack, {}));
        }
    });
}

// Whether the calling thread is worker 0: then nobody serves before that has left, which it does when there is no work.
bool Run::works_here() const {
    const bool alone = settings_.localities == 1 && !settings_.has_company() && !settings_.own_threads &&
                       !settings_.policy.uses_load_information();
    const bool limited = settings_.time_limit || settings_.stop.stop_possible();
    const bool shown = settings_.report_interval || settings_.observe_interval || settings_.sampled;
    const bool measured = settings_.trace.wanted() || settings_.hardware_counters;
    return alone && !limited && !shown && !measured && Platform::current().pace() == nullptr && !needs_service();
}

// Nothing is done before it is known that all do the same: otherwise the parts of an answer would not fit together.
// Returns whether the run has begun.
bool Run::begin_if_all_agree() {
    for (const auto& [locality, bytes] : first().agreement().take_joined()) {
        if (const auto difference = Agreement(bytes).difference_from(*agreement_)) {
            throw Error("processes that run together must be started alike, but " +
                        settings_.session->title_of(locality) + " is not as " + settings_.session->title() + ": " +
                        *difference);
        }
        ++joined_;
    }
    if (joined_ < settings_.localities) return false;
    begin();
    return true;
}

void Run::begin() {
    begun_ = true;
    if (agreement_) first().agreement().announce();
    for (const auto& each : hosted_) each->server->agreement().agree();
    const Clock::time_point now = Clock::now();
    began_ = settings_.began.value_or(now);
    if (settings_.time_limit) time_is_up_ = moment_after(began_, *settings_.time_limit);
    // However many localities there are, they send no more than a thousand reports a second.
    if (settings_.report_interval) {
        settings_.report_interval =
            std::max<Clock::duration>(*settings_.report_interval, std::chrono::milliseconds(settings_.localities));
        next_report_ = now + *settings_.report_interval;
    }
    if (settings_.observe_interval) next_observation_ = now + *settings_.observe_interval;
    begun(now);
    // What is over before it has begun is not begun: that must not depend on who is first, a worker or this thread.
    watch_limits(now);
    if (const auto stop = first().end().wanted_stop()) watch(now, stop);
    start();
    first().trace().compare_clocks(ClockOffset::When::beginning);
    locality().work_here();
    // At once, as this thread may be about to sleep until worker 0 wants something: which may be that the others leave.
    for (const auto& each : hosted_) each->home->start_others();
}

unsigned Run::workers() const {
    return layout_->workers;
}

ServingSide& Run::first() {
    return *hosted_.front()->server;
}

// --- What goes wrong

void Run::telling_the_others(const std::function<void()>& action) {
    const auto tell = [&](const auto& why) {
        if (settings_.session != nullptr) settings_.session->fail(why);
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

void Run::ending_all_by_exceptions(const std::function<void()>& action) {
    try {
        action();
    } catch (...) {
        locality().fail(std::current_exception());
    }
}

// A locality does not answer any more: nothing that it had will ever come.
void Run::give_up(unsigned lost) {
    const std::chrono::duration<double> limit = settings_.dead_after;
    std::ostringstream why;
    why << "locality " << lost;
    if (settings_.has_company()) why << " (" << settings_.session->title_of(lost) << ")";
    why << " has not answered for " << limit.count() << " s";
    if (settings_.session != nullptr) settings_.session->mark_dead(lost, why.str());
    throw Error(why.str());
}

bool Run::found() const {
    return any_locality([](const Locality& home) { return home.wanted_ending() == Ending::found; });
}

bool Run::failed_here() const {
    return !found() && any_locality([](const Locality& home) { return home.failure() != nullptr; });
}

std::string Run::own_failure() const {
    for (const auto& each : hosted_) {
        if (std::string why = each->home->failure_text(); !why.empty()) return why;
    }
    return "an exception without a message";
}

void Run::rethrow() const {
    for (const auto& each : hosted_) {
        if (each->home->failure()) std::rethrow_exception(each->home->failure());
    }
}

// --- Serving

// The main thread's loop.
bool Run::serve(const std::function<bool()>& until) {
    if (Platform::current().pace() == nullptr) {
        if (const std::optional<bool> over = serve_awake(until)) return *over;
    }
    return serve_for_long(until);
}

// A sleeping thread is woken late, which would be most of the time that a tiny run takes; and to wake it takes others
// some time.
std::optional<bool> Run::serve_awake(const std::function<bool()>& until) {
    const Clock::time_point began = Clock::now();
    for (Clock::time_point now = began; now < began + LookTime::longest; now = Clock::now()) {
        const Look look = look_at_all(now, until);
        if (look.leaves) return look.over;
        if (look.busy) continue;
        if (layout_->looks == Looks::all_along) {
            Platform::current().relax();
        } else {
            Platform::current().yield();
        }
    }
    return std::nullopt;
}

// It prepares to wait before it looks, so that nothing that happens in between is slept through.
bool Run::serve_for_long(const std::function<bool()>& until) {
    Platform::Pace* const pace = Platform::current().pace();
    while (true) {
        const EventCount::Key key = events().prepare_wait();
        const Clock::time_point now = Clock::now();
        Look look;
        try {
            look = look_at_all(now, until);
        } catch (...) {
            events().cancel_wait();
            throw;
        }
        if (!look.leaves && pace != nullptr) pace->pass(Platform::Pace::Work::serve, 1);
        if (!look.leaves && !look.busy && !expects_tasks(now)) {
            events().wait(key, deadline());
            continue;
        }
        events().cancel_wait();
        if (look.leaves) return look.over;
    }
}

Run::Look Run::look_at_all(Clock::time_point now, const std::function<bool()>& until) {
    Look look{.busy = serve_all(now), .over = done(now)};
    if (!look.over) look.busy |= watch_all(now);
    look.leaves = look.over || !until || until();
    return look;
}

// The last first: so the token of termination goes round them all at once, as each hands it to the one before.
bool Run::serve_all(Clock::time_point now) {
    bool busy = false;
    for (auto each = hosted_.rbegin(); each != hosted_.rend(); ++each) {
        ServingSide& server = *(*each)->server;
        busy |= server.serve(now);
        if (const std::optional<unsigned> lost = server.lost(now)) give_up(*lost);
    }
    return busy;
}

// Ends the run when its time is over or it is cancelled, and calls the client meanwhile. Returns whether there was
// anything to do.
bool Run::watch_all(Clock::time_point now) {
    if (first().end().ended()) return false;
    const bool begins = leads() && !begun_;
    if (begins && !begin_if_all_agree()) return false;
    watch_limits(now);
    if (!leads()) return false;
    observe(now);
    if (watch(now, first().end().wanted_stop())) return true;
    if (!next_report_ || now < *next_report_) return begins;
    next_report_ = now + *settings_.report_interval;
    return report(first().statistics().report(), now) || begins;
}

void Run::watch_limits(Clock::time_point now) {
    if (settings_.stop.stop_requested()) first().end().ask_to_stop(Status::cancelled);
    if (!time_is_up_ || now < *time_is_up_) return;
    time_is_up_.reset();
    first().end().ask_to_stop(Status::time_limit);
}

bool Run::watch(Clock::time_point /*now*/, std::optional<Status> stop) {
    if (!stop) return false;
    first().end().stop_all(*stop);
    return true;
}

// Has all figures collected when it is time, and shows them when they are there.
void Run::observe(Clock::time_point now) {
    if (next_observation_ && now >= *next_observation_) {
        next_observation_ = now + *settings_.observe_interval;
        first().statistics().ask();
    }
    if (auto figures = first().statistics().take()) observed(std::move(*figures));
}

// Whether to look again at once. Only where workers have cores of their own: else somebody could use this one.
bool Run::expects_tasks(Clock::time_point now) {
    if (layout_->processing_units.empty()) return false;
    return std::all_of(hosted_.begin(), hosted_.end(),
                       [&](const auto& each) { return each->server->expects_tasks(now); });
}

// Until when the thread that serves may sleep.
std::optional<Clock::time_point> Run::deadline() {
    std::optional<Clock::time_point> first_of_all;
    const auto wake_at = [&](std::optional<Clock::time_point> time) {
        if (time && (!first_of_all || *time < *first_of_all)) first_of_all = time;
    };
    bool reply_expected = leads() && !begun_;
    for (const auto& each : hosted_) wake_at(each->server->deadline());
    if (!first().end().ended()) {
        wake_at(time_is_up_);
        wake_at(next_report_);
        wake_at(next_observation_);
        wake_at(watch_again());
        for (const auto& each : hosted_) reply_expected |= each->server->awaits_reply();
    } else {
        reply_expected = true;  // results, or the outcome of a trace
    }
    const std::chrono::nanoseconds patience = network_->patience(reply_expected);
    if (patience < std::chrono::hours(1)) wake_at(Clock::now() + patience);
    return first_of_all;
}

// --- The end

// In the process that leads: whether all is there, and all that was to be written is; the others are served until then.
bool Run::done(Clock::time_point now) {
    if (!leads()) return first().end().announced().has_value();
    if (!first().end().complete()) return false;
    if (!std::exchange(gathered_, true)) {
        figures_ = first().end().localities();
        gathered(trace_.is_open() ? figures_ : std::move(figures_));
        first().trace().compare_clocks(ClockOffset::When::end);
    }
    return all_written(now);
}

std::vector<LocalityStatistics> Run::own_figures() const {
    std::vector<LocalityStatistics> figures;
    figures.reserve(hosted_.size());
    for (const auto& each : hosted_) figures.push_back(each->server->end().own());
    return figures;
}

bool Run::all_written(Clock::time_point now) {
    if (first().trace().comparing_clocks()) return false;
    if (trace_.is_open()) trace_.write(first().trace().take(), figures_, first().message_names(), events());
    if (trace_.writing()) return false;
    if (const auto written = trace_.take()) trace_written_ = *written;
    return concluded(now);
}

}  // namespace scrump::detail
