#include "pulled_loop.hpp"

#include <algorithm>

namespace scrump::detail {

PulledLoop::PulledLoop(const LoopOptions& options, const LoopPart& part, Pace pace)
    : PartRun(options, {&part, 1}, true, pace.log), pace_(pace) {
    set_out();
}

PartWorker& PulledLoop::worker() {
    return static_cast<PartWorker&>(part_locality().worker(0));
}

const Piece* PulledLoop::next() {
    while (!over_) {
        over_ = carry_on(nullptr);  // answers requests that arrived meanwhile
        if (over_) break;
        if (!running_ && worker().begin_chunk()) {
            idling_.reset();
            running_ = true;
            const Piece& chunk = worker().chunk();
            next_ = chunk.range.first;
            if (pace_.log != nullptr) {
                pace_.log->own.push_back({.locality = part_locality().self(),
                                          .owner = chunk.owner,
                                          .first = chunk.range.first,
                                          .size = chunk.range.size()});
            }
        }
        if (running_ && offer()) return &offered_;
        wait_for_more();
    }
    idling_.reset();
    return nullptr;
}

// A part of the chunk; not if the run ends.
bool PulledLoop::offer() {
    if (part_locality().ending()) {
        // What was offered before was run.
        worker().end_chunk(next_ - worker().chunk().range.first);
        running_ = false;
        return false;
    }
    offered_ = worker().chunk();
    offered_.range.first = next_;
    const auto at_most = [&](std::uint64_t count) {
        if (count > 0) offered_.range.last = std::min(offered_.range.last, next_ + count);
    };
    at_most(pace_.break_after);
    if (offered_.stolen_data() != nullptr) at_most(pace_.room);
    next_ = offered_.range.last;
    ask_early();
    return true;
}

void PulledLoop::ask_early() {
    const std::uint64_t left = worker().chunk().range.last - offered_.range.first;
    if (pace_.steals && left <= pace_.request_when && !part_locality().has_shared_tasks() && !idling_)
        idling_.emplace(part_locality());
}

void PulledLoop::done() {
    if (!running_ || next_ < worker().chunk().range.last) return;
    worker().end_chunk(worker().chunk().range.size());
    running_ = false;
}

void PulledLoop::wait_for_more() {
    PartLocality& home = part_locality();
    if (pace_.steals && !idling_) idling_.emplace(home);
    over_ = carry_on([&] { return home.has_shared_tasks() && !home.ending(); });
}

LoopResult PulledLoop::result() {
    while (next() != nullptr) done();
    return take_result();
}

}  // namespace scrump::detail
