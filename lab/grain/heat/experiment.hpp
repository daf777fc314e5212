#pragma once
// One run of the experiment on task size, and what it is told in.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "dataflow.hpp"
#include "order.hpp"
#include "ring.hpp"

namespace scrump::heat {

enum class Mode : std::uint8_t { fixed, adaptive, sequential };

std::string_view name(Mode mode);

struct Settings {
    Mode mode = Mode::fixed;
    std::size_t points = 10'000'000;
    std::size_t partition = 0;  ///< adaptive: the first guess, 0 for its own
    std::uint64_t steps = 50;
    unsigned workers = 1;
    Order order = Order::fifo;
    const SimulatedNode* node = nullptr;  ///< where it is simulated; none: it runs here
    bool hardware_counters = false;       ///< whether to read the processors' counters
};

struct Outcome {
    std::size_t partition = 0;  ///< the last one
    RunTimes times;
};

/// All steps of `ring`, which is at its beginning.
Outcome carry_out(const Settings& settings, Ring& ring);

/// The same on the simulated node, whose time passes; no temperatures are computed. The same settings give the same
/// outcome. Not for Mode::sequential. Throws UsageError for more workers than the node has cores.
Outcome simulate(const Settings& settings);

/// What a task of these partitions takes on average, in seconds, where one worker has the machine for itself: measured
/// in a few steps (section II-A of Grubel et al. (2015), equation 5).
double task_duration_alone(const Settings& settings);

/// Throws Error if the ring is not what the hand-written twin makes of it, bit for bit.
void check(const Settings& settings, const Ring& ring);

}  // namespace scrump::heat
