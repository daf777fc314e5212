#include <scrump/base/version.hpp>

namespace scrump {

const char* version() {
    return SCRUMP_VERSION;
}

}  // namespace scrump
