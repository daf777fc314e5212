#pragma once
// Runs a search to its end: makes the localities of this process, serves them, and watches limits, cancellation and
// progress.

#include <scrump/base/error.hpp>
#include <scrump/net/in_process.hpp>
#include <scrump/runtime/places.hpp>
#include <scrump/search/server.hpp>

#include <algorithm>
#include <chrono>
#include <exception>
#include <memory>
#include <optional>
#include <stop_token>
#include <utility>
#include <vector>

namespace scrump {

/// How many workers, and where.
struct Shape {
    unsigned localities = 1;
    unsigned workers = 1;  ///< of each
    bool pin = false;

    static Shape of(const Options& options);
};

/// What a run came to, whatever the search type.
template <class Search>
struct Outcome {
    Status status = Status::complete;
    typename Search::Answer answer{};
    Statistics statistics;
};

template <class Search>
class Run {
  public:
    using Clock = std::chrono::steady_clock;

    /// `make()` makes one locality's side of the search.
    template <class MakeSearch>
    Run(const Options& options, const MakeSearch& make)
        : options_(options), shape_(Shape::of(options)), network_(shape_.localities, [this] { bell_.ring_all(); }) {
        if (!Search::transferable && shape_.localities > 1) {
            throw UsageError(
                "this search has nodes or values that cannot be sent to another locality: make them trivially "
                "copyable or give them a serialize(archive) member");
        }
        options_.localities = shape_.localities;
        for (unsigned index = 0; index < shape_.localities; ++index) {
            parts_.push_back(std::make_unique<Part>(*this, make(), index));
        }
    }

    Outcome<Search> operator()(typename Search::Node root) {
        const std::stop_callback ring(options_.stop, [this] { bell_.ring_all(); });
        began_ = Clock::now();
        parts_.front()->home.plant(std::move(root));
        for (unsigned index = 0; index < shape_.localities; ++index) {
            parts_[index]->home.start(shape_.pin, index * shape_.workers);
        }
        serve();
        return gather();
    }

  private:
    struct Part {
        Part(Run& run, std::unique_ptr<Search> its_search, unsigned index)
            : search(std::move(its_search)),
              home(*search, run.options_, run.shape_.workers, index == 0, run.bell_),
              server(home, *search, run.network_.endpoint(index), run.options_.seed) {
            if constexpr (requires { search->on_improvement(nullptr); }) {
                search->on_improvement([this, &run] {
                    home.call_attention();
                    if (run.shape_.localities > 1) run.bell_.ring_all();
                });
                if (index == 0) home.worker(0).visitor().use(search->companion());
            }
        }
        ~Part() { home.end(); }

        std::unique_ptr<Search> search;
        Locality<Search> home;
        Server<Search> server;
    };

    Server<Search>& first() { return parts_.front()->server; }

    // The main thread's loop. It listens before it looks, so that nothing that happens in between is slept through.
    void serve() {
        std::optional<Clock::time_point> time_is_up;
        // A limit beyond the clock's range is none.
        if (options_.time_limit && *options_.time_limit < Clock::time_point::max() - began_)
            time_is_up = began_ + std::chrono::duration_cast<Clock::duration>(*options_.time_limit);
        std::optional<Clock::time_point> next_report;
        if (options_.progress || options_.node_limit) next_report = began_ + report_interval();

        while (true) {
            const Doorbell::Ticket ticket = bell_.listen();
            const Clock::time_point now = Clock::now();
            bool busy = false;
            for (const auto& part : parts_) busy |= part->server.serve(now);
            if (first().complete()) {
                bell_.cancel();
                return;
            }
            if (!first().ended()) {
                if (options_.stop.stop_requested()) {
                    first().stop_all(Status::cancelled);
                    busy = true;
                } else if (time_is_up && now >= *time_is_up) {
                    first().stop_all(Status::time_limit);
                    busy = true;
                } else if (next_report && now >= *next_report) {
                    busy |= report(now);
                    next_report = now + report_interval();
                }
            }
            if (busy) {
                bell_.cancel();
                continue;
            }
            std::optional<Clock::time_point> deadline;
            const auto wake_at = [&](std::optional<Clock::time_point> time) {
                if (time && (!deadline || *time < *deadline)) deadline = time;
            };
            wake_at(time_is_up);
            wake_at(next_report);
            for (const auto& part : parts_) wake_at(part->server.deadline());
            bell_.wait(ticket, first().ended() ? std::nullopt : deadline);
        }
    }

    // Workers watch a node limit themselves, but only when they backtrack, and only that of their locality.
    Clock::duration report_interval() const {
        constexpr std::chrono::milliseconds for_node_limit{10};
        if (!options_.node_limit) return options_.progress_interval;
        return std::min<Clock::duration>(options_.progress_interval, for_node_limit);
    }

    // Collects figures, shows them when it is time, and says whether that ended the run.
    bool report(Clock::time_point now) {
        for (const auto& part : parts_) {
            part->home.call_attention();  // so that the next figures are fresh
            if (part != parts_.front()) part->server.send_report();
        }
        const Report sum = first().report();
        if (options_.node_limit && sum.counters.nodes >= *options_.node_limit) {
            first().stop_all(Status::node_limit);
            return true;
        }
        if (!options_.progress || now < std::max(told_, began_) + options_.progress_interval) return false;
        const std::chrono::duration<double> since = now - std::max(told_, began_);
        options_.progress({.elapsed = now - began_,
                           .counters = sum.counters,
                           .nodes_per_second = static_cast<double>(sum.counters.nodes - told_nodes_) / since.count(),
                           .busy_workers = sum.busy_workers,
                           .workers = shape_.localities * shape_.workers,
                           .incumbent = parts_.front()->search->incumbent()});
        told_ = now;
        told_nodes_ = sum.counters.nodes;
        return false;
    }

    Outcome<Search> gather() {
        const std::chrono::duration<double> seconds = Clock::now() - began_;
        rethrow_failure();
        Outcome<Search> outcome;
        outcome.status = first().status();
        outcome.answer = parts_.front()->search->take_answer();
        outcome.statistics = {
            .total = {}, .workers = first().workers(), .localities = shape_.localities, .seconds = seconds.count()};
        for (const Counters& worker : outcome.statistics.workers) outcome.statistics.total += worker;
        if (const std::optional<Counters> replicable = parts_.front()->home.replicable();
            replicable && outcome.status == Status::complete) {
            outcome.statistics.total.nodes = replicable->nodes;
            outcome.statistics.total.prunes = replicable->prunes;
            outcome.statistics.total.backtracks = replicable->backtracks;
        }
        return outcome;
    }

    // What the search was looking for outranks what went wrong elsewhere meanwhile.
    void rethrow_failure() const {
        for (const auto& part : parts_) {
            if (part->home.wanted_ending() == Ending::found) return;
        }
        for (const auto& part : parts_) {
            if (part->home.failure()) std::rethrow_exception(part->home.failure());
        }
    }

    Options options_;
    Shape shape_;
    Doorbell bell_;
    InProcessNetwork network_;
    std::vector<std::unique_ptr<Part>> parts_;
    Clock::time_point began_{};
    Clock::time_point told_{};
    std::uint64_t told_nodes_ = 0;
};

}  // namespace scrump
