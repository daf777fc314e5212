#include "invocation.hpp"

#include "results/statistics_json.hpp"

namespace scrump::cli {
namespace {

Invocation& instance() {
    static Invocation only;
    return only;
}

}  // namespace

void note_invocation(int argc, const char* const* argv) {
    instance() = {.command = std::vector<std::string>(argv, argv + argc), .date = results::utc_now()};
}

const Invocation& invocation() {
    return instance();
}

}  // namespace scrump::cli
