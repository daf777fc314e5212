#include "loop_locality.hpp"

#include "loop_shape.hpp"

#include <scrump/runtime/detail/remote_memory.hpp>

#include <memory>

namespace scrump::detail {

// --- The locality

LoopLocality::LoopLocality(Setup setup, const LoopOptions& options, std::uint64_t iterations, const LoopWork& work,
                           const LoopGathering& gathering)
    : AnyLoopLocality(std::move(setup), gathering, setup.first ? iterations : 0),
      plan_(options.technique, shape_for(options.technique, options, iterations, workers_in_all()), size()) {
    const bool timed = options.history != nullptr || plan_.depends_on_progress() || plan_.is_in_blocks();
    RemoteArray& words = remote_memory().open("chunks of a loop", plan_.words());
    if (work.prepare) work.prepare(self(), size());
    for (unsigned index = 0; index < size(); ++index) {
        workers_.push_back(std::make_unique<LoopWorker>(*this, plan_, words.access(index),
                                                        WorkerShare{.locality = self(), .worker = index}, work, timed));
    }
    for (unsigned owner = 0; owner < words.access(0).owners(); ++owner)
        by_messages_ |= words.access(0).direct(owner) == nullptr;
    expect_more(size());
}

IterationSums LoopLocality::sums() const {
    IterationSums all;
    for (const auto& each : workers_) all.add(static_cast<const LoopWorker&>(*each).sums());
    return all;
}

// --- The worker

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
        const Run chunk = run(range);
        ++chunks;
        iterations += chunk.done;
        tell_done(iterations);
        if (chunk.left) break;
    }
    share_.chunks = chunks;
    share_.iterations = iterations;
}

void LoopWorker::run_timed_chunks() {
    const bool traced = home_.settings().trace.wanted();
    asked_ = home_.seconds_since_start();
    while (go_on()) {
        chunk_ = next(asked_);
        if (chunk_.size() == 0) return;
        began_ = home_.seconds_since_start();
        source_.begun(chunk_.size(), began_);
        const Run chunk = run(chunk_);
        note_run(chunk.done);
        const double ended = home_.seconds_since_start();
        finish_timed(chunk.done, ended);
        if (chunk.left) return;
        if (traced) {
            end_task({.work = chunk.done});
            begin_task();
        }
        asked_ = ended;
    }
}

void LoopWorker::note_run(std::uint64_t done) {
    ++share_.chunks;
    share_.iterations += done;
    tell_done(share_.iterations);
}

void LoopWorker::finish_timed(std::uint64_t done, double ended) {
    source_.finished(done, ended - began_, ended - asked_);
    share_.progress = source_.progress();
}

bool LoopWorker::begin_chunk() {
    if (out_of_chunks_ || home_.ending()) return false;
    if (timed_) asked_ = home_.seconds_since_start();
    chunk_ = next(asked_);
    if (chunk_.size() == 0) {
        out_of_chunks_ = true;
        home_.task_done();
        return false;
    }
    begin_task();
    if (timed_) {
        began_ = home_.seconds_since_start();
        source_.begun(chunk_.size(), began_);
    }
    return true;
}

void LoopWorker::end_chunk(std::uint64_t done) {
    ran(done);
    note_run(done);
    share_.finished = home_.seconds_since_start();
    if (timed_) finish_timed(done, share_.finished);
    end_task({.work = done});
}

}  // namespace scrump::detail
