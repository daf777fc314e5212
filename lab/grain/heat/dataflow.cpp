#include "dataflow.hpp"

#include <scrump/base/clock.hpp>
#include <scrump/metrics/detail/counting.hpp>
#include <scrump/sim/work.hpp>
#include <scrump/tasks.hpp>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <deque>
#include <span>
#include <utility>
#include <vector>

namespace scrump::heat {
namespace {

/// A partition after a number of steps; nothing where no temperatures are computed.
using Part = std::span<const double>;

/// The graph of an epoch: a task for each partition and step.
class Graph {
  public:
    Graph(const Dataflow::Work& work, const Epoch& epoch, std::uint64_t begin)
        : work_(work), cut_(work.points, epoch.partition), begin_(begin), end_(begin + epoch.steps) {}

    /// To be called by the first task: makes the others, and waits for them. Returns how long it took to make them.
    std::chrono::nanoseconds run(Fork& fork) {
        since_ = Clock::now();
        Row now(cut_.partitions());
        for (std::size_t i = 0; i < now.size(); ++i) now[i] = make_ready_future(part(begin_, i));
        for (std::uint64_t step = begin_; step < end_; ++step) {
            Row next = make_row(fork, now, step);
            rows_.push_back(std::exchange(now, std::move(next)));
            if (rows_.size() > rows_in_hand()) rows_.pop_front();
        }
        for (const SharedFuture<Part>& last : now) wait_for(fork, last);
        return making_ + (Clock::now() - since_);
    }

  private:
    using Row = std::vector<SharedFuture<Part>>;

    // Number of steps that are made ahead: a graph may have more tasks than there is memory for.
    std::size_t rows_in_hand() const {
        static constexpr std::size_t tasks = std::size_t{1} << 16;
        return std::max<std::size_t>(tasks / cut_.partitions(), 2);
    }

    std::size_t points_of(std::size_t i) const { return cut_.begin(i + 1) - cut_.begin(i); }
    Part part(std::uint64_t step, std::size_t i) const {
        return work_.ring == nullptr ? Part() : work_.ring->at(step).subspan(cut_.begin(i), points_of(i));
    }

    Row make_row(Fork& fork, const Row& now, std::uint64_t step) {
        Row next(now.size());
        for (std::size_t i = 0; i < now.size(); ++i) {
            if (rows_.size() == rows_in_hand()) wait_for(fork, rows_.front()[i]);
            next[i] = fork.dataflow(
                [this, step, i](Part left, Part middle, Part right) { return advance(left, middle, right, step, i); },
                now[cut_.left_of(i)], now[i], now[cut_.right_of(i)]);
        }
        return next;
    }

    // It overwrites what the step before started from. Only the three tasks for which it has waited read these points.
    Part advance(Part left, Part middle, Part right, std::uint64_t step, std::size_t i) {
        if (work_.ring == nullptr) return let_time_pass(i);
        const std::span<double> next = work_.ring->at(step + 1).subspan(cut_.begin(i), middle.size());
        diffuse(left.back(), middle, right.front(), next);
        return next;
    }
    Part let_time_pass(std::size_t i) {
        const unsigned busy = computing_.fetch_add(1, std::memory_order_relaxed) + 1;
        add_simulated_work(work_.node->task_ns(points_of(i), busy));
        computing_.fetch_sub(1, std::memory_order_relaxed);
        return {};
    }

    void wait_for(Fork& fork, const SharedFuture<Part>& future) {
        if (future.ready()) return;
        making_ += Clock::now() - since_;
        fork.get(future);
        since_ = Clock::now();
    }

    const Dataflow::Work& work_;
    const Cut cut_;
    const std::uint64_t begin_;  // the steps of the epoch
    const std::uint64_t end_;
    std::deque<Row> rows_;  // the ones before the last
    std::chrono::nanoseconds making_{0};
    Clock::time_point since_{};
    std::atomic<unsigned> computing_ = 0;  // workers of the simulated node
};

// Of the tasks that compute partitions. None of them is interrupted.
Activity without_first(Activity sum, std::chrono::nanoseconds making) {
    if constexpr (!detail::counting) return sum;
    --sum.tasks;
    --sum.pool_accesses;
    sum.phases = sum.tasks;
    sum.task_time -= std::min(sum.task_time, static_cast<std::uint64_t>(making.count()));
    return sum;
}

EpochCost cost_of(const Activity& sum, double seconds) {
    const double all = std::max(static_cast<double>(sum.total_time), 1.0);
    return {.shares = {.management = static_cast<double>(sum.management_time()) / all,
                       .waiting = static_cast<double>(sum.wait_time) / all},
            .seconds = seconds};
}

}  // namespace

Dataflow::Dataflow(const Work& work, unsigned workers, Plan plan)
    : work_(work),
      workers_(workers),
      plan_(std::move(plan)),
      session_(work.session != nullptr ? *work.session : own_session_.emplace()) {}

Dataflow::Dataflow(Ring& ring, unsigned workers, Order order, Plan plan)
    : Dataflow({.points = ring.size(), .order = order, .ring = &ring}, workers, std::move(plan)) {}

RunTimes Dataflow::run(const Epoch& first) {
    const Clock::time_point began = Clock::now();
    for (Epoch epoch = first; epoch.steps > 0;) epoch = plan_(run_epoch(epoch));
    times_.seconds = std::chrono::duration<double>(Clock::now() - began).count();
    return times_;
}

EpochCost Dataflow::run_epoch(const Epoch& epoch) {
    Graph graph(work_, epoch, begun_steps_);
    const TaskOptions options{.workers = workers_,
                              .session = &session_,
                              .ready_order = work_.order,
                              .look_on = true,
                              .hardware_counters = work_.hardware_counters};
    const auto result = run_tasks(options, [&](Fork fork) { return graph.run(fork).count(); });
    const LocalityStatistics& figures = result.statistics.localities.front();
    const Activity sum = without_first(figures.activity(), std::chrono::nanoseconds(*result.value));
    if (begun_steps_ == 0) {
        times_.hardware = figures.hardware();
    } else {
        times_.hardware += figures.hardware();
    }
    begun_steps_ += epoch.steps;
    times_.activity += sum;
    times_.steals_tried += result.statistics.total.steals_tried;
    times_.steals_won += result.statistics.total.steals_won;
    return cost_of(sum, result.statistics.seconds);
}

}  // namespace scrump::heat
