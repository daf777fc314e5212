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
    }
    return "unknown";
}

}  // namespace scrump
