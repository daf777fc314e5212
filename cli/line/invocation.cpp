#include "line/invocation.hpp"

#include "results/statistics_json.hpp"

namespace scrump::cli {

Invocation Invocation::now(int argc, const char* const* argv) {
    return {.command = std::vector<std::string>(argv, argv + argc), .date = results::utc_now()};
}

}  // namespace scrump::cli
