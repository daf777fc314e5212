#include "machine.hpp"

#include <scrump/base/detail/processing_units.hpp>
#include <scrump/base/version.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <fstream>

namespace scrump::bench {
namespace {

std::string processor() {
    std::ifstream file("/proc/cpuinfo");
    std::string family;
    for (std::string line; std::getline(file, line);) {
        const std::size_t colon = line.find(": ");
        if (colon == std::string::npos) continue;
        if (line.starts_with("cpu family")) family = line.substr(colon + 2);
        if (line.starts_with("model\t")) family = fmt::format("{}.{}", family, line.substr(colon + 2));
        if (line.starts_with("model name")) {
            const std::string name = line.substr(colon + 2);
            return family.empty() ? name : fmt::format("{} (family and model {})", name, family);
        }
    }
    return "unknown";
}

std::string today() {
    const std::time_t now = std::time(nullptr);
    std::tm parts{};
    gmtime_r(&now, &parts);
    char text[16];
    return {text, std::strftime(text, sizeof text, "%Y-%m-%d", &parts)};
}

std::string compiler() {
#if defined(__clang__)
    return "clang " __clang_version__ " " SCRUMP_BENCH_BUILD;
#elif defined(__GNUC__)
    return "g++ " __VERSION__ " " SCRUMP_BENCH_BUILD;
#else
    return "unknown";
#endif
}

}  // namespace

Machine this_machine() {
    double load = 0;
    if (getloadavg(&load, 1) != 1) load = 0;
    return {.processor = processor(),
            .cores = std::max(1U, static_cast<unsigned>(detail::processing_units().size())),
            .load = load,
            .compiler = compiler(),
            .version = version(),
            .date = today()};
}

}  // namespace scrump::bench
