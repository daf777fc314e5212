#include <scrump/runtime/session.hpp>
#include <scrump/runtime/settings.hpp>

namespace scrump {

bool Settings::has_company() const {
    return session != nullptr && session->size() > 1;
}

}  // namespace scrump
