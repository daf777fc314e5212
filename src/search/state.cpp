#include <scrump/search/state.hpp>

namespace scrump {

std::string form_of(const char* kind, std::initializer_list<const char*> types, const Bytes& rest) {
    std::string form = kind;
    for (const char* type : types) form += type;
    return form + rest;
}

}  // namespace scrump
