#pragma once
// The order in which a worker runs ready tasks of futures.

#include <cstdint>

namespace scrump {

/// Which of its own ready tasks of futures a worker runs next. Thieves take the oldest one.
enum class ReadyOrder : std::uint8_t {
    fifo,  ///< the oldest: the Priority Local-FIFO scheduler of Grubel et al. (2015), section I-B
    lifo,  ///< the newest, whose inputs are most likely in the worker's cache
};

}  // namespace scrump
