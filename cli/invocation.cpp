#include "invocation.hpp"

#include <ctime>

namespace scrump::cli {
namespace {

Invocation& instance() {
    static Invocation only;
    return only;
}

std::string utc_now() {
    const std::time_t now = std::time(nullptr);
    std::tm parts{};
    gmtime_r(&now, &parts);
    char text[32];
    return {text, std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts)};
}

}  // namespace

void note_invocation(int argc, const char* const* argv) {
    instance() = {.command = std::vector<std::string>(argv, argv + argc), .date = utc_now()};
}

const Invocation& invocation() {
    return instance();
}

}  // namespace scrump::cli
