#include <scrump/base/version.hpp>

namespace scrump {

const char* version() {
    return "0.1.0";
}

}  // namespace scrump
