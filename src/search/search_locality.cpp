#include "../runtime/serving/serving_side.hpp"
#include "serving/incumbents.hpp"
#include "serving/ordered_results.hpp"

#include <scrump/base/error.hpp>
#include <scrump/metrics/detail/worker_record.hpp>
#include <scrump/pools/detail/ordered_pool.hpp>
#include <scrump/search/detail/checks.hpp>
#include <scrump/search/detail/search_locality.hpp>

#include <algorithm>
#include <utility>

namespace scrump::detail {

SearchLocality::SearchLocality(Setup setup, const SearchOptions& options)
    : Locality(std::move(setup)),
      options_(options),
      keeps_order_(is_first() && options.skeleton.is_ordered()),
      split_policies_(options.skeleton.split_policies()) {}

SearchLocality::~SearchLocality() = default;

std::vector<std::unique_ptr<Component>> SearchLocality::components(const ServingParts& parts) {
    std::vector<std::unique_ptr<Component>> all;
    all.push_back(std::make_unique<Incumbents>(parts.messages, *this, parts.agreement));
    all.push_back(std::make_unique<OrderedResults>(parts.messages, *this, parts.termination, parts.snapshots));
    return all;
}

// --- Beginning

void SearchLocality::begin_with(Resume resume) {
    resume_ = std::move(resume);
    begin_here();
}

void SearchLocality::begin() {
    const Resume resume = std::exchange(resume_, nullptr);
    std::vector<Subtree> subtrees;
    if (!resume && options_.shard) {
        division_ = worker(0).plant(*options_.shard, whole());
        end_if_answered();
        return add_replicable(worker(0).counters());
    }
    if (!resume) {
        subtrees.push_back({.task = whole(), .visited = false});
    } else {
        resume([&](Bytes bytes) {
            const std::size_t before = subtrees.size();
            read_state(
                std::move(bytes), [this](Decoder& from) { read_answer(from); },
                [&](Decoder& from, unsigned depth, bool visited) {
                    subtrees.push_back({.task = get_node(from, depth), .visited = visited});
                },
                [this](const ShardStatistics& division) { division_ = division; });
            resume_answers();
            for (std::size_t i = before; i < subtrees.size(); ++i) require_own(owns(*subtrees[i].task), "a node");
        });
    }
    worker(0).plant(std::move(subtrees));
    end_if_answered();
    add_replicable(worker(0).counters());
}

// --- Tasks

void SearchLocality::put(DepthPool& pool, Tasks& tasks) {
    const std::size_t count = tasks.size();
    expect_tasks(count);
    pool.push(tasks);
    tell_of_tasks(count);
}

void SearchLocality::sent_away(std::size_t tasks) {
    if (keeps_order_) return;  // who keeps the order answers for its tasks until they are finished
    Locality::sent_away(tasks);
}

// The owner of the order has all that is in order; steal stacks are stolen from by workers.
bool SearchLocality::has_victims() const {
    if (skeleton().has_stacks() || keeps_order_) return false;
    return settings().localities > 1 && !skeleton().is_sequential();
}

// --- Splitting them

std::unique_ptr<SplitPolicy> SearchLocality::make_split_policy() const {
    auto policy = split_policies_ ? split_policies_() : nullptr;
    if (!policy) throw UsageError("the skeleton '" + skeleton().describe() + "' makes no split policies");
    return policy;
}

Activity SearchLocality::activity(Clock::time_point until) const {
    Activity sum;
    for (const auto& each : workers_) sum += each->record().activity(until);
    return sum;
}

// --- Tasks for others, and from them

Locality::StealReply SearchLocality::give_tasks() {
    Tasks tasks;
    const StealAmount amount = options_.policy.amount(skeleton().is_ordered());
    if (ordered_) {
        tasks = ordered_->take(amount);
    } else if (const std::size_t spare = spare_tasks(); spare > 0) {
        const auto spared = [&](std::size_t shallowest, std::size_t all) {
            return std::min(amount(shallowest, all), spare);
        };
        for (unsigned step = 0; step < size() && tasks.empty(); ++step) {
            SearchWorker& giver = options_.policy.ordered ? has_first_task() : worker(step);
            tasks = giver.pool().take_shallowest(spared);
            if (!tasks.empty() && giver.keeps_stock() && giver.pool().size() == 0) giver.attention().raise();
        }
        note_given(tasks.size());
    }
    return {.tasks = tasks.size(), .bytes = encode(tasks)};
}

void SearchLocality::receive(Bytes bytes) {
    Tasks tasks = decode(std::move(bytes));
    const auto idle = std::find_if(workers_.begin(), workers_.end(), [](const auto& each) { return !each->busy(); });
    put(static_cast<SearchWorker&>(idle != workers_.end() ? **idle : *workers_.front()).pool(), tasks);
}

// The worker whose pool has the first task in heuristic order; some worker if there is none.
SearchWorker& SearchLocality::has_first_task() {
    const auto first = [this](unsigned index) {
        const std::optional<OrderKey> key = worker(index).pool().shallowest_key();
        return key ? key->first() : std::numeric_limits<std::uint64_t>::max();
    };
    unsigned best = 0;
    for (unsigned index = 1; index < size(); ++index) {
        if (first(index) < first(best)) best = index;
    }
    return worker(best);
}

Bytes SearchLocality::encode(const Tasks& tasks) const {
    Encoder bytes;
    for (const TaskPtr& task : tasks) {
        bytes.put(task->depth).put(task->key).put(task->order);
        put_node(bytes, *task);
        put_start(bytes, *task);
    }
    return bytes.take();
}

Tasks SearchLocality::decode(Bytes bytes) const {
    Tasks tasks;
    Decoder from(std::move(bytes));
    while (!from.at_end()) {
        const auto depth = from.get<unsigned>();
        const auto key = from.get<OrderKey>();
        require_own(key.bits <= OrderKey::whole().bits, "the order key of a task");
        const auto order = from.get<std::uint64_t>();
        TaskPtr& task = tasks.emplace_back(get_node(from, depth));
        task->key = key;
        task->order = order;
        task->foreign = true;
        get_start(from, *task);
    }
    return tasks;
}

void SearchLocality::put_open(Encoder& to, const Task& task) const {
    to.put(task.depth);
    put_node(to, task);
}

TaskPtr SearchLocality::get_open(Decoder& from) const {
    return get_node(from, from.get<unsigned>());
}

std::vector<Bytes> SearchLocality::take_finished() {
    std::vector<Bytes> all;
    for (const Finished& finished : take_finished_elsewhere()) {
        Encoder bytes;
        bytes.put(finished.order).put(finished.outcome.cost);
        put_result(bytes, *finished.outcome.result);
        all.push_back(bytes.take());
    }
    return all;
}

void SearchLocality::receive_finished(Bytes bytes) {
    Finished finished = decode_own_finished(std::move(bytes));
    finish_ordered(finished.order, std::move(finished.outcome));
    task_done();
}

void SearchLocality::commit_finished(Bytes bytes) {
    commit(*decode_own_finished(std::move(bytes)).outcome.result);
}

SearchLocality::Finished SearchLocality::decode_own_finished(Bytes bytes) const {
    Finished finished = decode_finished(std::move(bytes));
    require_own(accepts(*finished.outcome.result), "what a task found");
    return finished;
}

SearchLocality::Finished SearchLocality::decode_finished(Bytes bytes) const {
    Decoder from(std::move(bytes));
    Finished finished;
    finished.order = from.get<std::uint64_t>();
    finished.outcome.cost = from.get<Counters>();
    finished.outcome.result = get_result(from);
    return finished;
}

std::vector<SearchLocality::Finished> SearchLocality::take_finished_elsewhere() {
    const std::lock_guard lock(mutex_);
    return std::exchange(finished_elsewhere_, {});
}

// --- The state

Bytes SearchLocality::state() const {
    if (!notes_states()) return {};
    Bytes all;
    for (const auto& each : workers_) all += each->state();
    StateWriter state(notes_bounds());
    const auto note_task = [&](const Task& task) { note(state, task); };
    if (roots_.empty()) {
        for (const auto& each : workers_) static_cast<const SearchWorker&>(*each).pool().look_at_all(note_task);
    } else {
        for (const TaskPtr& root : roots_) note(state, *root);  // the task that waits only stands for them
    }
    if (ordered_) ordered_->look_at_waiting(note_task);
    note_division(state);
    note_answer(state);
    if (ordered_) ordered_->look_at_uncommitted([&](const SubtreeResult& result) { note(state, result); });
    const std::lock_guard lock(mutex_);
    for (const Finished& finished : finished_elsewhere_) note(state, *finished.outcome.result);
    return all + state.take();
}

void SearchLocality::note_division(StateWriter& state) const {
    if (!division_.plan.empty() && !state.bounds_only()) state.division(division_);
}

Bytes SearchLocality::state_of_tasks(Bytes tasks) const {
    StateWriter state(notes_bounds());
    for (const TaskPtr& task : decode(std::move(tasks))) note(state, *task);
    return state.take();
}

Bytes SearchLocality::state_of_finished(Bytes finished) const {
    StateWriter state(notes_bounds());
    note(state, *decode_finished(std::move(finished)).outcome.result);
    return state.take();
}

Bytes SearchLocality::state_of_answer() const {
    StateWriter state;
    note_division(state);
    note_answer(state);
    return state.take();
}

Bytes SearchLocality::result() const {
    return Encoder().put(improvements(began())).append(answer()).take();
}

void SearchLocality::merge_result(Bytes result) {
    Decoder from(std::move(result));
    merge_improvements(from.get<std::vector<Improvement>>());
    merge(from.rest());
}

void SearchLocality::collect(bool stopped) {
    if (stopped) {
        if (ordered_) ordered_->look_at_uncommitted([this](const SubtreeResult& result) { commit(result); });
        for (const Finished& finished : take_finished_elsewhere()) commit(*finished.outcome.result);
        const std::lock_guard lock(mutex_);
        for (const SubtreeResultPtr& result : kept_) commit(*result);
    }
    collect_from_workers();
}

// --- Limits

void SearchLocality::charge_nodes(std::uint64_t nodes) {
    if (!options_.node_limit) return;
    if (nodes_.fetch_add(nodes, std::memory_order_relaxed) + nodes < *options_.node_limit) return;
    const bool looks_at_rest = options_.checkpoints.wanted() || shows_bounds() || shows_open();
    if (!looks_at_rest) return ask_for(Ending::limit, Status::node_limit);
    if (node_limit_reached_.exchange(true)) return;
    call_together();  // what is left is for the last checkpoint or an estimate, or bounds the answer
    server_events_.notify_all();
}

std::optional<Status> SearchLocality::limit_reached() const {
    return node_limit_reached_.load(std::memory_order_relaxed) ? std::optional(Status::node_limit) : std::nullopt;
}

std::uint64_t SearchLocality::node_polling_interval() const {
    if (!options_.node_limit) return std::uint64_t{1} << 62;
    const std::uint64_t used = std::min(nodes_.load(std::memory_order_relaxed), *options_.node_limit);
    return std::clamp<std::uint64_t>((*options_.node_limit - used) / (std::uint64_t{16} * size()), 1, 1000);
}

// --- The ordered skeleton

bool SearchLocality::deep_enough(unsigned depth, std::size_t tasks) const {
    static constexpr std::size_t enough_tasks = 1000;
    static constexpr unsigned deepest = 100;  // of a tree that stays narrow
    return skeleton().depth > 0 ? depth >= skeleton().depth : tasks >= enough_tasks || depth >= deepest;
}

void SearchLocality::add_replicable(const Counters& cost) {
    const std::lock_guard lock(mutex_);
    replicable_ += cost;
}

std::optional<Counters> SearchLocality::replicable() const {
    if (!keeps_order_) return std::nullopt;
    const std::lock_guard lock(mutex_);
    return replicable_;
}

void SearchLocality::keep_order(std::unique_ptr<OrderedKnowledge> knowledge) {
    ordered_ = std::make_unique<OrderedPool>(std::move(knowledge), skeleton().window);
}

void SearchLocality::start_ordered(Tasks tasks, const Counters& plan) {
    expect_more(tasks.size());
    add_replicable(plan);
    ordered_->fill(std::move(tasks));
    announce_ordered();
}

TaskPtr SearchLocality::take_ordered() {
    return ordered_ ? ordered_->take() : nullptr;
}

bool SearchLocality::has_shared_tasks() const {
    return keeps_order_ && ordered_->has_ready();
}

void SearchLocality::finish_ordered(std::uint64_t order, OrderedOutcome outcome) {
    if (!ordered_) {
        const std::lock_guard lock(mutex_);
        finished_elsewhere_.push_back({order, std::move(outcome)});
        server_events_.notify_all();
        return;
    }
    const std::lock_guard commits_in_order(commit_mutex_);
    const OrderedPool::Progress progress = ordered_->finish(order, std::move(outcome));
    bool ends = false;
    for (const OrderedOutcome& committed : progress.committed) {
        commit(*committed.result);
        ends |= ends_search(*committed.result);
        add_replicable(committed.cost);
    }
    note_ordered(ordered_->end(), progress.dropped, ends);
}

void SearchLocality::keep_for_the_end(SubtreeResultPtr result) {
    const std::lock_guard lock(mutex_);
    kept_.push_back(std::move(result));
}

void SearchLocality::note_ordered(std::uint64_t needed, std::size_t dropped, bool ends) {
    needed_.store(needed, std::memory_order_release);
    if (dropped > 0) {
        call_attention();
        drop(dropped);
    }
    if (ends) found();
    announce_ordered();
}

void SearchLocality::announce_ordered() {
    if (ordered_->has_ready()) task_events().notify_all();
}

// --- What others see

void SearchLocality::publish_summary(double now) {
    publish_load(now, keeps_order_ ? ordered_->ready_tasks() : 0, first_task());
}

// Where in heuristic order the first task is that another locality could get.
std::uint64_t SearchLocality::first_task() {
    std::uint64_t first = std::numeric_limits<std::uint64_t>::max();
    if (!options_.policy.ordered) return first;
    if (keeps_order_) return std::min(first, ordered_->next_order());
    for (unsigned index = 0; index < size(); ++index) first = std::min(first, worker(index).first_task());
    return first;
}

LocalityStatistics SearchLocality::statistics(Clock::time_point now, bool ended) const {
    LocalityStatistics all = Locality::statistics(now, ended);
    const std::vector<Knob> knobs = worker(0).knobs();
    all.grain = knobs.empty() ? 0 : knobs.front().value;
    return all;
}

}  // namespace scrump::detail
