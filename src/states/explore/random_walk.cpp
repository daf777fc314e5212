#include "../../runtime/common_settings.hpp"

#include <scrump/base/detail/cache_line.hpp>
#include <scrump/base/error.hpp>
#include <scrump/base/random.hpp>
#include <scrump/runtime/session.hpp>
#include <scrump/runtime/settings.hpp>
#include <scrump/runtime/spmd.hpp>
#include <scrump/states/explore/detail/random_walk.hpp>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <deque>
#include <limits>
#include <mutex>
#include <utility>
#include <vector>

namespace scrump::detail {
namespace {

Settings settings_of(const RandomWalkOptions& options) {
    Settings settings = common_settings(options);
    if (settings.has_company())
        throw UsageError("a random walk runs in one process: a session of several processes is not supported");
    return settings;
}

void check(const AnyModel& model, const RandomWalkOptions& options) {
    if (options.depth == 0) throw UsageError("a random walk of depth 0: expected at least one step");
    if (!model.looks() && !model.no_deadlocks())
        throw UsageError("a random walk that looks for nothing: expected a goal, an invariant or no_deadlocks");
}

// What a worker has done, for the thread that reports progress.
struct alignas(cache_line) CountedSteps {
    std::atomic<std::uint64_t> steps = 0, walks = 0, deadlocks = 0;

    static void add_one(std::atomic<std::uint64_t>& to) {
        to.store(to.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
    }
    RandomWalkWorker now() const {
        return {.steps = steps.load(std::memory_order_relaxed),
                .walks = walks.load(std::memory_order_relaxed),
                .deadlocks = deadlocks.load(std::memory_order_relaxed)};
    }
};

// What all workers share.
class SharedWalk {
  public:
    SharedWalk(const AnyModel& model, const RandomWalkOptions& options)
        : model_(model), options_(options), initial_(model.width()), greatest_(model.figures()) {
        model.put_initial(initial_);
        if (initial_.empty()) throw UsageError("a random walk without an initial state: expected at least one");
        StateBuffer next(model.width());
        for (std::size_t i = 0; i < initial_.size(); ++i) model.expand(initial_[i], next);
        leads_anywhere_ = !next.empty();
    }

    const AnyModel& model() const { return model_; }
    const RandomWalkOptions& options() const { return options_; }
    const StateBuffer& initial() const { return initial_; }
    /// Whether an initial state has a successor.
    bool leads_anywhere() const { return leads_anywhere_; }

    bool over() const { return over_.load(std::memory_order_relaxed); }
    /// The first finding of all workers counts, and ends all walks.
    void end_with(FoundState found) {
        const std::lock_guard lock(mutex_);
        if (!found_) found_ = std::move(found);
        over_.store(true, std::memory_order_relaxed);
    }
    void add(std::span<const std::uint64_t> greatest) {
        const std::lock_guard lock(mutex_);
        for (std::size_t i = 0; i < greatest.size(); ++i) greatest_[i] = std::max(greatest_[i], greatest[i]);
    }
    CountedSteps& counted(unsigned worker) {
        const std::lock_guard lock(mutex_);
        while (counted_.size() <= worker) counted_.emplace_back();
        return counted_[worker];
    }

    RandomWalkStatistics statistics() {
        const std::lock_guard lock(mutex_);
        RandomWalkStatistics all;
        for (const CountedSteps& each : counted_) {
            const RandomWalkWorker& worker = all.workers.emplace_back(each.now());
            all.steps += worker.steps;
            all.walks += worker.walks;
            all.deadlocks += worker.deadlocks;
        }
        return all;
    }
    RandomWalkOutcome outcome(Status status) {
        RandomWalkOutcome outcome{.status = found_ ? Status::complete : status, .statistics = statistics()};
        outcome.found = std::move(found_);
        outcome.greatest = std::move(greatest_);
        return outcome;
    }

  private:
    const AnyModel& model_;
    const RandomWalkOptions& options_;
    StateBuffer initial_;
    bool leads_anywhere_ = false;
    std::atomic<bool> over_ = false;
    std::mutex mutex_;
    std::optional<FoundState> found_;
    std::vector<std::uint64_t> greatest_;
    std::deque<CountedSteps> counted_;  // by worker
};

class RandomWalker {
  public:
    RandomWalker(SharedWalk& shared, const SpmdWorker& self)
        : shared_(shared),
          model_(shared.model()),
          run_(*self.arrays.front()),
          counted_(shared.counted(self.index)),
          random_(SplitMix64(SplitMix64(shared.options().seed)() + self.index)()),
          next_(model_.width()),
          greatest_(model_.figures()) {}

    void run() {
        const StateBuffer& initial = shared_.initial();
        if (shared_.leads_anywhere()) {
            while (!over()) walk_from(initial[below(initial.size())]);
        } else {
            for (std::size_t i = 0; i < initial.size() && !over(); ++i) walk_from(initial[i]);
        }
        shared_.add(greatest_);
    }

  private:
    bool over() const { return shared_.over() || run_.ending(); }
    std::size_t below(std::size_t bound) { return random_.below(static_cast<std::uint32_t>(bound)); }

    void walk_from(StateWordsSpan initial) {
        initial_ = initial;
        began_ = random_;
        length_ = 0;
        if (go_to(initial)) return;
        while (length_ < shared_.options().depth && !over()) {
            next_.clear();
            model_.expand(state_, next_);
            if (next_.empty()) {
                CountedSteps::add_one(counted_.deadlocks);
                if (model_.no_deadlocks()) return end_with({.kind = FindingKind::deadlock});
                break;
            }
            CountedSteps::add_one(counted_.steps);
            ++length_;
            if (go_to(next_[below(next_.size())])) return;
        }
        CountedSteps::add_one(counted_.walks);
    }

    // Whether it is what was looked for.
    bool go_to(StateWordsSpan state) {
        state_.assign(state.begin(), state.end());
        if (!model_.looks()) return false;
        const auto verdict = model_.look(state_, greatest_);
        if (verdict) end_with(*verdict);
        return verdict.has_value();
    }

    void end_with(const StateVerdict& verdict) {
        CountedSteps::add_one(counted_.walks);
        shared_.end_with({.verdict = verdict, .path = path()});
    }

    // The states of this walk, by the same walk once more.
    std::vector<std::vector<std::uint64_t>> path() {
        std::vector<std::vector<std::uint64_t>> all{{initial_.begin(), initial_.end()}};
        random_ = began_;
        while (all.size() <= length_) {
            next_.clear();
            model_.expand(all.back(), next_);
            if (next_.empty()) break;
            const StateWordsSpan next = next_[below(next_.size())];
            all.emplace_back(next.begin(), next.end());
        }
        if (all.size() <= length_ || all.back() != state_)
            throw Error("a state has not the same successors as before; successors() must always yield the same");
        return all;
    }

    SharedWalk& shared_;
    const AnyModel& model_;
    const RemoteAccess& run_;  // says when the run ends
    CountedSteps& counted_;
    SplitMix64 random_;
    SplitMix64 began_ = random_;  // as it was at the beginning of this walk
    StateWordsSpan initial_;      // where this walk began
    std::uint64_t length_ = 0;    // number of its steps
    std::vector<std::uint64_t> state_;
    StateBuffer next_;
    std::vector<std::uint64_t> greatest_;
};

// Reports the progress of the walks.
class WalkReporter {
  public:
    WalkReporter(SharedWalk& shared, Clock::time_point began) : shared_(shared), began_(began), told_(began) {}

    void operator()() {
        const Clock::time_point now = Clock::now();
        const RandomWalkStatistics all = shared_.statistics();
        const std::chrono::duration<double> since = now - std::exchange(told_, now);
        const std::uint64_t steps = all.steps - std::exchange(told_steps_, all.steps);
        shared_.options().progress({.elapsed = now - began_,
                                    .steps = all.steps,
                                    .walks = all.walks,
                                    .steps_per_second = static_cast<double>(steps) / since.count()});
    }

  private:
    SharedWalk& shared_;
    const Clock::time_point began_;
    Clock::time_point told_;
    std::uint64_t told_steps_ = 0;
};

}  // namespace

RandomWalkOutcome run_random_walk(const AnyModel& model, const RandomWalkOptions& options) {
    const Clock::time_point began = options.began.value_or(Clock::now());
    const Settings settings = settings_of(options);
    check(model, options);
    SharedWalk shared(model, options);
    WalkReporter report(shared, began);
    const Status status = run_on_all_workers(
        settings, {{"random walks", 1}}, [&](const SpmdWorker& self) { RandomWalker(shared, self).run(); },
        [&] { report(); });
    RandomWalkOutcome outcome = shared.outcome(status);
    outcome.statistics.seconds = std::chrono::duration<double>(Clock::now() - began).count();
    return outcome;
}

}  // namespace scrump::detail
