#include <scrump/loops/detail/loop_run.hpp>

#include "any_loop_run.hpp"
#include "chunk_source.hpp"
#include "iteration_sums.hpp"
#include "loop_shape.hpp"

#include <scrump/base/clock.hpp>
#include <scrump/base/spec.hpp>
#include <scrump/base/version.hpp>
#include <scrump/net/codec.hpp>
#include <scrump/runtime/detail/agreement.hpp>
#include <scrump/runtime/detail/remote_memory.hpp>
#include <scrump/runtime/detail/worker.hpp>

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace scrump::detail {
namespace {

class LoopLocality;

// Takes chunks until there are none left. To the runtime that is one task; where a trace is wanted, each chunk is.
class LoopWorker final : public AnyLoopWorker {
  public:
    LoopWorker(LoopLocality& home, const ChunkPlan& plan, RemoteAccess& words, WorkerShare share, const LoopWork& work,
               bool timed);

    /// Of its chunks, where a rule has assigned them: others cannot overlap.
    const IterationSums& sums() const { return sums_; }

  private:
    bool take_own() override { return false; }
    bool take_from(Worker& /*victim*/) override { return false; }
    void work() override;
    TaskSize run_task() override;

    void run_chunks();
    void run_timed_chunks();
    ChunkRule::Range next(double now);
    bool run(ChunkRule::Range range);

    LoopLocality& home_;
    const LoopWork& work_;
    ChunkSource source_;
    const bool timed_;
    const bool assigned_;
    IterationSums sums_;
};

class LoopLocality final : public AnyLoopLocality {
  public:
    LoopLocality(Setup setup, const LoopOptions& options, std::uint64_t iterations, const LoopWork& work,
                 const LoopGathering& gathering)
        : AnyLoopLocality(std::move(setup), gathering, setup.first ? iterations : 0),
          plan_(options.technique, shape_for(options.technique, options, iterations, workers_in_all()), size()) {
        const bool timed = options.history != nullptr || plan_.depends_on_progress();
        RemoteArray& words = remote_memory().open("chunks of a loop", plan_.words());
        if (work.prepare) work.prepare(self(), size());
        for (unsigned index = 0; index < size(); ++index) {
            workers_.push_back(std::make_unique<LoopWorker>(
                *this, plan_, words.access(index), WorkerShare{.locality = self(), .worker = index}, work, timed));
        }
        expect_more(size());
    }

    IterationSums sums() const {
        IterationSums all;
        for (const auto& each : workers_) all.add(static_cast<const LoopWorker&>(*each).sums());
        return all;
    }

  private:
    const ChunkPlan plan_;
};

LoopWorker::LoopWorker(LoopLocality& home, const ChunkPlan& plan, RemoteAccess& words, WorkerShare share,
                       const LoopWork& work, bool timed)
    : AnyLoopWorker(home, share),
      home_(home),
      work_(work),
      source_(plan, words, share.locality * home.size() + share.worker),
      timed_(timed || home.settings().trace.wanted()),
      assigned_(plan.is_assigned()) {}

void LoopWorker::work() {
    begin_task();
    const TaskSize size = run_task();
    share_.finished = home_.seconds_since_start();
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
        const ChunkRule::Range range = next(0);
        if (range.size() == 0) break;
        LoopChunk chunk(range, share_.locality, share_.locality, share_.worker, *this);
        const std::uint64_t done = work_.run(chunk);
        ran(done);
        ++chunks;
        iterations += done;
        tell_done(iterations);
        if (done != range.size()) break;
    }
    share_.chunks = chunks;
    share_.iterations = iterations;
}

void LoopWorker::run_timed_chunks() {
    const bool traced = home_.settings().trace.wanted();
    double asked = home_.seconds_since_start();
    while (go_on()) {
        const ChunkRule::Range range = next(asked);
        if (range.size() == 0) return;
        const double began = home_.seconds_since_start();
        source_.begun(range.size(), began);
        const bool whole = run(range);
        const double ended = home_.seconds_since_start();
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

ChunkRule::Range LoopWorker::next(double now) {
    const ChunkRule::Range range = source_.next(now);
    if (assigned_) sums_.add(IterationSums::of(range));
    return range;
}

// Says whether all of it was run.
bool LoopWorker::run(ChunkRule::Range range) {
    LoopChunk chunk(range, share_.locality, share_.locality, share_.worker, *this);
    const std::uint64_t done = work_.run(chunk);
    ran(done);
    ++share_.chunks;
    share_.iterations += done;
    tell_done(share_.iterations);
    return done == range.size();
}

// Not compared are values that may differ: the number of workers and where they run.
Agreement agreement_of(const LoopOptions& options, std::uint64_t iterations) {
    return Agreement({{"version of Scrump", version()},
                      {"kind", "loop"},
                      {"iterations", std::to_string(iterations)},
                      {"technique", options.technique.describe()},
                      {"weights", join(options.weights, [](double weight) { return std::to_string(weight); })},
                      {"trace", options.trace.wanted() ? "yes" : "no"}});
}

class LoopRun final : public AnyLoopRun {
  public:
    LoopRun(const LoopOptions& options, std::uint64_t iterations, const LoopWork& work)
        : AnyLoopRun(options, iterations, work.gathering), iterations_(iterations), work_(work) {
        gather_sums();
        make_localities({.same_workers = true}, agreement_of(options, iterations));
    }

  private:
    std::unique_ptr<Locality> make(Locality::Setup setup) override {
        auto made = std::make_unique<LoopLocality>(std::move(setup), options(), iterations_, work_, gathering());
        made_.emplace(made->self(), made.get());
        return made;
    }
    void prepare() override {}  // all workers have something to do from the beginning
    std::string complaint(const LoopStatistics& statistics) override;

    void gather_sums();

    const std::uint64_t iterations_;
    const LoopWork& work_;
    std::map<unsigned, const LoopLocality*> made_;  // in this process
    IterationSums sums_;
};

// Before what the loop itself gathers.
void LoopRun::gather_sums() {
    LoopGathering& all = gathering();
    all.found = [this, found = std::move(all.found)](unsigned locality) {
        Encoder to;
        to.put(made_.at(locality)->sums());
        if (found) to.append(found(locality));
        return to.take();
    };
    all.merge = [this, merge = std::move(all.merge)](Bytes bytes) {
        Decoder from(std::move(bytes));
        sums_.add(from.get<IterationSums>());
        if (merge) merge(from.rest());
    };
}

std::string LoopRun::complaint(const LoopStatistics& statistics) {
    const bool assigned = sums_.count > 0;
    const bool each_once = !assigned || sums_ == IterationSums::of({0, iterations_});
    if (statistics.iterations == iterations_ && each_once) return {};
    return "technique '" + options().technique.describe() + "' did not assign each of " + std::to_string(iterations_) +
           " iterations to one worker: " + std::to_string(statistics.iterations) + " were run";
}

}  // namespace

LoopResult run_loop(const LoopOptions& options, std::uint64_t iterations, const LoopWork& work) {
    return LoopRun(options, iterations, work)();
}

}  // namespace scrump::detail
