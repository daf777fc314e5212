#include <scrump/loops/detail/loop_run.hpp>

#include "../runtime/common_settings.hpp"
#include "../runtime/serving/serving_side.hpp"
#include "../runtime/worker_layout.hpp"
#include "chunk_source.hpp"

#include <scrump/base/error.hpp>
#include <scrump/base/spec.hpp>
#include <scrump/base/version.hpp>
#include <scrump/loops/history.hpp>
#include <scrump/runtime/detail/locality.hpp>
#include <scrump/runtime/detail/remote_memory.hpp>
#include <scrump/runtime/detail/run.hpp>
#include <scrump/runtime/detail/statistics_message.hpp>
#include <scrump/runtime/detail/worker.hpp>

#include <algorithm>
#include <chrono>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace scrump::detail {
namespace {

class LoopLocality;

// Takes chunks until there are none left. To the runtime that is one task; where a trace is wanted, each chunk is.
class LoopWorker final : public Worker, private ChunkGuard {
  public:
    LoopWorker(LoopLocality& home, const ChunkPlan& plan, RemoteAccess& words, WorkerShare share, const LoopWork& work,
               bool timed);

    const WorkerShare& share() const { return share_; }

  private:
    bool take_own() override { return false; }
    bool take_from(Worker& /*victim*/) override { return false; }
    void work() override;
    TaskSize run_task() override;
    bool answer_attention() override;

    void run_chunks();
    void run_timed_chunks();
    bool run(ChunkRule::Range range);
    double seconds_since_begin() const;

    LoopLocality& home_;
    const LoopWork& work_;
    ChunkSource source_;
    const bool timed_;
    WorkerShare share_;
};

class LoopLocality final : public Locality {
  public:
    LoopLocality(Setup setup, const LoopOptions& options, std::uint64_t iterations, const LoopWork& work)
        : Locality(std::move(setup)),
          self_(remote_memory().transport().self()),
          work_(work),
          plan_(options.technique, shape_of(options, iterations, remote_memory().transport().size() * size()), size()) {
        const bool timed = options.history != nullptr || plan_.depends_on_progress();
        RemoteArray& words = remote_memory().open("chunks of a loop", plan_.words());
        if (work.prepare) work.prepare(self_, size());
        for (unsigned index = 0; index < size(); ++index) {
            workers_.push_back(std::make_unique<LoopWorker>(
                *this, plan_, words.access(index), WorkerShare{.locality = self_, .worker = index}, work, timed));
        }
        expect_more(size());
    }

    std::vector<WorkerShare>& shares() { return shares_; }

    void collect(bool /*stopped*/) override {
        for (const auto& each : workers_) shares_.push_back(static_cast<const LoopWorker&>(*each).share());
        // What the first process found goes where that of the others will.
        if (is_first() && work_.found) work_.merge(work_.found(self_));
    }
    Bytes result() const override {
        Encoder message;
        message.put(shares_);
        if (work_.found) message.append(work_.found(self_));
        return message.take();
    }
    void merge_result(Bytes result) override {
        Decoder from(std::move(result));
        const auto others = from.get<std::vector<WorkerShare>>();
        shares_.insert(shares_.end(), others.begin(), others.end());
        if (work_.merge) work_.merge(from.rest());
    }

  private:
    static LoopShape shape_of(const LoopOptions& options, std::uint64_t iterations, unsigned workers) {
        LoopShape shape{
            .iterations = iterations, .workers = workers, .weights = options.weights, .costs = options.costs};
        const LoopHistory* const history = options.history;
        if (history == nullptr || history->runs() == 0) return shape;
        if (shape.costs == IterationCosts{}) shape.costs = history->costs();
        if (options.technique.kind == Technique::Kind::awf) shape.weights = history->weights(workers);
        return shape;
    }

    const unsigned self_;
    const LoopWork& work_;
    const ChunkPlan plan_;
    std::vector<WorkerShare> shares_;
};

LoopWorker::LoopWorker(LoopLocality& home, const ChunkPlan& plan, RemoteAccess& words, WorkerShare share,
                       const LoopWork& work, bool timed)
    : Worker(home, share.worker, false),
      ChunkGuard(attention_),
      home_(home),
      work_(work),
      source_(plan, words, share.locality * home.size() + share.worker),
      timed_(timed || home.settings().trace.wanted()),
      share_(share) {}

void LoopWorker::work() {
    begin_task();
    const TaskSize size = run_task();
    share_.finished = seconds_since_begin();
    end_task(size);
    home_.task_done();
}

TaskSize LoopWorker::run_task() {
    if (timed_) {
        run_timed_chunks();
    } else {
        run_chunks();
    }
    return {.work = share_.iterations};
}

void LoopWorker::run_chunks() {
    std::uint64_t chunks = 0;
    std::uint64_t iterations = 0;
    while (go_on()) {
        const ChunkRule::Range range = source_.next(0);
        if (range.size() == 0) break;
        LoopChunk chunk(range, share_.locality, share_.worker, *this);
        const std::uint64_t done = work_.run(chunk);
        ++chunks;
        iterations += done;
        if (done != range.size()) break;
    }
    share_.chunks = chunks;
    share_.iterations = iterations;
}

void LoopWorker::run_timed_chunks() {
    const bool traced = home_.settings().trace.wanted();
    double asked = seconds_since_begin();
    while (go_on()) {
        const ChunkRule::Range range = source_.next(asked);
        if (range.size() == 0) return;
        const double began = seconds_since_begin();
        source_.begun(range.size(), began);
        const bool whole = run(range);
        const double ended = seconds_since_begin();
        share_.progress.finish(range.size(), ended - began, ended - asked);
        source_.finished(share_.progress);
        if (!whole) return;
        if (traced) {
            end_task({.work = range.size()});
            begin_task();
        }
        asked = ended;
    }
}

// Says whether all of it was run.
bool LoopWorker::run(ChunkRule::Range range) {
    LoopChunk chunk(range, share_.locality, share_.worker, *this);
    const std::uint64_t done = work_.run(chunk);
    ++share_.chunks;
    share_.iterations += done;
    return done == range.size();
}

bool LoopWorker::answer_attention() {
    Clock::time_point time{};
    return answer(time);
}

double LoopWorker::seconds_since_begin() const {
    return std::chrono::duration<double>(Clock::now() - home_.began()).count();
}

Settings settings_of(const LoopOptions& options) {
    Settings settings = common_settings(options);
    WorkerLayout::check(settings);
    return settings;
}

// Not here is what may differ: how many workers there are and where they run.
Agreement agreement_of(const LoopOptions& options, std::uint64_t iterations) {
    return Agreement({{"version of Scrump", version()},
                      {"kind", "loop"},
                      {"iterations", std::to_string(iterations)},
                      {"technique", options.technique.describe()},
                      {"weights", join(options.weights, [](double weight) { return std::to_string(weight); })},
                      {"trace", options.trace.wanted() ? "yes" : "no"}});
}

class LoopRun final : public Run {
  public:
    LoopRun(const LoopOptions& options, std::uint64_t iterations, const LoopWork& work)
        : Run(settings_of(options)), options_(options), iterations_(iterations), work_(work) {
        make_localities({.same_workers = true}, agreement_of(options, iterations));
    }

    LoopResult operator()() {
        carry_out();
        LoopResult result = leads() ? conclude() : take_over();
        if (options_.history != nullptr && result.status == Status::complete)
            options_.history->learn(result.statistics);
        return result;
    }

  private:
    std::unique_ptr<Locality> make(Locality::Setup setup) override {
        return std::make_unique<LoopLocality>(std::move(setup), options_, iterations_, work_);
    }
    void prepare() override {}  // all workers have something to do from the beginning
    void gathered(std::vector<LocalityStatistics> figures) override {
        for (const LocalityStatistics& each : figures) statistics_.total += each.sum();
        statistics_.localities = std::move(figures);
    }

    LoopResult conclude() {
        statistics_.shares = std::move(static_cast<LoopLocality&>(locality()).shares());
        std::ranges::sort(statistics_.shares, {},
                          [](const WorkerShare& share) { return std::pair(share.locality, share.worker); });
        for (const WorkerShare& share : statistics_.shares) {
            statistics_.iterations += share.iterations;
            statistics_.chunks += share.chunks;
            statistics_.seconds = std::max(statistics_.seconds, share.finished);
        }
        statistics_.trace = trace_written();
        const Status status = statistics_.iterations == iterations_ ? Status::complete : first().end().status();
        const std::string failure = failed_here() ? own_failure() : first().end().failure();
        if (settings().has_company()) announce(status, failure);
        rethrow();
        if (!failure.empty()) throw Error(failure);
        return {status, std::move(statistics_)};
    }
    void announce(Status status, const std::string& failure) {
        Encoder message;
        message.put(failure).put(status).put(statistics_.shares).put(statistics_.total);
        message.put(statistics_.iterations).put(statistics_.chunks).put(statistics_.seconds);
        message.put(statistics_.trace.events).put(statistics_.trace.dropped).put(statistics_.trace.error);
        message.put(std::uint64_t{statistics_.localities.size()});
        for (const LocalityStatistics& each : statistics_.localities) encode(message, each);
        if (failure.empty() && work_.whole) message.append(work_.whole());
        first().end().announce(message.take(), network().here());
    }

    // The other processes: the same, as announced.
    LoopResult take_over() {
        LoopResult result;
        Decoder from(*first().end().announced());
        const auto failure = from.get<std::string>();
        result.status = from.get<Status>();
        LoopStatistics& statistics = result.statistics;
        statistics.shares = from.get<std::vector<WorkerShare>>();
        statistics.total = from.get<Counters>();
        statistics.iterations = from.get<std::uint64_t>();
        statistics.chunks = from.get<std::uint64_t>();
        statistics.seconds = from.get<double>();
        statistics.trace.events = from.get<std::uint64_t>();
        statistics.trace.dropped = from.get<std::uint64_t>();
        statistics.trace.error = from.get<std::string>();
        for (auto left = from.get<std::uint64_t>(); left > 0; --left)
            statistics.localities.push_back(decode_locality(from));
        rethrow();
        if (!failure.empty()) throw Error(failure);
        if (work_.take_over) work_.take_over(from.rest());
        return result;
    }

    const LoopOptions& options_;
    const std::uint64_t iterations_;
    const LoopWork& work_;
    LoopStatistics statistics_;
};

}  // namespace

LoopResult run_loop(const LoopOptions& options, std::uint64_t iterations, const LoopWork& work) {
    return LoopRun(options, iterations, work)();
}

}  // namespace scrump::detail
