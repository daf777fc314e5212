#include <scrump/runtime/status.hpp>

namespace scrump {

const char* name(Status status) {
    switch (status) {
        case Status::complete:
            return "complete";
        case Status::time_limit:
            return "time-limit";
        case Status::node_limit:
            return "node-limit";
        case Status::cancelled:
            return "cancelled";
        case Status::state_limit:
            return "state-limit";
        case Status::memory_limit:
            return "memory-limit";
        case Status::gap:
            return "gap";
        case Status::stuck:
            return "no-method";
    }
    return "unknown";
}

}  // namespace scrump
