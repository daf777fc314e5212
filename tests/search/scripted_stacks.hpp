#pragma once
// Workers with steal stacks that do what a script says instead of exploring a tree, over any network: step by step on
// one thread, or all at once, in process and over MPI. So a test brings about what a search meets once in a while.

#include <scrump/net/detail/network.hpp>
#include <scrump/pools/detail/steal_stack.hpp>
#include <scrump/pools/node_columns.hpp>
#include <scrump/runtime/detail/worker_endpoints.hpp>
#include <scrump/search/detail/stack_protocol.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <numeric>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

namespace scrump::test {

using namespace detail;

class ScriptedStacks {
  public:
    using Layout = StealStackLayout;
    using Word = Layout::Word;
    using State = StackActivity::State;
    struct Node {
        std::uint32_t label = 0;
    };

    /// A worker: what is private to it, and what it told of.
    class Member {
      public:
        Member(WorkerEndpoint& worker, const StealProtocol& protocol, std::size_t batch, std::uint64_t seed,
               std::size_t own, bool draws)
            : endpoint(worker),
              stack(StackProtocol::make(
                  {.protocol = protocol,
                   .batch = batch,
                   .draws = draws,
                   .seed = seed,
                   .enter = [this](State state) { states.push_back(state); },
                   .tried = [this](unsigned victim, std::size_t got) { tries.emplace_back(victim, got); }},
                  nodes, worker)),
              told_(own),
              reported_(own + 1) {}

        unsigned self() const { return endpoint.self(); }
        /// One of its words that others see.
        Word word(Layout::Index index) const { return endpoint.words()[index].load(std::memory_order_acquire); }
        /// Puts nodes onto the private part, labelled from 0 on.
        void push(std::uint32_t count) {
            for (std::uint32_t label = 0; label < count; ++label) nodes.push({label}, 0);
        }
        std::vector<std::uint32_t> labels() const {
            std::vector<std::uint32_t> all;
            for (std::size_t index = 0; index < nodes.size(); ++index) all.push_back(nodes.node(index).label);
            return all;
        }
        bool entered(State state) const { return std::find(states.begin(), states.end(), state) != states.end(); }

        /// Answers whoever asks, until `over()`; or until the script took so long that it is ended.
        template <class Over>
        void poll_until(const Over& over) {
            for (unsigned round = 0; !over() && !endpoint.ending(); ++round) {
                stack->poll(1);
                endpoint.pause(round);
            }
        }
        template <class Over>
        void wait_until(const Over& over) {
            for (unsigned round = 0; !over() && !endpoint.ending(); ++round) endpoint.pause(round);
        }
        /// Tells all others something, which is all that there is to be told in a script; and whether one has.
        void tell() {
            for (unsigned other = 0; other < endpoint.size(); ++other) endpoint.write(other, told_, 1);
        }
        bool told() const { return endpoint.words()[told_].load(std::memory_order_acquire) != 0; }
        /// Adds to what worker 0 is told; and to worker 0, how much that is by now.
        void report(Word amount) { endpoint.add(0, reported_, amount); }
        Word reported() const { return endpoint.words()[reported_].load(std::memory_order_acquire); }

        WorkerEndpoint& endpoint;
        NodeColumns<Node> nodes;
        std::vector<State> states;                            // that it entered
        std::vector<std::pair<unsigned, std::size_t>> tries;  // whom it tried to rob, and of how many nodes it did
        std::unique_ptr<StackProtocol> stack;

      private:
        std::size_t told_;  // words behind the protocol's
        std::size_t reported_;
    };
    using Script = std::function<void(Member&)>;

    /// `workers` in each locality, who explore nodes in such batches, or draw them. Made by all processes together.
    ScriptedStacks(Network& network, unsigned workers, const StealProtocol& protocol, std::size_t batch = 1,
                   std::uint64_t seed = 1, bool draws = false)
        : network_(network), done_(network.here()) {
        const std::size_t words = StackProtocol::words(protocol, NodeColumns<Node>().packed_words(protocol.chunk));
        for (unsigned index = 0; index < network.here(); ++index) {
            memories_.push_back(std::make_unique<RemoteMemory>(network.endpoint(index), workers, network.events()));
            endpoints_.push_back(std::make_unique<WorkerEndpoints>(*memories_.back(), words + 2));
            for (unsigned worker = 0; worker < workers; ++worker)
                members_.push_back(
                    std::make_unique<Member>(endpoints_.back()->endpoint(worker), protocol, batch, seed, words, draws));
        }
    }
    ~ScriptedStacks() { end(); }
    ScriptedStacks(const ScriptedStacks&) = delete;
    ScriptedStacks& operator=(const ScriptedStacks&) = delete;

    /// How many there are in all processes.
    unsigned size() const { return endpoints_.front()->size(); }
    /// Those of this process.
    const std::vector<std::unique_ptr<Member>>& members() const { return members_; }
    /// One of them by its number; null: it belongs to another process.
    Member* member(unsigned number) const {
        for (const auto& each : members_) {
            if (each->self() == number) return each.get();
        }
        return nullptr;
    }

    /// Has each of them follow the script on a thread of its own, until all have, in all processes. Scripts that have
    /// not come to their end by then fail, and are ended.
    void run(const Script& script) {
        const auto deadline = std::chrono::steady_clock::now() + patience;
        std::atomic<std::size_t> left = members_.size();
        std::vector<std::jthread> threads;
        for (const auto& member : members_) {
            threads.emplace_back([&, self = member.get()] {
                script(*self);
                --left;
                network_.events().notify_all();
            });
        }
        ++runs_;
        bool told = false;
        while (true) {
            const EventCount::Key key = network_.events().prepare_wait();
            const bool mine_are_done = left == 0;
            bool busy = serve();
            if (mine_are_done && !told) {
                tell_all();
                told = busy = true;
            }
            const bool over =
                told && std::all_of(done_.begin(), done_.end(), [&](auto n) { return n >= runs_ * all(); });
            if (!over && !ended_ && std::chrono::steady_clock::now() > deadline) {
                ADD_FAILURE() << "a script has not come to its end";
                end();
            }
            if (over || busy) {
                network_.events().cancel_wait();
            } else {
                network_.events().wait(key, Clock::now() + nap());
            }
            if (over) return;
        }
    }

    /// Brings messages on by one step; whether there was one.
    bool serve() {
        bool busy = false;
        for (unsigned index = 0; index < network_.here(); ++index) {
            Transport& transport = network_.endpoint(index);
            busy |= endpoints_[index]->serve(
                [&](unsigned to, Bytes message) { transport.send(to, worker_message_tag, std::move(message)); });
            while (std::optional<Message> message = transport.receive()) {
                busy = true;
                if (message->tag == worker_message_tag) endpoints_[index]->deliver(std::move(message->payload));
                if (message->tag == done_tag) ++done_[index];
            }
        }
        return busy;
    }

    /// Nobody waits any more.
    void end() {
        ended_ = true;
        for (const auto& each : endpoints_) each->end();
    }

  private:
    static constexpr std::uint32_t worker_message_tag = 1;
    static constexpr std::uint32_t done_tag = 2;
    static constexpr std::chrono::seconds patience{60};

    std::uint64_t all() { return network_.endpoint(0).size(); }
    void tell_all() {
        for (unsigned index = 0; index < network_.here(); ++index) {
            for (unsigned to = 0; to < all(); ++to) network_.endpoint(index).send(to, done_tag, {});
        }
    }
    std::chrono::nanoseconds nap() {
        const bool awaits =
            std::any_of(endpoints_.begin(), endpoints_.end(), [](const auto& each) { return each->awaits_reply(); });
        return std::min<std::chrono::nanoseconds>(network_.patience(awaits), std::chrono::seconds(1));
    }

    Network& network_;
    std::vector<std::unique_ptr<RemoteMemory>> memories_;
    std::vector<std::unique_ptr<WorkerEndpoints>> endpoints_;
    std::vector<std::unique_ptr<Member>> members_;
    std::vector<std::uint64_t> done_;  // localities that have told so, by those of this process
    std::uint64_t runs_ = 0;
    bool ended_ = false;
};

/// The labels 0, 1, … of so many nodes.
inline std::vector<std::uint32_t> first_labels(std::uint32_t count) {
    std::vector<std::uint32_t> labels(count);
    std::iota(labels.begin(), labels.end(), 0U);
    return labels;
}

}  // namespace scrump::test
