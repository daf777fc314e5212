#pragma once
// Runs a search to its end: makes the localities of this process, serves them, and watches limits, cancellation,
// checkpoints and progress.

#include <scrump/base/error.hpp>
#include <scrump/net/network.hpp>
#include <scrump/runtime/session.hpp>
#include <scrump/search/checkpointer.hpp>
#include <scrump/search/server.hpp>

#include <algorithm>
#include <chrono>
#include <exception>
#include <memory>
#include <optional>
#include <span>
#include <sstream>
#include <stop_token>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace scrump {

/// What this process contributes to a run: how many localities and workers, and where they run.
struct Shape {
    unsigned localities = 1;       ///< in this process
    unsigned workers = 1;          ///< of each
    std::vector<unsigned> places;  ///< processors for all its workers, locality by locality; empty: anywhere

    /// Throws UsageError for options that cannot be.
    static Shape of(const Options& options);
    /// Collective: with as many workers as the first process has, which steal stacks need.
    Shape agreed(const Options& options) const;

    std::span<const unsigned> places_of(unsigned locality) const {
        if (places.empty()) return {};
        return std::span(places).subspan(std::size_t{locality} * workers, workers);
    }
};

/// What connects the run's localities, and what this process is called among others ("" if it is alone).
std::unique_ptr<Network> connect(const Options& options, const Shape& shape);
std::string title_of_process(const Options& options);

template <class Search>
class Run {
  public:
    using Clock = std::chrono::steady_clock;

    /// `make()` makes one locality's side of the search.
    template <class MakeSearch>
    Run(const Options& options, const MakeSearch& make)
        : options_(options), shape_(shape_of(options)), network_(connect(options, shape_)) {
        options_.localities = network_->endpoint(0).size();
        if (!Search::transferable && options_.localities > 1) {
            throw UsageError(
                "this search has nodes or values that cannot be sent to another locality: make them trivially "
                "copyable or give them a serialize(archive) member");
        }
        Checkpointer::check(options.checkpoints, Search::resumable);
        const std::string title = title_of_process(options);
        telling_the_others([&] {
            if (leads() && options.trace.wanted()) trace_.open(options.trace.file);
            for (unsigned index = 0; index < network_->here(); ++index) {
                parts_.push_back(std::make_unique<Part>(*this, make(), network_->endpoint(index), title));
            }
        });
    }

    Outcome<Search> operator()(typename Search::Node root) {
        const std::stop_callback ring(options_.stop, [this] { bell().ring_all(); });
        began_ = Clock::now();
        // What goes wrong here is treated like what goes wrong in a worker: all localities learn of it.
        ending_all_by_exceptions([&] {
            if (leads()) prepare(std::move(root));
            for (unsigned index = 0; index < network_->here(); ++index) {
                parts_[index]->home.start(shape_.places_of(index), began_);
            }
        });
        telling_the_others([&] { serve(); });
        return leads() ? conclude() : take_over();
    }

  private:
    // Refuses what this search cannot do.
    static Shape shape_of(const Options& options) {
        Shape shape = Shape::of(options);
        if (options.skeleton.kind != Skeleton::Kind::steal_stack) return shape;
        if constexpr (!Search::stackable) {
            throw UsageError("steal-stack is for enumerations whose nodes are trivially copyable");
        }
        if (options.skeleton.protocol.chunk < 1 || options.skeleton.protocol.chunk > StealProtocol::most_in_chunk) {
            throw UsageError("steal-stack moves chunks of 1 to " + std::to_string(StealProtocol::most_in_chunk) +
                             " nodes, not of " + std::to_string(options.skeleton.protocol.chunk));
        }
        if (options.policy != Policy{}) {
            throw UsageError("steal-stack looks at all workers in random order: no policy can be chosen");
        }
        if (options.checkpoints.wanted() || options.checkpoints.resumes()) {
            throw UsageError("steal-stack makes no checkpoints and resumes none: choose another skeleton");
        }
        return shape.agreed(options);
    }

    // What connects workers that have steal stacks.
    static std::unique_ptr<Peers> make_peers(Run& run, Transport& transport) {
        if constexpr (Search::stackable) {
            const Skeleton& skeleton = run.options_.skeleton;
            if (skeleton.kind != Skeleton::Kind::steal_stack) return nullptr;
            const std::size_t words = StackWorker<Search>::shared_words(skeleton.protocol);
            return std::make_unique<Peers>(transport, run.shape_.workers, words, run.bell());
        }
        return nullptr;
    }

    struct Part {
        Part(Run& run, std::unique_ptr<Search> its_search, Transport& transport, const std::string& title)
            : thief(run.options_.policy, transport, run.shape_.workers, ~run.options_.seed, owner(run.options_)),
              search(std::move(its_search)),
              peers(make_peers(run, transport)),
              home(*search, run.options_, run.shape_.workers, transport.self() == 0, run.bell(), Board(thief.shown())),
              server(home, *search, transport, thief, title, Clock::now()) {
            thief.watch(home.channel());
            home.use(peers.get());
            if constexpr (requires { search->on_improvement(nullptr); }) {
                search->on_improvement([this, &run] {
                    home.call_attention();
                    if (run.options_.localities > 1) run.bell().ring_all();
                });
                if (transport.self() == 0) home.worker(0).visitor().use(search->companion());
            }
        }
        ~Part() { home.end(); }

        // Tasks in order are all handed out by locality 0.
        static std::optional<unsigned> owner(const Options& options) {
            return options.skeleton.kind == Skeleton::Kind::ordered ? std::optional(0U) : std::nullopt;
        }

        Thief thief;
        std::unique_ptr<Search> search;
        std::unique_ptr<Peers> peers;
        Locality<Search> home;
        Server<Search> server;
    };

    // What is to be searched: all, or what earlier runs left.
    void prepare(typename Search::Node root) {
        const Checkpoints& wanted = options_.checkpoints;
        if constexpr (Search::resumable) {
            if (wanted.wanted() || wanted.resumes()) checkpointer_.emplace(wanted, form(root), bell());
        }
        parts_.front()->home.begin_with([this, root = std::move(root)]() mutable {
            State<Search> state;
            if constexpr (Search::resumable) {
                if (options_.checkpoints.resumes()) {
                    checkpointer_->resume([&](Bytes bytes) { state.read(std::move(bytes)); });
                    return state;
                }
            }
            state.subtrees.push_back({.root = std::move(root), .depth = 0, .visited = false});
            return state;
        });
    }

    // What must be the same to resume.
    std::string form(const typename Search::Node& root) const {
        using Node = typename Search::Node;
        Encoder form;
        form.put(parts_.front()->search->form()).put(options_.depth_limit).put(sizeof(Node));
        // Of other nodes that travel as their bytes, some bytes may differ where the value does not.
        if constexpr (!std::is_trivially_copyable_v<Node> || std::has_unique_object_representations_v<Node>) {
            form.put(root);
        }
        return form.take();
    }

    // An exception that only this process meets must not leave the others waiting.
    template <class Action>
    void telling_the_others(const Action& action) {
        const auto tell = [&](const char* why) {
            if (options_.session != nullptr) options_.session->fail(why);
        };
        try {
            action();
        } catch (const std::exception& error) {
            tell(error.what());
            throw;
        } catch (...) {
            tell("an exception without a message");
            throw;
        }
    }

    template <class Action>
    void ending_all_by_exceptions(const Action& action) {
        try {
            action();
        } catch (...) {
            parts_.front()->home.fail(std::current_exception());
        }
    }

    Doorbell& bell() { return network_->bell(); }
    Server<Search>& first() { return parts_.front()->server; }
    /// Whether locality 0 is here: it watches limits, shows progress and puts the result together.
    bool leads() { return network_->endpoint(0).self() == 0; }
    bool done(Clock::time_point now) { return leads() ? concluded(now) : first().announced().has_value(); }

    // The main thread's loop. It listens before it looks, so that nothing that happens in between is slept through.
    void serve() {
        if (leads()) {
            // A limit beyond the clock's range is none.
            if (options_.time_limit && *options_.time_limit < Clock::time_point::max() - began_)
                time_is_up_ = began_ + std::chrono::duration_cast<Clock::duration>(*options_.time_limit);
            if (options_.progress || options_.node_limit) next_report_ = began_ + report_interval();
            if (checkpointer_) checkpointer_->begin(began_);
            if (options_.observe) next_observation_ = began_ + observe_interval();
            first().compare_clocks(ClockOffset::When::beginning);
        }
        while (true) {
            const Doorbell::Ticket ticket = bell().listen();
            bool busy = false;
            Clock::time_point now = Clock::now();
            try {
                for (const auto& part : parts_) {
                    busy |= part->server.serve(now);
                    if (const std::optional<unsigned> lost = part->server.lost(now)) give_up(*lost);
                }
                if (done(now)) {
                    bell().cancel();
                    return;
                }
                busy |= watch(now);
            } catch (...) {
                bell().cancel();
                throw;
            }
            if (busy || expects_tasks(now)) {
                bell().cancel();
                continue;
            }
            bell().wait(ticket, deadline());
        }
    }

    // Ends the run when its time is over or it is cancelled, makes checkpoints, and reports now and then. Says whether
    // it did something.
    bool watch(Clock::time_point now) {
        if (first().ended()) return false;
        if (options_.stop.stop_requested()) first().ask_to_stop(Status::cancelled);
        if (!leads()) return false;
        if (time_is_up_ && now >= *time_is_up_) {
            time_is_up_.reset();
            first().ask_to_stop(Status::time_limit);
        }
        observe(now);
        const std::optional<Status> stop = first().wanted_stop();
        if (checkpointer_ && options_.checkpoints.wanted()) {
            if (make_checkpoint(now, stop)) return true;
        } else if (stop) {
            first().stop_all(*stop);
            return true;
        }
        if (!next_report_ || now < *next_report_) return false;
        next_report_ = now + report_interval();
        return report(now);
    }

    // One thing after another: a cut, its writing, and after the last one the end. Says whether it did something.
    bool make_checkpoint(Clock::time_point now, std::optional<Status> stop) {
        ending_all_by_exceptions([&] { checkpointer_->poll(now); });
        if (auto shares = first().take_shares()) {
            ending_all_by_exceptions([&] { checkpointer_->write(std::move(*shares), seconds(), last_cut_); });
            return false;
        }
        if (first().cutting() || checkpointer_->writing()) return false;
        if (checkpointer_->ended()) {
            first().stop_all(*stop);
            return true;
        }
        if (!stop && !checkpointer_->due(now)) return false;
        last_cut_ = stop.has_value();
        first().begin_cut(last_cut_);
        return true;
    }

    // A locality does not answer any more: nothing that it had will ever come.
    [[noreturn]] void give_up(unsigned locality) {
        const std::chrono::duration<double> limit = options_.dead_after;
        std::ostringstream why;
        why << "locality " << locality;
        if (options_.session != nullptr && options_.session->size() > 1) {
            why << " (" << options_.session->title_of(locality) << ")";
        }
        why << " has not answered for " << limit.count() << " s";
        if (options_.session != nullptr) options_.session->lose(locality, why.str());
        throw Error(why.str());
    }

    // Whether to look again at once. Only where workers have cores of their own: else somebody could use this one.
    bool expects_tasks(Clock::time_point now) {
        if (shape_.places.empty()) return false;
        return std::all_of(parts_.begin(), parts_.end(),
                           [&](const auto& part) { return part->server.expects_tasks(now); });
    }

    // Until when the thread that serves may sleep.
    std::optional<Clock::time_point> deadline() {
        std::optional<Clock::time_point> first_of_all;
        const auto wake_at = [&](std::optional<Clock::time_point> time) {
            if (time && (!first_of_all || *time < *first_of_all)) first_of_all = time;
        };
        bool reply_expected = false;
        for (const auto& part : parts_) wake_at(part->server.deadline());
        if (!first().ended()) {
            wake_at(time_is_up_);
            wake_at(next_report_);
            wake_at(next_observation_);
            if (checkpointer_ && !first().cutting()) wake_at(checkpointer_->deadline());
            for (const auto& part : parts_) reply_expected |= part->server.awaits_reply();
        } else {
            reply_expected = true;  // results, or what came of them
        }
        const std::chrono::nanoseconds patience = network_->patience(reply_expected);
        if (patience < std::chrono::hours(1)) wake_at(Clock::now() + patience);
        return first_of_all;
    }

    // Workers watch a node limit themselves, but only when they backtrack, and only that of their locality.
    // However many localities there are, they send no more than a thousand reports a second.
    Clock::duration report_interval() const {
        constexpr std::chrono::milliseconds for_node_limit{10};
        Clock::duration interval = options_.progress_interval;
        if (options_.node_limit) interval = std::min<Clock::duration>(interval, for_node_limit);
        return std::max<Clock::duration>(interval, std::chrono::milliseconds(options_.localities));
    }

    // However short an interval is asked for, there is time for other things.
    Clock::duration observe_interval() const {
        return std::clamp<Clock::duration>(options_.observe_interval, std::chrono::milliseconds(1),
                                           std::chrono::hours(24 * 365));
    }

    // Has all figures collected when it is time, and shows them when they are there.
    void observe(Clock::time_point now) {
        if (next_observation_ && now >= *next_observation_) {
            next_observation_ = now + observe_interval();
            first().ask_for_figures();
        }
        auto figures = first().take_figures();
        if (!figures) return;
        const Statistics statistics =
            Statistics::of(std::move(*figures), seconds(), parts_.front()->search->improvements(began_));
        ending_all_by_exceptions([&] { options_.observe(statistics); });
    }

    // Collects figures, shows them when it is time, and says whether that ended the run.
    bool report(Clock::time_point now) {
        const Report sum = first().report();
        if (options_.node_limit && sum.counters.nodes >= *options_.node_limit) {
            first().ask_to_stop(Status::node_limit);
            return true;
        }
        if (!options_.progress || now < std::max(told_, began_) + options_.progress_interval) return false;
        const std::chrono::duration<double> since = now - std::max(told_, began_);
        const Progress progress{
            .elapsed = now - began_,
            .counters = sum.counters,
            .nodes_per_second = static_cast<double>(sum.counters.nodes - told_nodes_) / since.count(),
            .busy_workers = sum.busy_workers,
            .workers = sum.workers,
            .incumbent = parts_.front()->search->incumbent()};
        ending_all_by_exceptions([&] { options_.progress(progress); });
        told_ = now;
        told_nodes_ = sum.counters.nodes;
        return false;
    }

    // Locality 0's process: puts the result together as soon as all that belongs to it is there.
    Outcome<Search> gather() {
        Outcome<Search> outcome;
        outcome.status = first().status();
        outcome.answer = parts_.front()->search->take_answer();
        outcome.statistics =
            Statistics::of(first().localities(), seconds(), parts_.front()->search->improvements(began_));
        Counters& total = outcome.statistics.total;
        if (const std::optional<Counters> replicable = parts_.front()->home.replicable();
            replicable && outcome.status == Status::complete) {
            total.nodes = replicable->nodes;
            total.prunes = replicable->prunes;
            total.backtracks = replicable->backtracks;
        }
        return outcome;
    }

    // What the search was looking for outranks what went wrong elsewhere meanwhile.
    bool found() const {
        return any_part([](const Part& part) { return part.home.wanted_ending() == Ending::found; });
    }
    bool failed_here() const {
        return !found() && any_part([](const Part& part) { return part.home.failure() != nullptr; });
    }

    // Whether there is a result, and all that was to be written is; the others are served until then.
    bool concluded(Clock::time_point now) {
        if (!first().complete()) return false;
        if (!outcome_) {
            outcome_ = gather();
            first().compare_clocks(ClockOffset::When::end);
            if (options_.observe) ending_all_by_exceptions([&] { options_.observe(outcome_->statistics); });
        }
        if (first().comparing_clocks()) return false;
        if (trace_.is_open()) trace_.write(first().take_trace(), outcome_->statistics.localities, bell());
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
    void leave_answer() {
        if constexpr (Search::resumable) {
            if (!options_.checkpoints.wanted() || outcome_->status != Status::complete) return;
            if (!found() && (failed_here() || !first().failure().empty())) return;
            StateWriter<Search> state;
            state.answer(outcome_->answer);
            checkpointer_->write({{.counters = outcome_->statistics.total, .pause = {}, .state = state.take()}},
                                 outcome_->statistics.seconds, true);
        }
    }

    // Locality 0's process: lets the other processes know.
    Outcome<Search> conclude() {
        Outcome<Search> outcome = std::move(*outcome_);
        if (!found()) outcome.failure = failed_here() ? own_failure() : first().failure();
        if (checkpointer_) {
            outcome.statistics.earlier = checkpointer_->earlier();
            outcome.statistics.checkpoints = checkpointer_->statistics();
            outcome.statistics.total += outcome.statistics.earlier.counters;
        }
        first().announce(outcome, network_->here());
        if (failed_here()) rethrow();
        if (!outcome.failure.empty()) throw Error(outcome.failure);
        return outcome;
    }

    double seconds() const { return std::chrono::duration<double>(Clock::now() - began_).count(); }

    // The other processes: the same result, as announced.
    Outcome<Search> take_over() {
        if (!first().announced()->failure.empty()) {
            rethrow();
            throw Error(first().announced()->failure);
        }
        return std::move(*first().announced());
    }

    template <class Predicate>
    bool any_part(const Predicate& holds) const {
        return std::any_of(parts_.begin(), parts_.end(), [&](const auto& part) { return holds(*part); });
    }
    std::string own_failure() const {
        for (const auto& part : parts_) {
            if (std::string why = part->home.failure_text(); !why.empty()) return why;
        }
        return "an exception without a message";
    }
    // The exception of a worker of this process, if there was one.
    void rethrow() const {
        for (const auto& part : parts_) {
            if (part->home.failure()) std::rethrow_exception(part->home.failure());
        }
    }

    Options options_;
    Shape shape_;
    std::unique_ptr<Network> network_;
    std::vector<std::unique_ptr<Part>> parts_;
    std::optional<Checkpointer> checkpointer_;  // of the process that leads, if there is something to write or resume
    bool last_cut_ = false;
    std::optional<Outcome<Search>> outcome_;  // of the process that leads, from when it is known
    bool answer_left_ = false;
    Clock::time_point began_{};
    std::optional<Clock::time_point> time_is_up_;
    std::optional<Clock::time_point> next_report_;
    Clock::time_point told_{};
    std::uint64_t told_nodes_ = 0;
    std::optional<Clock::time_point> next_observation_;
    TraceFile trace_;  // of the process that leads
};

}  // namespace scrump
