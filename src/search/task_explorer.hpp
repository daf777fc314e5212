#pragma once
// How a worker with a steal stack explores its nodes one subtree after another, depth first, for searches of any type.
//
// The upper part of its stack are the generators of the engine: their children are made lazily, in heuristic order, as
// under every other skeleton, so that bounds and incumbents prune as much. Only when the protocol can share nodes, the
// shallowest unexplored siblings are drawn from them, which are the oldest open nodes of a depth-first stack. They are
// explored here, in heuristic order, unless they are stolen.

#include "stack_sharing.hpp"
#include "task_stack.hpp"

#include <scrump/base/clock.hpp>
#include <scrump/search/detail/search_worker.hpp>
#include <scrump/search/detail/stack_protocol.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>

namespace scrump::detail {

class TaskExplorer final : public StackSharing {
  public:
    static constexpr std::size_t batch_size = 1;
    static constexpr bool draws = true;

    explicit TaskExplorer(SearchWorker& worker);
    ~TaskExplorer() override;

    OpenNodes& nodes() { return tasks_; }
    void plant(TaskPtr task) { tasks_.push(std::move(task)); }
    void check_nodes() const;

    /// Explores until the stack is empty; returns false if a node or the host ended the search.
    template <class Host>
    bool explore(Host&& host, StackProtocol& protocol) {
        protocol_ = &protocol;
        publish_ = [&host] { host.publish(); };
        begin_to_fit();
        while (!tasks_.empty()) {
            if (!explore_newest()) return false;
        }
        return true;
    }

  private:
    bool explore_newest();
    bool share() override;
    void publish() override { publish_(); }
    bool draw(std::size_t wanted);
    void begin_to_fit();
    void fit_interval();

    SearchWorker& worker_;
    const bool polls_each_node_;
    std::uint64_t interval_ = 1;  // in backtracks, between two polls
    TaskStack tasks_;
    StackProtocol* protocol_ = nullptr;
    std::function<void()> publish_;
    std::uint64_t polled_nodes_ = 0;  // number of nodes at the last poll
    unsigned polls_ = 0;              // since it began to explore
    Clock::time_point fitted_at_{};   // when the interval was last fitted
    bool in_subtree_ = false;         // whether the engine has generators from which nodes can be drawn
};

}  // namespace scrump::detail
