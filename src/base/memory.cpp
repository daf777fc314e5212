#include <scrump/base/memory.hpp>

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <fstream>
#include <limits>
#include <optional>

namespace scrump {
namespace {

std::string in_mebibytes(std::size_t bytes) {
    std::array<char, 32> text;
    std::snprintf(text.data(), text.size(), "%.1f MiB", static_cast<double>(bytes) / (1U << 20U));
    return text.data();
}

// The number that a file of the system begins with; none if it is not there, or says "max".
std::optional<std::size_t> number_in(const char* path) {
    std::ifstream file(path);
    std::size_t number = 0;
    if (!(file >> number)) return std::nullopt;
    return number;
}

std::size_t available_on_machine() {
    std::ifstream file("/proc/meminfo");
    std::string word;
    while (file >> word) {
        std::size_t kibibytes = 0;
        if (word == "MemAvailable:" && file >> kibibytes) return kibibytes << 10U;
    }
    return static_cast<std::size_t>(::sysconf(_SC_PHYS_PAGES)) * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
}

std::size_t available_in_group() {
    const auto most = number_in("/sys/fs/cgroup/memory.max");
    const auto used = number_in("/sys/fs/cgroup/memory.current");
    if (!most || !used) return std::numeric_limits<std::size_t>::max();
    return *most - std::min(*most, *used);
}

}  // namespace

std::size_t available_memory() {
    return std::min(available_on_machine(), available_in_group());
}

OutOfMemory::OutOfMemory(std::string_view what, std::size_t bytes)
    : message_(std::make_shared<const std::string>("out of memory: " + std::string(what) + " (" + in_mebibytes(bytes) +
                                                   ")")) {}

}  // namespace scrump
