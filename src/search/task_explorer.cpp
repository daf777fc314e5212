#include "task_explorer.hpp"

#include <scrump/base/detail/platform.hpp>
#include <scrump/runtime/detail/worker_endpoints.hpp>
#include <scrump/search/detail/checks.hpp>
#include <scrump/search/detail/search_locality.hpp>
#include <scrump/search/detail/stack_worker.hpp>
#include <scrump/search/split_policy.hpp>

#include <algorithm>
#include <chrono>
#include <utility>

namespace scrump::detail {
namespace {

// The paper's worker polls after each node. Nodes take from nanoseconds to milliseconds, so here it polls about as
// often as costs it nothing and its thieves little: the number of backtracks between two polls follows from their time.
constexpr std::chrono::microseconds between_polls{10};
constexpr std::uint64_t longest_interval = 512;
constexpr unsigned polls_between_fits = 8;

}  // namespace

TaskExplorer::TaskExplorer(SearchWorker& worker)
    : worker_(worker),
      polls_each_node_(worker.home_.skeleton().protocol.stack == StealProtocol::Stack::paper),
      tasks_(worker.home_) {
    shares_at_ = worker.home_.endpoints()->size() == 1 ? never : interval_;
    worker_.sharing_ = this;
}

TaskExplorer::~TaskExplorer() {
    worker_.sharing_ = nullptr;
}

void TaskExplorer::check_nodes() const {
    for (std::size_t index = 0; index < tasks_.size(); ++index) {
        const Task& task = tasks_[index];
        require_own(task.depth < worker_.home_.options().depth_limit && worker_.home_.owns(task), stolen_node);
    }
}

bool TaskExplorer::explore_newest() {
    if (worker_.attention_.raised() && !worker_.attend()) return false;
    if (tasks_.empty()) return true;  // all were released
    const TaskPtr task = tasks_.pop();
    bool goes_on = true;
    if (worker_.worth(*task)) {
        in_subtree_ = true;
        goes_on = worker_.explore(*task);
        in_subtree_ = false;
    } else {
        ++worker_.counters_.prunes;
    }
    worker_.let_time_pass();
    if (goes_on && worker_.counters_.backtracks >= shares_at_) share();
    return goes_on;
}

void TaskExplorer::begin_to_fit() {
    polls_ = 0;
    fitted_at_ = Clock::now();
}

void TaskExplorer::fit_interval() {
    if (polls_each_node_ || ++polls_ % polls_between_fits != 0) return;
    const Clock::time_point now = Clock::now();
    const Clock::duration each = (now - std::exchange(fitted_at_, now)) / polls_between_fits;
    if (each > 2 * between_polls && interval_ > 1) interval_ /= 2;
    if (each < between_polls / 2 && interval_ < longest_interval) interval_ *= 2;
}

bool TaskExplorer::share() {
    fit_interval();
    shares_at_ = worker_.counters_.backtracks + interval_;
    const bool goes_on = !in_subtree_ || draw(protocol_->stock());
    const std::uint64_t nodes = worker_.counters_.nodes;
    protocol_->poll(std::max<std::uint64_t>(nodes - polled_nodes_, 1));
    polled_nodes_ = nodes;
    return goes_on;
}

// The newest level is the deepest; within a level the first sibling comes last, so that it is explored first.
bool TaskExplorer::draw(std::size_t wanted) {
    bool goes_on = true;
    while (goes_on && tasks_.size() < wanted) {
        const std::size_t before = tasks_.size();
        goes_on = worker_.split([&](TaskPtr task) {
            tasks_.push(std::move(task));
            return tasks_.size() - before < Split::whole_level;
        });
        tasks_.reverse(before);
        if (tasks_.size() == before) break;
        worker_.did(Platform::Pace::Work::spawn, tasks_.size() - before);
    }
    return goes_on;
}

void SearchWorker::explore_tasks_on_stack() {
    TaskExplorer explorer(*this);
    run_on_stack(explorer);
}

}  // namespace scrump::detail
