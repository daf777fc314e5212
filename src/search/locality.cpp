#include <scrump/base/clock.hpp>
#include <scrump/runtime/session.hpp>
#include <scrump/runtime/team.hpp>
#include <scrump/runtime/worker_endpoints.hpp>
#include <scrump/search/checks.hpp>
#include <scrump/search/locality.hpp>
#include <scrump/stealing/scheduler_channel.hpp>

#include <algorithm>
#include <utility>

namespace scrump {

Locality::Locality(Setup setup)
    : server_events_(setup.server_events),
      options_(setup.options),
      size_(setup.workers),
      first_(setup.first),
      keeps_order_(first_ && setup.options.skeleton.kind == Skeleton::Kind::ordered),
      load_(std::move(setup.load)),
      grain_(options_.skeleton),
      safepoint_(size_, server_events_) {
    if (options_.policy.uses_load_information())
        channel_ = std::make_unique<SchedulerChannel>(size_, microseconds(std::chrono::steady_clock::now()));
}

Locality::~Locality() = default;

// --- Beginning and end

void Locality::begin_with(Resume resume) {
    resume_ = std::move(resume);
    begins_ = true;
    outstanding_.fetch_add(1, std::memory_order_relaxed);  // until that is done there is work
}

void Locality::begin(const Resume& resume) {
    std::vector<Subtree> subtrees;
    if (!resume) {
        subtrees.push_back({.task = whole(), .visited = false});
    } else {
        resume([&](Bytes bytes) {
            const std::size_t before = subtrees.size();
            read_state(
                std::move(bytes), [this](Decoder& from) { read_answer(from); },
                [&](Decoder& from, unsigned depth, bool visited) {
                    subtrees.push_back({.task = get_node(from, depth), .visited = visited});
                });
            resume_answers();
            for (std::size_t i = before; i < subtrees.size(); ++i) require_own(owns(*subtrees[i].task), "a node");
        });
    }
    worker(0).plant(std::move(subtrees));
    if (nothing_left_to_find()) found();
}

void Locality::start(std::span<const unsigned> processing_units, Clock::time_point began) {
    began_ = began;
    // Under a protocol of steal stacks there is work until all workers have found out that there is none.
    if (endpoints_ != nullptr) outstanding_.fetch_add(size_, std::memory_order_relaxed);
    KeptThreads* const threads = options_.session != nullptr ? &options_.session->threads() : nullptr;
    const auto work = [this](unsigned index) {
        try {
            worker(index).record().start(began_);
            if (index == 0 && begins_) {
                begin(std::exchange(resume_, nullptr));
                add_replicable(worker(0).counters());
                task_done();
            }
            worker(index).run();
        } catch (...) {
            fail(std::current_exception());
        }
        safepoint_.leave();
    };
    team_ = std::make_unique<Team>(work, threads);
    team_->start(size_, processing_units);
}

void Locality::fail(std::exception_ptr exception) {
    {
        const std::lock_guard lock(mutex_);
        if (!failure_) failure_ = std::move(exception);
    }
    ask_for(Ending::failed);
}

void Locality::ask_for(Ending ending) {
    Ending none = Ending::none;
    wanted_ending_.compare_exchange_strong(none, ending, std::memory_order_acq_rel);
    release();
    server_events_.notify_all();
}

void Locality::call_attention() {
    for (const auto& each : workers_) each->attention().raise();
}

void Locality::call_together() {
    safepoint_.call();
    call_attention();
    task_events_.notify_all();
}

void Locality::release() {
    ending_.store(true, std::memory_order_release);
    call_attention();
    task_events_.notify_all();
    safepoint_.close();
    if (endpoints_ != nullptr) endpoints_->end();
}

bool Locality::released() const {
    return !team_ || safepoint_.left() >= team_->size();
}

void Locality::end() {
    release();
    if (team_) team_->join();
}

std::exception_ptr Locality::failure() const {
    const std::lock_guard lock(mutex_);
    return failure_;
}

std::string Locality::failure_text() const {
    std::string text;
    try {
        if (!failure()) return text;
        std::rethrow_exception(failure());
    } catch (const std::exception& error) {
        text = error.what();
    } catch (...) {
    }
    return text.empty() ? "an exception without a message" : text;
}

// --- Tasks

void Locality::put(DepthPool& pool, Tasks& tasks) {
    const std::size_t count = tasks.size();
    expect_tasks(count);
    pool.push(tasks);
    tell_of_tasks(count);
}

void Locality::expect_tasks(std::size_t count) {
    outstanding_.fetch_add(static_cast<std::int64_t>(count), std::memory_order_relaxed);
    load_.waiting_tasks().fetch_add(count);
}

void Locality::tell_of_tasks(std::size_t count) {
    task_events_.notify(count);
    if (others_idle_.load()) server_events_.notify_all();
}

void Locality::note_taken() {
    const bool last = load_.waiting_tasks().fetch_sub(1, std::memory_order_acq_rel) == 1;
    if (last && options_.localities > 1 && idle_workers() > 0) server_events_.notify_all();
}

void Locality::sent_away(std::size_t tasks) {
    if (keeps_order_) return;  // who keeps the order answers for its tasks until they are finished
    outstanding_.fetch_sub(static_cast<std::int64_t>(tasks), std::memory_order_acq_rel);
}

Locality::Idling::Idling(Locality& home) : home_(home) {
    const std::uint64_t before = home_.load_.idle_workers().fetch_add(1, std::memory_order_release);
    if (before == 0 && home_.options_.localities > 1) home_.server_events_.notify_all();
}

bool Locality::ask_to_split_from(unsigned first) {
    for (unsigned step = 0; step < size_; ++step) {
        Worker& candidate = worker((first + step) % size_);
        if (!candidate.busy()) continue;
        candidate.attention().raise();
        return true;
    }
    return false;
}

bool Locality::expect_split(bool waits) {
    const bool splits = waits && skeleton().splits_on_request();
    others_idle_.store(splits);  // before the worker looks for the reason why it is asked
    const bool will = splits && ask_to_split_from(next_asked_++);
    if (splits && !will) others_idle_.store(false);
    return will;
}

void Locality::look_at_grain(Clock::time_point now) {
    grain_.look(now, [this](Clock::time_point until) {
        Activity sum;
        for (const auto& each : workers_) sum += each->record().activity(until);
        return sum;
    });
}

// --- Tasks for others, and from them

Locality::StealReply Locality::give_tasks() {
    Tasks tasks;
    const StealAmount amount = options_.policy.amount(skeleton().kind == Skeleton::Kind::ordered);
    if (ordered_) {
        tasks = ordered_->take(amount);
    } else if (can_spare()) {
        for (unsigned step = 0; step < size_ && tasks.empty(); ++step) {
            Worker& giver = options_.policy.ordered ? has_first_task() : worker(step);
            tasks = giver.pool().take_shallowest(amount);
            if (!tasks.empty() && keeps_stock() && giver.pool().size() == 0) giver.attention().raise();
        }
        note_given(tasks.size());
    }
    return {.tasks = tasks.size(), .bytes = encode(tasks)};
}

void Locality::receive(Bytes bytes) {
    Tasks tasks = decode(std::move(bytes));
    const auto idle = std::find_if(workers_.begin(), workers_.end(), [](const auto& each) { return !each->busy(); });
    put((idle != workers_.end() ? *idle : workers_.front())->pool(), tasks);
}

// The worker whose pool has the first task in heuristic order; some worker if there is none.
Worker& Locality::has_first_task() {
    const auto first = [](const Worker& of) {
        const std::optional<OrderKey> key = of.pool().shallowest_key();
        return key ? key->first() : std::numeric_limits<std::uint64_t>::max();
    };
    return **std::min_element(workers_.begin(), workers_.end(),
                              [&](const auto& a, const auto& b) { return first(*a) < first(*b); });
}

Bytes Locality::encode(const Tasks& tasks) const {
    Encoder bytes;
    for (const TaskPtr& task : tasks) {
        bytes.put(task->depth).put(task->key).put(task->order);
        put_node(bytes, *task);
        put_start(bytes, *task);
    }
    return bytes.take();
}

Tasks Locality::decode(Bytes bytes) const {
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

std::vector<Bytes> Locality::take_finished() {
    std::vector<Bytes> all;
    for (const Finished& finished : take_finished_elsewhere()) {
        Encoder bytes;
        bytes.put(finished.order).put(finished.outcome.cost);
        put_result(bytes, *finished.outcome.result);
        all.push_back(bytes.take());
    }
    return all;
}

void Locality::receive_finished(Bytes bytes) {
    Finished finished = decode_own_finished(std::move(bytes));
    finish_ordered(finished.order, std::move(finished.outcome));
    task_done();
}

void Locality::commit_finished(Bytes bytes) {
    commit(*decode_own_finished(std::move(bytes)).outcome.result);
}

Locality::Finished Locality::decode_own_finished(Bytes bytes) const {
    Finished finished = decode_finished(std::move(bytes));
    require_own(accepts(*finished.outcome.result), "what a task found");
    return finished;
}

Locality::Finished Locality::decode_finished(Bytes bytes) const {
    Decoder from(std::move(bytes));
    Finished finished;
    finished.order = from.get<std::uint64_t>();
    finished.outcome.cost = from.get<Counters>();
    finished.outcome.result = get_result(from);
    return finished;
}

std::vector<Locality::Finished> Locality::take_finished_elsewhere() {
    const std::lock_guard lock(mutex_);
    return std::exchange(finished_elsewhere_, {});
}

// --- The state

Bytes Locality::state() const {
    if (!resumable()) return {};
    Bytes all;
    for (const auto& each : workers_) all += each->state();
    StateWriter state;
    const auto note_task = [&](const Task& task) { note(state, task); };
    if (roots_.empty()) {
        for (const auto& each : workers_) each->pool().look_at_all(note_task);
    } else {
        for (const TaskPtr& root : roots_) note(state, *root);  // the task that waits only stands for them
    }
    if (ordered_) ordered_->look_at_waiting(note_task);
    note_answer(state);
    if (ordered_) ordered_->look_at_uncommitted([&](const TaskResult& result) { note(state, result); });
    const std::lock_guard lock(mutex_);
    for (const Finished& finished : finished_elsewhere_) note(state, *finished.outcome.result);
    return all + state.take();
}

Bytes Locality::state_of_tasks(Bytes tasks) const {
    StateWriter state;
    for (const TaskPtr& task : decode(std::move(tasks))) note(state, *task);
    return state.take();
}

Bytes Locality::state_of_finished(Bytes finished) const {
    StateWriter state;
    note(state, *decode_finished(std::move(finished)).outcome.result);
    return state.take();
}

Bytes Locality::state_of_answer() const {
    StateWriter state;
    note_answer(state);
    return state.take();
}

void Locality::collect(bool stopped) {
    if (stopped) {
        if (ordered_) ordered_->look_at_uncommitted([this](const TaskResult& result) { commit(result); });
        for (const Finished& finished : take_finished_elsewhere()) commit(*finished.outcome.result);
        const std::lock_guard lock(mutex_);
        for (const TaskResultPtr& result : kept_) commit(*result);
    }
    collect_from_workers();
}

// --- Limits

void Locality::charge_nodes(std::uint64_t nodes) {
    if (!options_.node_limit) return;
    if (nodes_.fetch_add(nodes, std::memory_order_relaxed) + nodes < *options_.node_limit) return;
    if (!options_.checkpoints.wanted()) return ask_for(Ending::node_limit);
    if (node_limit_reached_.exchange(true)) return;
    call_together();  // what is left is for the last checkpoint
    server_events_.notify_all();
}

std::uint64_t Locality::node_polling_interval() const {
    if (!options_.node_limit) return std::uint64_t{1} << 62;
    const std::uint64_t used = std::min(nodes_.load(std::memory_order_relaxed), *options_.node_limit);
    return std::clamp<std::uint64_t>((*options_.node_limit - used) / (std::uint64_t{16} * size_), 1, 1000);
}

// --- The ordered skeleton

bool Locality::deep_enough(unsigned depth, std::size_t tasks) const {
    static constexpr std::size_t enough_tasks = 1000;
    static constexpr unsigned deepest = 100;  // of a tree that stays narrow
    return skeleton().depth > 0 ? depth >= skeleton().depth : tasks >= enough_tasks || depth >= deepest;
}

void Locality::add_replicable(const Counters& cost) {
    const std::lock_guard lock(mutex_);
    replicable_ += cost;
}

std::optional<Counters> Locality::replicable() const {
    if (!keeps_order_) return std::nullopt;
    const std::lock_guard lock(mutex_);
    return replicable_;
}

void Locality::keep_order(std::unique_ptr<OrderedKnowledge> knowledge) {
    ordered_ = std::make_unique<OrderedPool>(std::move(knowledge), skeleton().window);
}

void Locality::start_ordered(Tasks tasks, const Counters& plan) {
    outstanding_.fetch_add(static_cast<std::int64_t>(tasks.size()), std::memory_order_relaxed);
    add_replicable(plan);
    ordered_->fill(std::move(tasks));
    announce_ordered();
}

void Locality::finish_ordered(std::uint64_t order, OrderedPool::Outcome outcome) {
    if (!ordered_) {
        const std::lock_guard lock(mutex_);
        finished_elsewhere_.push_back({order, std::move(outcome)});
        server_events_.notify_all();
        return;
    }
    const std::lock_guard commits_in_order(commit_mutex_);
    const OrderedPool::Progress progress = ordered_->finish(order, std::move(outcome));
    bool ends = false;
    for (const OrderedPool::Outcome& committed : progress.committed) {
        commit(*committed.result);
        ends |= ends_search(*committed.result);
        add_replicable(committed.cost);
    }
    note_ordered(ordered_->end(), progress.dropped, ends);
}

void Locality::keep_for_the_end(TaskResultPtr result) {
    const std::lock_guard lock(mutex_);
    kept_.push_back(std::move(result));
}

void Locality::note_ordered(std::uint64_t needed, std::size_t dropped, bool ends) {
    needed_.store(needed, std::memory_order_release);
    if (dropped > 0) {
        call_attention();
        outstanding_.fetch_sub(static_cast<std::int64_t>(dropped), std::memory_order_relaxed);
    }
    if (ends) found();
    announce_ordered();
}

void Locality::announce_ordered() {
    if (ordered_->has_ready()) task_events_.notify_all();
}

// --- What others see

void Locality::publish_summary(double now) {
    load_.publish(skeleton().splits_on_request() ? size_ : 0, keeps_order_ ? ordered_->ready_tasks() : 0,
                  channel_ ? channel_->average_work_rate(now) : 0, first_task());
}

// Where in heuristic order the first task is that another locality could get.
std::uint64_t Locality::first_task() {
    std::uint64_t first = std::numeric_limits<std::uint64_t>::max();
    if (!options_.policy.ordered) return first;
    if (keeps_order_) return std::min(first, ordered_->next_order());
    for (const auto& each : workers_) first = std::min(first, each->first_task());
    return first;
}

LocalityStatistics Locality::statistics(Clock::time_point now, bool ended) const {
    LocalityStatistics all;
    for (const auto& each : workers_) {
        all.workers.push_back(each->record().statistics(now, ended));
        all.task_durations += each->record().task_durations();
        all.steal_latency += each->record().steal_latency();
    }
    all.work_rate = channel_ ? channel_->average_work_rate(microseconds(now)) : 0;
    all.grain = grain_.shown();
    return all;
}

Counters Locality::counters() const {
    Counters sum;
    for (const auto& each : workers_) sum += each->counters();
    return sum;
}

Counters Locality::published() const {
    Counters sum;
    for (const auto& each : workers_) sum += each->record().published();
    return sum;
}

unsigned Locality::busy_workers() const {
    return static_cast<unsigned>(
        std::count_if(workers_.begin(), workers_.end(), [](const auto& each) { return each->busy(); }));
}

}  // namespace scrump
