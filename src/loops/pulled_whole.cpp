#include "pulled_whole.hpp"

namespace scrump::detail {
namespace {

// The caller does the work.
const LoopWork no_work{};

// Nothing is stolen: who has run out takes what is left.
PulledLoop::Pace without_steals(PulledLoop::Pace pace) {
    pace.steals = false;
    return pace;
}

}  // namespace

PulledWhole::PulledWhole(const LoopOptions& options, std::uint64_t iterations, Pace pace)
    : LoopRun(options, iterations, no_work, true, pace.log), PulledLoop(without_steals(pace), localities()) {
    // The thread that would wait for a word is the one that fetches it.
    worker().serve_by([this](RemoteHandle& handle) {
        note_over(carry_on([&] { return handle.done() || loop_locality().ending(); }));
    });
    set_out();
}

bool PulledWhole::begin_chunk() {
    if (!worker().begin_chunk()) return false;
    chunk_ = {.owner = self(), .range = worker().chunk()};
    return true;
}

}  // namespace scrump::detail
