#pragma once
// The tasks of a replicable search, in one fixed order, and what each may know of those before it.
//
// After Archibald, Maier, Stewart, Trinder and De Beule, "Replicable parallel branch and bound search" (JPDC 2018), but
// with knowledge tied to the order instead of to time: task i starts when all tasks up to i − window are finished, and
// knows exactly what they found, no more. Whatever the number of workers and however they are scheduled, each task then
// starts from the same knowledge and does the same work.

#include <scrump/metrics/counters.hpp>
#include <scrump/pools/detail/task.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

namespace scrump::detail {

/// What an ordered task found; what that may be, only the search knows.
struct SubtreeResult {
    SubtreeResult() = default;
    SubtreeResult(const SubtreeResult&) = delete;
    SubtreeResult& operator=(const SubtreeResult&) = delete;
    virtual ~SubtreeResult() = default;
};
using SubtreeResultPtr = std::unique_ptr<SubtreeResult>;

/// What ordered tasks learn from each other. Called by one thread at a time.
class OrderedKnowledge {
  public:
    virtual ~OrderedKnowledge() = default;

    /// The tasks are planned: the first one may know what is known now.
    virtual void begin() = 0;
    /// What the next task in order found, of those that are finished.
    virtual void add(const SubtreeResult& result) = 0;
    /// Lets the task know what the first so many found, and no more.
    virtual void tell(Task& task, std::size_t finished) const = 0;
    virtual bool ends_search(const SubtreeResult& result) const = 0;
};

/// All members may be called by any thread.
class OrderedPool {
  public:
    /// What came of a task, and what it cost.
    struct Outcome {
        SubtreeResultPtr result;
        Counters cost{};
    };

    OrderedPool(std::unique_ptr<OrderedKnowledge> knowledge, std::size_t window);
    OrderedPool(const OrderedPool&) = delete;
    OrderedPool& operator=(const OrderedPool&) = delete;
    ~OrderedPool();

    /// Sets the tasks, once, in their order.
    void fill(Tasks tasks);

    /// The next task, if those that it depends on are finished; or null.
    TaskPtr take();

    /// Of n tasks that could be taken, the first `how_many(n, n)`.
    Tasks take(const std::function<std::size_t(std::size_t, std::size_t)>& how_many);

    /// The place of the task that would be taken next; how many could be taken.
    std::uint64_t next_order() const;
    std::size_t ready_tasks() const;

    /// Whether there was one a moment ago; costs no lock.
    bool has_ready() const { return ready_.load(std::memory_order_acquire); }

    /// What changed when a task finished.
    struct Progress {
        std::vector<Outcome> committed;  ///< outcomes that became final, in order
        std::size_t dropped = 0;         ///< tasks that need not be executed any more
    };
    Progress finish(std::uint64_t order, Outcome outcome);

    /// Looks at what finished tasks found that did not become final, in order.
    void look_at_uncommitted(const std::function<void(const SubtreeResult&)>& look) const;

    /// Looks at the tasks that nobody has taken yet, in order.
    void look_at_waiting(const std::function<void(const Task&)>& look) const;

    /// Tasks from this place on are not needed any more.
    std::uint64_t end() const;

  private:
    void hint() { ready_.store(count_ready() > 0, std::memory_order_release); }
    std::size_t count_ready() const;
    TaskPtr take_next();

    const std::unique_ptr<OrderedKnowledge> knowledge_;
    const std::size_t window_;
    std::atomic<bool> ready_ = false;
    mutable std::mutex mutex_;
    Tasks tasks_;
    std::vector<std::optional<Outcome>> outcomes_;
    std::size_t released_ = 0;
    std::size_t committed_ = 0;  // the first so many tasks are finished
    std::size_t end_ = 0;
};

}  // namespace scrump::detail
