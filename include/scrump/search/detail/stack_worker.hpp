#pragma once
// A worker under a protocol of steal stacks (see stack_protocol.hpp): the states of figure 1 of Olivier and Prins
// (2008).

#include <scrump/base/clock.hpp>
#include <scrump/metrics/counters.hpp>
#include <scrump/metrics/detail/counting.hpp>
#include <scrump/metrics/detail/worker_record.hpp>
#include <scrump/metrics/stack_activity.hpp>
#include <scrump/runtime/detail/worker_endpoints.hpp>
#include <scrump/search/detail/search_locality.hpp>
#include <scrump/search/detail/search_worker.hpp>
#include <scrump/search/detail/stack_protocol.hpp>
#include <scrump/search/options.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace scrump::detail {

/// `Explorer` has the private part and explores its nodes: batch_explorer.hpp, src/search/task_explorer.hpp.
template <class Explorer>
class StackWorker {
  public:
    using State = StackActivity::State;

    StackWorker(Explorer& explorer, Counters& counters, WorkerRecord& record, const SearchOptions& options)
        : explorer_(explorer), counters_(counters), record_(record), options_(options) {}

    /// Works until no work is left anywhere, or the run ends. `host` is informed of tasks (everything explored between
    /// two times without work is one), and attends to requests from outside. Returns false if a node or the host ended
    /// the search.
    template <class Host>
    bool run(Host& host, WorkerEndpoints& workers, unsigned index) {
        WorkerEndpoint& endpoint = workers.endpoint(index);
        const auto protocol = StackProtocol::make(
            {.protocol = options_.skeleton.protocol,
             .batch = Explorer::batch_size,
             .draws = Explorer::draws,
             .seed = options_.seed,
             .enter = [&](State next) { enter(host, next); },
             .tried = [&](unsigned victim, std::size_t nodes) { note_try(host, victim, nodes, endpoint); }},
            explorer_.nodes(), endpoint);
        protocol_ = protocol.get();
        since_ = now();
        bool goes_on = true;
        do {
            goes_on = explore(host);
        } while (goes_on && refill(endpoint));
        enter(host, State::terminating);
        const Clock::time_point time = now();
        publish(time);
        record_.meter().end_wait(time);
        protocol_ = nullptr;
        return goes_on;
    }

  private:
    static Clock::time_point now() { return counting ? Clock::now() : Clock::time_point(); }

    // Gets nodes onto the empty stack; returns false if there are none.
    bool refill(const WorkerEndpoint& endpoint) {
        robbed_ = endpoint.self();
        if (!protocol_->refill()) return false;
        if (!endpoint.same_locality(robbed_)) explorer_.check_nodes();
        return true;
    }

    // Explores until the private part of the stack is used up; returns false if the search is over.
    template <class Host>
    bool explore(Host& host) {
        struct Publishing {
            StackWorker& self;
            Host& host;
            std::uint64_t polling_interval() { return host.polling_interval(); }
            void publish() { self.publish(now()); }
            bool attend() {
                publish();
                return host.attend();
            }
        };
        if (!explorer_.nodes().empty()) enter(host, State::working);
        const bool goes_on = explorer_.explore(Publishing{*this, host}, *protocol_);
        host.let_time_pass();
        return goes_on;
    }

    template <class Host>
    void enter(Host& host, State next) {
        if (next == state_) return;
        const Clock::time_point time = now();
        publish(time);
        if (state_ == State::working) host.end_exploring();
        if (state_ == State::terminating) record_.meter().end_wait(time);
        state_ = next;
        if (next == State::working) host.begin_exploring();
        if (next == State::terminating) record_.meter().begin_wait(time);
    }

    template <class Host>
    void note_try(Host& host, unsigned victim, std::size_t nodes, const WorkerEndpoint& endpoint) {
        ++counters_.steals_tried;
        if (nodes > 0) {
            ++counters_.steals_won;
            robbed_ = victim;
        }
        host.note_try(victim, nodes, endpoint.self());
    }

    // Updates the sums, for others to read.
    void publish(Clock::time_point time) {
        const auto passed =
            static_cast<std::uint64_t>(std::chrono::nanoseconds(time - std::exchange(since_, time)).count());
        times_.*time_in(state_) += passed;
        StackActivity sum = protocol_->counts();
        sum += times_;
        counters_.spawns += sum.releases - std::exchange(spawned_, sum.releases);
        record_.publish(sum);
    }

    static constexpr std::uint64_t StackActivity::*time_in(State state) {
        switch (state) {
            case State::working:
                return &StackActivity::working_time;
            case State::searching:
                return &StackActivity::searching_time;
            case State::stealing:
                return &StackActivity::stealing_time;
            case State::terminating:
                return &StackActivity::terminating_time;
        }
        return &StackActivity::working_time;
    }

    Explorer& explorer_;
    Counters& counters_;
    WorkerRecord& record_;
    const SearchOptions& options_;
    StackProtocol* protocol_ = nullptr;
    unsigned robbed_ = 0;  // the last victim that had something; the worker itself if the nodes are its own
    State state_ = State::searching;
    Clock::time_point since_{};
    StackActivity times_;
    std::uint64_t spawned_ = 0;  // number of releases, which count as tasks made
};

template <class Explorer>
void SearchWorker::run_on_stack(Explorer& explorer) {
    while (TaskPtr task = home_.took(pool_.take_deepest())) {
        explorer.plant(std::move(task));
        home_.task_done();
    }
    StackWorker<Explorer> stack(explorer, counters_, *record_, home_.options());
    if (!stack.run(*this, *home_.endpoints(), index_) && !home_.ending()) home_.found();
}

}  // namespace scrump::detail
