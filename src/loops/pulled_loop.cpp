#include "pulled_loop.hpp"

#include <algorithm>

namespace scrump::detail {
namespace {

// What the DLS library that introduced breakAfter and requestWhen chooses: answers are given four times for each rank
// in a chunk, and more work is requested when 15% of it are left.
std::uint64_t quarter_for_each(std::uint64_t size, unsigned ranks) {
    return std::max<std::uint64_t>(size / (std::uint64_t{4} * ranks), 1);
}

std::uint64_t last_part(std::uint64_t size) {
    return std::max<std::uint64_t>(size / 100 * 15 + size % 100 * 15 / 100, 1);
}

}  // namespace

const Piece* PulledLoop::next() {
    while (!over_) {
        over_ = serve_until(nullptr);  // answers requests that arrived meanwhile
        if (over_) break;
        if (!running_ && begin_chunk()) {
            idling_.reset();
            running_ = true;
            next_ = chunk().range.first;
            if (pace_.log != nullptr) {
                pace_.log->own.push_back({.locality = self(),
                                          .owner = chunk().owner,
                                          .first = chunk().range.first,
                                          .size = chunk().range.size()});
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
    if (home().ending()) {
        // What was offered before was run.
        end_chunk(next_ - chunk().range.first);
        running_ = false;
        return false;
    }
    offered_ = chunk();
    offered_.range.first = next_;
    const auto at_most = [&](std::uint64_t count) {
        if (count > 0) offered_.range.last = std::min(offered_.range.last, next_ + count);
    };
    at_most(break_after());
    if (offered_.stolen_data() != nullptr) at_most(pace_.room);
    next_ = offered_.range.last;
    ask_early();
    return true;
}

std::uint64_t PulledLoop::break_after() {
    if (pace_.break_after) return *pace_.break_after;
    return answers_others() ? quarter_for_each(chunk().range.size(), ranks_) : 0;
}

void PulledLoop::ask_early() {
    const std::uint64_t left = chunk().range.last - offered_.range.first;
    const std::uint64_t request_when = pace_.request_when.value_or(last_part(chunk().range.size()));
    if (pace_.steals && left <= request_when && !home().has_shared_tasks() && !idling_) idling_.emplace(home());
}

void PulledLoop::done() {
    if (!running_ || next_ < chunk().range.last) return;
    end_chunk(chunk().range.size());
    running_ = false;
}

void PulledLoop::wait_for_more() {
    if (pace_.steals && !idling_) idling_.emplace(home());
    over_ = over_ || serve_until([&] { return home().has_shared_tasks() && !home().ending(); });
}

LoopResult PulledLoop::result() {
    while (next() != nullptr) done();
    return take();
}

}  // namespace scrump::detail
