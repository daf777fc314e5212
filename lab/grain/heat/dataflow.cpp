#include "dataflow.hpp"

#include <scrump/base/clock.hpp>
#include <scrump/metrics/detail/counting.hpp>
#include <scrump/tasks.hpp>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <deque>
#include <span>
#include <utility>
#include <vector>

namespace scrump::heat {
namespace {

/// A partition after a number of steps.
using Part = std::span<const double>;

// It overwrites what the step before started from. Only the three tasks for which it has waited read these points.
Part advance(Part left, Part middle, Part right, std::span<double> next) {
    diffuse(left.back(), middle, right.front(), next);
    return next;
}

/// The first task of an epoch: makes the graph.
class Maker {
  public:
    Maker(Fork& fork, Ring& ring, const Cut& cut) : fork_(fork), ring_(ring), cut_(cut) {}

    /// Computes this number of steps from step `begin`. Returns how long it took to make their tasks.
    std::chrono::nanoseconds run(std::uint64_t begin, std::uint64_t steps) {
        Row now;
        for (std::size_t i = 0; i < cut_.partitions(); ++i) now.push_back(make_ready_future(Part(part(begin, i))));
        for (std::uint64_t step = begin; step < begin + steps; ++step) {
            Row next = make_row(now, step);
            rows_.push_back(std::exchange(now, std::move(next)));
            if (rows_.size() > rows_in_hand()) rows_.pop_front();
        }
        for (const SharedFuture<Part>& last : now) wait_for(last);
        return making_ + (Clock::now() - since_);
    }

  private:
    using Row = std::vector<SharedFuture<Part>>;

    // Number of steps that are made ahead: graphs may have more tasks than there is memory for.
    std::size_t rows_in_hand() const {
        static constexpr std::size_t tasks = std::size_t{1} << 16;
        return std::max<std::size_t>(tasks / cut_.partitions(), 2);
    }

    std::span<double> part(std::uint64_t step, std::size_t i) {
        return ring_.at(step).subspan(cut_.begin(i), cut_.begin(i + 1) - cut_.begin(i));
    }

    Row make_row(const Row& now, std::uint64_t step) {
        Row next;
        next.reserve(now.size());
        for (std::size_t i = 0; i < now.size(); ++i) {
            if (rows_.size() == rows_in_hand()) wait_for(rows_.front()[i]);
            next.push_back(
                fork_.dataflow<advance>(now[cut_.left_of(i)], now[i], now[cut_.right_of(i)], part(step + 1, i)));
        }
        return next;
    }

    void wait_for(const SharedFuture<Part>& future) {
        if (future.ready()) return;
        making_ += Clock::now() - since_;
        fork_.get(future);
        since_ = Clock::now();
    }

    Fork& fork_;
    Ring& ring_;
    const Cut& cut_;
    std::deque<Row> rows_;  // the ones before the last
    std::chrono::nanoseconds making_{0};
    Clock::time_point since_ = Clock::now();
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

Dataflow::Dataflow(Ring& ring, unsigned workers, Order order, Plan plan)
    : ring_(ring), workers_(workers), order_(order), plan_(std::move(plan)) {}

RunTimes Dataflow::run(const Epoch& first) {
    RunTimes times;
    const Clock::time_point began = Clock::now();
    for (Epoch epoch = first; epoch.steps > 0;) {
        const EpochCost cost = run_epoch(epoch, times);
        epoch = plan_(cost);
    }
    times.seconds = std::chrono::duration<double>(Clock::now() - began).count();
    return times;
}

EpochCost Dataflow::run_epoch(const Epoch& epoch, RunTimes& times) {
    const Cut cut(ring_.size(), epoch.partition);
    const auto result = run_tasks({.workers = workers_, .session = &session_, .ready_order = order_},
                                  [&](Fork fork) { return Maker(fork, ring_, cut).run(step_, epoch.steps).count(); });
    step_ += epoch.steps;
    const Activity sum =
        without_first(result.statistics.localities.front().activity(), std::chrono::nanoseconds(*result.value));
    times.activity += sum;
    times.steals_tried += result.statistics.total.steals_tried;
    times.steals_won += result.statistics.total.steals_won;
    return cost_of(sum, result.statistics.seconds);
}

}  // namespace scrump::heat
