#pragma once
// A worker under a protocol of steal stacks (see stack_protocol.hpp): the states of figure 1 of Olivier and Prins
// (2008).

#include <scrump/base/clock.hpp>
#include <scrump/metrics/counters.hpp>
#include <scrump/metrics/detail/counting.hpp>
#include <scrump/metrics/detail/worker_record.hpp>
#include <scrump/metrics/stack_activity.hpp>
#include <scrump/runtime/detail/attention.hpp>
#include <scrump/runtime/detail/worker_endpoints.hpp>
#include <scrump/search/detail/batch_engine.hpp>
#include <scrump/search/detail/checks.hpp>
#include <scrump/search/detail/stack_protocol.hpp>
#include <scrump/search/options.hpp>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

namespace scrump::detail {

template <class Search>
class StackWorker {
  public:
    using Node = typename Search::Node;
    using Visitor = typename Search::Visitor;
    using SearchBatch = Batch<typename Search::Generator, Visitor>;
    using State = StackActivity::State;
    /// Number of words of each worker that others can read and write.
    static std::size_t shared_words(const StealProtocol& protocol) {
        return StackProtocol::words(protocol, SearchBatch::Columns::words + 1);
    }

    StackWorker(Visitor& visitor, Attention& attention, Counters& counters, WorkerRecord& record,
                const SearchOptions& options)
        : attention_(attention),
          counters_(counters),
          record_(record),
          options_(options),
          space_(visitor.space()),
          batch_(visitor.space(), visitor, counters, options.depth_limit) {}

    /// Puts a node onto the stack that was visited before.
    void plant(const Node& node, unsigned depth) {
        if (depth < options_.depth_limit) nodes_.push(node, depth);
    }

    /// Works until no work is left anywhere, or the run ends. `host` is informed of tasks (everything explored between
    /// two times without work is one), and attends to requests from outside.
    template <class Host>
    void run(Host& host, WorkerEndpoints& workers, unsigned index) {
        WorkerEndpoint& endpoint = workers.endpoint(index);
        const auto protocol = StackProtocol::make(
            {.protocol = options_.skeleton.protocol,
             .batch = SearchBatch::size,
             .seed = options_.seed,
             .enter = [&](State next) { enter(host, next); },
             .tried = [&](unsigned victim, std::size_t nodes) { note_try(host, victim, nodes, endpoint); }},
            nodes_, endpoint);
        protocol_ = protocol.get();
        since_ = now();
        do {
            if (!explore(host)) break;
        } while (refill(endpoint));
        enter(host, State::terminating);
        const Clock::time_point time = now();
        publish(time);
        record_.meter().end_wait(time);
        protocol_ = nullptr;
    }

  private:
    static Clock::time_point now() { return counting ? Clock::now() : Clock::time_point(); }

    // Gets nodes onto the empty stack; returns false if there are none.
    bool refill(const WorkerEndpoint& endpoint) {
        robbed_ = endpoint.self();
        if (!protocol_->refill()) return false;
        if (!endpoint.same_locality(robbed_)) check_nodes();
        return true;
    }

    void check_nodes() const {
        for (std::size_t index = 0; index < nodes_.size(); ++index) {
            const unsigned depth = nodes_.depth(index);
            require_own(depth < options_.depth_limit &&
                            may_be_searched<typename Search::Generator>(space_, nodes_.node(index), depth),
                        "a node that was stolen from another process");
        }
    }

    // Explores until the private part of the stack is used up; returns false if the host ends it.
    template <class Host>
    bool explore(Host& host) {
        struct Publishing {
            StackWorker& self;
            Host& host;
            std::uint64_t polling_interval() { return host.polling_interval(); }
            bool attend() {
                self.publish(now());
                return host.attend();
            }
        };
        if (!nodes_.empty()) enter(host, State::working);
        const bool goes_on = explore_batches(batch_, nodes_, counters_, attention_, Publishing{*this, host},
                                             [this](std::uint64_t nodes) { protocol_->poll(nodes); });
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

    Attention& attention_;
    Counters& counters_;
    WorkerRecord& record_;
    const SearchOptions& options_;
    const typename Search::Space& space_;
    SearchBatch batch_;
    typename SearchBatch::Columns nodes_;
    StackProtocol* protocol_ = nullptr;
    unsigned robbed_ = 0;  // the last victim that had something; the worker itself if the nodes are its own
    State state_ = State::searching;
    Clock::time_point since_{};
    StackActivity times_;
    std::uint64_t spawned_ = 0;  // number of releases, which count as tasks made
};

}  // namespace scrump::detail
