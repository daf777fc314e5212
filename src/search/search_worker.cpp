#include "shard_plan.hpp"
#include "stack_sharing.hpp"

#include <scrump/base/detail/platform.hpp>
#include <scrump/metrics/detail/counting.hpp>
#include <scrump/metrics/detail/meter.hpp>
#include <scrump/metrics/detail/worker_record.hpp>
#include <scrump/runtime/detail/safepoint.hpp>
#include <scrump/runtime/detail/worker_endpoints.hpp>
#include <scrump/search/detail/checks.hpp>
#include <scrump/search/detail/paced_polling.hpp>
#include <scrump/search/detail/search_locality.hpp>
#include <scrump/search/detail/search_worker.hpp>

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>
#include <vector>

namespace scrump::detail {

SearchWorker::SearchWorker(SearchLocality& home, unsigned index)
    : SearchWorker(home, index, home.make_split_policy()) {}

SearchWorker::SearchWorker(SearchLocality& home, unsigned index, std::unique_ptr<SplitPolicy> policy)
    : Worker(home, index, policy->needs_time()),
      home_(home),
      policy_(std::move(policy)),
      pacing_(pace_ == nullptr ? nullptr : std::make_unique<PacedPolling>(*pace_)),
      on_request_(policy_->on_request()),
      keeps_stock_(policy_->keeps_stock() && home.settings().localities > 1) {
    view_.keeps_stock = keeps_stock_;
    view_.activity = [this] { return home_.activity(view_.now); };
}

SearchWorker::~SearchWorker() = default;

// --- Tasks

void SearchWorker::work() {
    if (home_.endpoints() == nullptr) return Worker::work();
    work_on_stack();
    publish(now());
    home_.task_done();
}

bool SearchWorker::take_own() {
    task_ = home_.took(pool_.take_deepest());
    return task_ != nullptr;
}

bool SearchWorker::take_shared() {
    if (!home_.keeps_order()) return false;
    task_ = home_.take_ordered();
    meter_.looked_into_pool(task_ != nullptr);
    return task_ != nullptr;
}

bool SearchWorker::take_from(Worker& victim) {
    task_ = home_.took(static_cast<SearchWorker&>(victim).pool_.take_shallowest());
    return task_ != nullptr;
}

TaskSize SearchWorker::run_task() {
    const TaskPtr task = std::move(task_);
    nodes_before_ = counters_.nodes;
    execute(*task);
    let_time_pass();
    return {.work = counters_.nodes - nodes_before_, .depth = task->depth};
}

void SearchWorker::begin_exploring() {
    nodes_before_ = counters_.nodes;
    begin_task();
}

void SearchWorker::end_exploring() {
    did(Platform::Pace::Work::task, 1);
    end_task({.work = counters_.nodes - nodes_before_});
}

void SearchWorker::publish(Clock::time_point time) {
    meter_.update(time);
    home_.charge_nodes(record_->publish(counters_, improvements(), time));
}

bool SearchWorker::is_dropped() const {
    return order_ != Task::unordered && home_.not_needed(order_);
}

Bytes SearchWorker::in_hand(bool in_task) const {
    return noted([&](StateWriter& state) {
        if (in_task) note_unexplored(state);
    });
}

Bytes SearchWorker::noted(const std::function<void(StateWriter&)>& note) const {
    if (!home_.notes_states()) return {};
    StateWriter state(home_.notes_bounds());
    note_answer(state);
    note(state);
    return state.take();
}

void SearchWorker::plant(std::vector<Subtree> subtrees) {
    refresh();
    for (Subtree& subtree : subtrees) {
        // It cannot be interrupted for a snapshot, nor need it be: the run now ends without a stop.
        if (home_.ending()) return;
        if (!subtree.visited) {
            ++counters_.nodes;
            const Verdict verdict = visit(*subtree.task);
            if (verdict == Verdict::finish) return home_.found();
            if (verdict != Verdict::descend) {
                ++counters_.prunes;
                continue;
            }
        }
        batch_.push_back(std::move(subtree.task));
    }
    hand_out_first();
}

// Nor can this be interrupted. The first shard answers for the nodes above the subtrees.
ShardStatistics SearchWorker::plant(const Shard& shard, TaskPtr whole) {
    ShardStatistics division{.part = shard};
    const std::unique_ptr<ShardPlanner> planner = shard_planner();
    ShardPlan plan(*planner, shard);
    const bool divided = plan.divide(std::move(whole), [&] {
        let_time_pass();
        return !home_.ending();
    });
    if (!divided) return division;
    if (shard.index == 1) {
        planner->keep();
        counters_ += planner->planned;
    }
    batch_ = plan.take_own();
    division.plan = plan.summary();
    division.subtrees = plan.subtrees();
    division.own_subtrees = batch_.size();
    refresh();
    hand_out_first();
    return division;
}

void SearchWorker::hand_out_first() {
    if (home_.skeleton().is_ordered() && !batch_.empty()) {
        home_.set_roots(std::exchange(batch_, {}));
        batch_.push_back(std::make_unique<Task>());  // stands for all of them: see plan()
    }
    hand_out(OrderKey::whole());
}

bool SearchWorker::attend() {
    if (pacing_ != nullptr && pacing_->came_for_time(counters_.nodes, counters_.backtracks, attention_)) return true;
    if (sharing_ != nullptr && !attention_.called() && sharing_->came_to_share(counters_.backtracks)) {
        attention_.forget_expired();
        return sharing_->share();
    }
    Clock::time_point came;
    if (!answer(came)) return false;
    refresh();
    if (const std::uint64_t period = heuristic_period();
        period > 0 && counters_.backtracks - heuristic_ran_ >= period) {
        heuristic_ran_ = counters_.backtracks;
        if (run_heuristic() == Verdict::finish) {
            home_.found();
            return false;
        }
    }
    if (sharing_ != nullptr) {
        sharing_->publish();
        return sharing_->share();
    }
    look_round(came);
    const Split share = policy_->split(view_);
    if (share.most > 0) return give(share, came);
    if (on_request_ && view_.waiting > 0 && (keeps_stock_ || view_.anybody_idle())) home_.task_events().notify_one();
    return true;
}

void SearchWorker::execute(const Task& task) {
    if (task.foreign) require_own(home_.owns(task), "a task that another process sent");
    order_ = task.order;
    split_keys_ = SplitKeys(task.key);
    note_what_splits();
    given_after_ = counters_.backtracks;
    if (keeps_stock_ && pool_.size() == 0) attention_.raise();
    if (task.order != Task::unordered) {
        execute_in_order(task);
    } else if (home_.skeleton().is_ordered()) {
        plan();
    } else if (!worth(task)) {
        ++counters_.prunes;
    } else if (home_.skeleton().spawns_children(task.depth)) {
        if (!spawn_all(task, batch_)) home_.found();
        meter_.enter(Meter::State::managing);
        hand_out(task.key);
    } else if (!explore(task) && !home_.ending()) {
        home_.found();
    }
}

bool SearchWorker::spawn_all(const Task& parent, Tasks& to) {
    return spawn_children(parent, [&](TaskPtr task) {
        to.push_back(std::move(task));
        return to.size() % most_spawned != 0 || !home_.ending();
    });
}

// --- In a replicable order

// The nodes of one depth, those with the fewest discrepancies first (children that are not their parent's first,
// counted along the path; Harvey and Ginsberg, IJCAI 1995), and in heuristic order among equals.
void SearchWorker::plan() {
    const Counters before = counters_;
    Tasks level = home_.take_roots();
    std::vector<unsigned> discrepancies(level.size(), 0);
    for (unsigned depth = 0; !home_.deep_enough(depth, level.size()) && !level.empty(); ++depth) {
        Tasks next;
        std::vector<unsigned> next_discrepancies;
        for (std::size_t open = 0; open < level.size(); ++open) {
            if (home_.safepoint().wanted()) meet_while_planning(next, level, open);
            if (home_.ending()) return;
            const std::size_t before_children = next.size();
            if (level[open]->depth > depth) {  // what an earlier run left may begin anywhere
                next.push_back(std::move(level[open]));
            } else if (!worth(*level[open])) {
                ++counters_.prunes;
            } else {
                const bool goes_on = spawn_all(*level[open], next);
                let_time_pass();
                publish(now());
                if (!goes_on) {
                    home_.found();
                    return home_.add_replicable(since(before));
                }
            }
            for (std::size_t child = before_children; child < next.size(); ++child)
                next_discrepancies.push_back(discrepancies[open] + (child > before_children ? 1 : 0));
        }
        level = std::move(next);
        discrepancies = std::move(next_discrepancies);
    }
    Tasks tasks;
    tasks.reserve(level.size());
    for (const std::size_t place : fewest_first(discrepancies)) tasks.push_back(std::move(level[place]));
    counters_.spawns += tasks.size();
    home_.start_ordered(std::move(tasks), since(before));
}

// What is planned so far, and the nodes of the last depth from `open` on.
void SearchWorker::meet_while_planning(const Tasks& planned, const Tasks& level, std::size_t open) {
    meter_.enter(Meter::State::managing);
    meet(noted([&](StateWriter& state) {
        for (const TaskPtr& task : planned) home_.note(state, *task);
        for (std::size_t left = open; left < level.size(); ++left) home_.note(state, *level[left]);
    }));
    meter_.resume_task(TimelineEvent::Kind::checkpoint, 0);
}

Counters SearchWorker::since(const Counters& before) const {
    Counters cost = counters_;
    cost -= before;
    return cost;
}

void SearchWorker::execute_in_order(const Task& task) {
    const Counters before = counters_;
    SubtreeResultPtr result = explore_in_order(task);
    const Counters cost = since(before);
    order_ = Task::unordered;
    if (home_.ending()) {
        home_.keep_for_the_end(std::move(result));
    } else {
        home_.finish_ordered(task.order, {std::move(result), cost});
    }
}

std::vector<std::size_t> SearchWorker::fewest_first(const std::vector<unsigned>& numbers) {
    std::vector<std::size_t> places(numbers.size());
    std::iota(places.begin(), places.end(), std::size_t{0});
    std::stable_sort(places.begin(), places.end(),
                     [&](std::size_t one, std::size_t other) { return numbers[one] < numbers[other]; });
    return places;
}

void SearchWorker::note_try(unsigned victim, std::size_t nodes, unsigned self) {
    const unsigned locality = victim / home_.size();
    if (locality != self / home_.size()) return meter_.note_moment(TimelineEvent::Kind::remote_steal, nodes, locality);
    const unsigned worker = victim % home_.size();
    meter_.note_moment(TimelineEvent::Kind::steal, nodes, worker);
    if (nodes > 0) record_->note_steal(worker, now() - out_of_work_since());
}

// --- Giving work away

std::uint64_t SearchWorker::polling_interval() {
    std::uint64_t interval = home_.node_polling_interval();
    if (const std::uint64_t period = heuristic_period(); period > 0)
        interval = std::min(interval, until(heuristic_ran_, period));
    const std::uint64_t wanted = policy_->polling_interval(counters_.backtracks - given_after_);
    interval = std::min(interval, std::max<std::uint64_t>(wanted, 1));
    if (sharing_ != nullptr) interval = sharing_->interval(interval, counters_.backtracks);
    return pacing_ != nullptr ? pacing_->interval(interval, counters_.backtracks) : interval;
}

void SearchWorker::let_time_pass() {
    if (pacing_ != nullptr) pacing_->tell(counters_.nodes, counters_.backtracks);
}

void SearchWorker::look_round(Clock::time_point now) {
    view_.now = now;
    view_.nodes = counters_.nodes;
    view_.backtracks = counters_.backtracks;
    view_.since_given = counters_.backtracks - given_after_;
    view_.waiting = pool_.size();
    view_.idle_workers = home_.idle_workers();
    view_.others_idle = home_.others_idle();
}

// From the shallowest depth on that has unexplored siblings. Says whether the search goes on.
bool SearchWorker::give(const Split& share, Clock::time_point now) {
    meter_.enter(Meter::State::managing, now);
    std::size_t before = 0;
    bool goes_on = true;
    do {
        before = batch_.size();
        goes_on = split([&](TaskPtr task) {
            task->key = split_keys_.give(task->depth);
            batch_.push_back(std::move(task));
            return batch_.size() < share.most;
        });
    } while (batch_.size() < std::min(share.least, share.most) && batch_.size() > before && goes_on);
    note_what_splits();
    given_after_ = counters_.backtracks;
    const std::size_t given = batch_.size();
    hand_out();
    meter_.resume_task(TimelineEvent::Kind::give, given);
    return goes_on;
}

void SearchWorker::hand_out(const OrderKey& parent) {
    for (std::size_t i = 0; i < batch_.size(); ++i) batch_[i]->key = parent.child(i);
    hand_out();
}

void SearchWorker::hand_out() {
    if (batch_.empty()) return;
    counters_.spawns += batch_.size();
    did(Platform::Pace::Work::spawn, batch_.size());
    home_.put(pool_, batch_);
}

// Where what this worker would give away next is in heuristic order.
void SearchWorker::note_what_splits() {
    if (home_.options().policy.ordered) splits_at_.store(split_keys_.next(), std::memory_order_relaxed);
}

std::uint64_t SearchWorker::first_task() const {
    if (const std::optional<OrderKey> waiting = pool_.shallowest_key()) return waiting->first();
    return busy() && on_request_ ? splits_at_.load(std::memory_order_relaxed)
                                 : std::numeric_limits<std::uint64_t>::max();
}

}  // namespace scrump::detail
