#include "pulled_parts.hpp"

namespace scrump::detail {

PulledParts::PulledParts(const LoopOptions& options, const LoopPart& part, Pace pace)
    : PartRun(options, {&part, 1}, true, pace.log), PulledLoop(pace, localities()) {
    set_out();
}

}  // namespace scrump::detail
