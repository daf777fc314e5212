#pragma once
// A run: this process's localities, the components that serve them, and the loop of the thread that does so. Makes sure
// that all processes do the same, watches the time limit and cancellation, collects and shows figures, keeps the trace,
// and ends when all work is done or an end is requested. A client defines the work: it derives from this class.
//
// In a process that leads (locality 0 is there) it also combines the results of the run.

#include <scrump/base/clock.hpp>
#include <scrump/base/detail/event_count.hpp>
#include <scrump/metrics/statistics.hpp>
#include <scrump/net/detail/network.hpp>
#include <scrump/runtime/detail/agreement.hpp>
#include <scrump/runtime/detail/locality.hpp>
#include <scrump/runtime/detail/recording.hpp>
#include <scrump/runtime/detail/statistics_message.hpp>
#include <scrump/runtime/detail/turns.hpp>
#include <scrump/runtime/settings.hpp>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace scrump::detail {

class RemoteMemory;
class ServingSide;
class Thief;
class WorkerEndpoints;
struct WorkerLayout;

class Run {
  public:
    Run(const Run&) = delete;
    Run& operator=(const Run&) = delete;
    virtual ~Run();

  protected:
    /// Properties of this run that affect the runtime's service.
    struct Traits {
        /// The locality that hands out all tasks, if one does.
        std::optional<unsigned> owner{};
        /// Number of words of each worker that others can read and write; none: workers of different localities do not
        /// know each other.
        std::optional<std::size_t> endpoint_words{};
        /// Whether all localities must have as many workers as the first, as endpoints need.
        bool same_workers = false;
    };

    /// Connects the localities. Throws UsageError for invalid settings.
    explicit Run(Settings settings);

    // --- To be called by the client, in this order

    /// What the localities are to do.
    using Agreeing = std::function<Agreement()>;

    /// Makes this process's localities, after telling the first process what they are to do, if processes compare: it
    /// is not called otherwise.
    void make_localities(const Traits& traits, const Agreeing& what);
    /// Begins, and serves until the run is over and all its results are there. No worker is left then, even if it
    /// throws.
    void carry_out();
    /// The same in steps, for workers that belong to the caller: begins; and serves until the run is over, which it
    /// returns, or `until()` is true. That is called whenever something may have happened; null: look once, without
    /// waiting.
    void set_out();
    bool carry_on(const std::function<bool()>& until);

    // --- Depends on the client

    virtual std::unique_ptr<Locality> make(Locality::Setup setup) = 0;
    /// In the process that leads, before anything is started: determines where the work begins.
    virtual void prepare() { locality().begin_here(); }
    /// Whether something is to be done beside the workers, even if no settings request it. If not, the calling thread
    /// is worker 0 of a locality alone.
    virtual bool needs_service() const { return true; }
    /// In the process that leads: all workers of this process are about to begin.
    virtual void begun(Clock::time_point /*now*/) {}
    /// In the process that leads, during the run; `stop`: the status of a requested end. Returns whether it did
    /// something. Ends the run, unless something must be done before.
    virtual bool watch(Clock::time_point now, std::optional<Status> stop);
    /// When watch() is to be called again even if nothing happens.
    virtual std::optional<Clock::time_point> watch_again() { return std::nullopt; }
    /// Receives all figures, and a report of progress, as the settings request. The report returns whether it ended the
    /// run.
    virtual void observed(std::vector<LocalityStatistics> /*figures*/) {}
    virtual bool report(const ProgressReport& /*sum*/, Clock::time_point /*now*/) { return false; }
    /// In the process that leads: all results are there.
    virtual void gathered(std::vector<LocalityStatistics> /*figures*/) {}
    /// Called after that, until it returns that nothing is left to be written.
    virtual bool concluded(Clock::time_point /*now*/) { return true; }

    // --- For the client

    const Settings& settings() const { return settings_; }
    unsigned workers() const;
    unsigned localities() const { return settings_.localities; }
    Network& network() { return *network_; }
    EventCount& events() { return network_->events(); }
    Locality& locality() { return *hosted_.front()->home; }
    const Locality& locality() const { return *hosted_.front()->home; }
    /// Figures of this process's localities, once they have ended.
    std::vector<LocalityStatistics> own_figures() const;
    ServingSide& first();
    /// Whether locality 0 is here: it watches limits, shows progress and combines the results.
    bool leads() { return network_->endpoint(0).self() == 0; }
    Clock::time_point began() const { return began_; }
    double seconds() const { return std::chrono::duration<double>(Clock::now() - began_).count(); }
    const TraceStatistics& trace_written() const { return trace_written_; }

    /// Runs an action whose exception, in this process only, must not leave the others waiting.
    void telling_the_others(const std::function<void()>& action);
    void ending_all_by_exceptions(const std::function<void()>& action);

    /// Whether the goal was found, which outranks failures elsewhere meanwhile.
    bool found() const;
    bool failed_here() const;
    std::string own_failure() const;
    /// The exception of a worker of this process, if there was one.
    void rethrow() const;

    template <class Predicate>
    bool any_locality(const Predicate& holds) const {
        return std::any_of(hosted_.begin(), hosted_.end(), [&](const auto& each) { return holds(*each->home); });
    }

  private:
    // A locality with the components that serve it.
    struct HostedLocality {
        HostedLocality(Run& run, const Traits& traits, Transport& transport, const std::string& title);
        HostedLocality(const HostedLocality&) = delete;
        HostedLocality& operator=(const HostedLocality&) = delete;
        ~HostedLocality();

        std::unique_ptr<Thief> thief;
        std::unique_ptr<RemoteMemory> memory;
        std::unique_ptr<WorkerEndpoints> endpoints;
        std::unique_ptr<Locality> home;
        std::unique_ptr<ServingSide> server;
    };

    void make_all(const Traits& traits, const Agreeing& what);
    void ending_workers_by_exceptions(const std::function<void()>& action);
    void start();
    bool works_here() const;
    bool begin_if_all_agree();
    void begin();
    [[noreturn]] void give_up(unsigned lost);

    // One look at all that may be due.
    struct Look {
        bool busy = false;    // whether there was something to do
        bool over = false;    // whether the run is
        bool leaves = false;  // whether to serve no longer
    };

    bool serve(const std::function<bool()>& until);
    std::optional<bool> serve_awake(const std::function<bool()>& until);
    bool serve_for_long(const std::function<bool()>& until);
    Look look_at_all(Clock::time_point now, const std::function<bool()>& until);
    bool serve_all(Clock::time_point now);
    bool watch_all(Clock::time_point now);
    void watch_limits(Clock::time_point now);
    void observe(Clock::time_point now);
    bool expects_tasks(Clock::time_point now);
    std::optional<Clock::time_point> deadline();
    bool done(Clock::time_point now);
    bool all_written(Clock::time_point now);

    Settings settings_;
    std::optional<std::stop_callback<std::function<void()>>> cancellation_;
    std::unique_ptr<WorkerLayout> layout_;
    std::optional<Turns::Turn> turn_;  // for several processes
    std::unique_ptr<Network> network_;
    std::optional<Agreement> agreement_;  // for several processes
    unsigned joined_ = 0;                 // in the process that leads: number of localities known to be there
    bool begun_ = false;                  // in the process that leads: nothing is done before
    std::vector<std::unique_ptr<HostedLocality>> hosted_;
    bool gathered_ = false;
    std::vector<LocalityStatistics> figures_;  // of all localities, once they are gathered: for the trace's names
    Clock::time_point began_{};
    std::optional<Clock::time_point> time_is_up_;
    std::optional<Clock::time_point> next_report_;
    std::optional<Clock::time_point> next_observation_;
    TraceFile trace_;  // in the process that leads
    TraceStatistics trace_written_;
};

}  // namespace scrump::detail
