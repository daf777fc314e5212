#pragma once
// The tasks of a replicable search, in one fixed order, and what each may know of those before it.
//
// After Archibald, Maier, Stewart, Trinder and De Beule, "Replicable parallel branch and bound search" (JPDC 2018), but
// with knowledge tied to the order instead of to time: task i starts when all tasks up to i − window are finished, and
// knows exactly what they found, no more. Whatever the number of workers and however they are scheduled, each task then
// starts from the same knowledge and does the same work.

#include <scrump/metrics/counters.hpp>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

namespace scrump {

/// `Task` has members `order` and `start`; `Rules` says what tasks learn from each other: `Start`, `Finish`,
/// `next_start(start, finish)`, `ends_search(finish)`. All members may be called by any thread.
template <class Task, class Rules>
class OrderedPool {
  public:
    using Start = typename Rules::Start;
    using Finish = typename Rules::Finish;

    /// What came of a task, and what it cost.
    struct Outcome {
        [[no_unique_address]] Finish finish{};
        Counters cost;
    };

    OrderedPool(const Rules& rules, std::size_t window) : rules_(rules), window_(std::max<std::size_t>(window, 1)) {}

    /// Sets the tasks, once, in their order. `start` is what is known before the first one.
    void fill(std::vector<Task> tasks, Start start) {
        const std::lock_guard lock(mutex_);
        tasks_ = std::move(tasks);
        end_ = tasks_.size();
        outcomes_.resize(tasks_.size());
        starts_.assign(1, start);
        hint();
    }

    /// The next task, if those that it depends on are finished.
    std::optional<Task> take() {
        if (!has_ready()) return std::nullopt;
        const std::lock_guard lock(mutex_);
        return take_next();
    }

    /// Of n tasks that could be taken, the first `how_many(n, n)`.
    template <class HowMany>
    std::vector<Task> take(const HowMany& how_many) {
        std::vector<Task> taken;
        if (!has_ready()) return taken;
        const std::lock_guard lock(mutex_);
        const std::size_t ready = count_ready();
        for (std::size_t wanted = how_many(ready, ready); wanted > 0; --wanted) {
            std::optional<Task> task = take_next();
            if (!task) break;
            taken.push_back(std::move(*task));
        }
        return taken;
    }

    /// The place of the task that would be taken next; how many could be taken.
    std::uint64_t next_order() const {
        const std::lock_guard lock(mutex_);
        return released_;
    }
    std::size_t ready_tasks() const {
        const std::lock_guard lock(mutex_);
        return count_ready();
    }

    /// Whether there was one a moment ago; costs no lock.
    bool has_ready() const { return ready_.load(std::memory_order_acquire); }

    /// What changed when a task finished.
    struct Progress {
        std::vector<Outcome> committed;  ///< outcomes that became final, in order
        std::size_t dropped = 0;         ///< tasks that need not be executed any more
    };

    Progress finish(std::uint64_t order, Outcome outcome) {
        const std::lock_guard lock(mutex_);
        Progress progress;
        if (order >= end_) return progress;  // speculative work behind a task that ended the search
        if (rules_.ends_search(outcome.finish)) {
            end_ = static_cast<std::size_t>(order) + 1;
            progress.dropped = tasks_.size() - std::max(end_, released_);
            tasks_.resize(tasks_.size() - progress.dropped);
        }
        outcomes_[order] = std::move(outcome);
        while (committed_ < end_ && outcomes_[committed_]) {
            Outcome& final = *outcomes_[committed_];
            starts_.push_back(rules_.next_start(starts_.back(), final.finish));
            progress.committed.push_back(std::move(final));
            ++committed_;
        }
        hint();
        return progress;
    }

    /// What finished tasks found that did not become final, in order.
    std::vector<Finish> uncommitted() const {
        const std::lock_guard lock(mutex_);
        std::vector<Finish> left;
        for (std::size_t i = committed_; i < outcomes_.size(); ++i) {
            if (outcomes_[i]) left.push_back(outcomes_[i]->finish);
        }
        return left;
    }

    /// Looks at the tasks that nobody has taken yet, in order.
    template <class Look>
    void look_at_waiting(const Look& look) const {
        const std::lock_guard lock(mutex_);
        for (std::size_t i = released_; i < std::min(end_, tasks_.size()); ++i) look(tasks_[i]);
    }

    /// Tasks from this place on are not needed any more.
    std::uint64_t end() const {
        const std::lock_guard lock(mutex_);
        return end_;
    }

  private:
    void hint() { ready_.store(count_ready() > 0, std::memory_order_release); }
    std::size_t count_ready() const {
        const std::size_t limit = std::min(end_, committed_ + window_);
        return limit > released_ ? limit - released_ : 0;
    }

    std::optional<Task> take_next() {
        if (count_ready() == 0) return std::nullopt;
        Task& task = tasks_[released_];
        task.order = released_;
        task.start = starts_[released_ < window_ ? 0 : released_ - window_ + 1];
        ++released_;
        hint();
        return std::move(task);
    }

    const Rules& rules_;
    const std::size_t window_;
    std::atomic<bool> ready_ = false;
    mutable std::mutex mutex_;
    std::vector<Task> tasks_;
    std::vector<std::optional<Outcome>> outcomes_;
    std::vector<Start> starts_;  // starts_[k]: what is known when the first k tasks are committed
    std::size_t released_ = 0;
    std::size_t committed_ = 0;  // the first so many tasks are finished
    std::size_t end_ = 0;
};

}  // namespace scrump
