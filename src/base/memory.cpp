#include <scrump/base/detail/control_groups.hpp>
#include <scrump/base/detail/system_file.hpp>
#include <scrump/base/memory.hpp>

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <fstream>
#include <limits>
#include <string>

namespace scrump {
namespace {

std::string in_mebibytes(std::size_t bytes) {
    std::array<char, 32> text;
    std::snprintf(text.data(), text.size(), "%.1f MiB", static_cast<double>(bytes) / (1U << 20U));
    return text.data();
}

constexpr std::size_t no_limit = std::numeric_limits<std::size_t>::max();

std::size_t available_on_machine() {
    std::ifstream file("/proc/meminfo");
    std::string word;
    while (file >> word) {
        std::size_t kibibytes = 0;
        if (word == "MemAvailable:" && file >> kibibytes) return kibibytes << 10U;
    }
    return static_cast<std::size_t>(::sysconf(_SC_PHYS_PAGES)) * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
}

std::size_t available_in_groups() {
    return detail::memory_left(detail::control_groups("memory"), detail::read_system_file).value_or(no_limit);
}

// What `limit` leaves of what /proc/self/status tells in KiB behind `key`.
std::size_t left_of(decltype(RLIMIT_AS) limit, std::string_view key) {
    rlimit allowed{};
    if (::getrlimit(limit, &allowed) != 0 || allowed.rlim_cur == RLIM_INFINITY) return no_limit;
    std::ifstream file("/proc/self/status");
    std::string word;
    while (file >> word) {
        std::size_t kibibytes = 0;
        if (word == key && file >> kibibytes) {
            const std::size_t used = kibibytes << 10U;
            return allowed.rlim_cur - std::min<std::size_t>(allowed.rlim_cur, used);
        }
    }
    return allowed.rlim_cur;
}

}  // namespace

std::size_t available_memory() {
    return std::min({available_on_machine(), available_in_groups(), available_addresses()});
}

std::size_t available_addresses() {
    return std::min(left_of(RLIMIT_AS, "VmSize:"), left_of(RLIMIT_DATA, "VmData:"));
}

std::size_t addresses_for_arrays() {
    return available_addresses() / 2;
}

OutOfMemory::OutOfMemory(std::string_view what, std::size_t bytes)
    : message_(std::make_shared<const std::string>("out of memory: " + std::string(what) + " (" + in_mebibytes(bytes) +
                                                   ")")) {}

OutOfMemory::OutOfMemory(std::string message) : message_(std::make_shared<const std::string>(std::move(message))) {}

OutOfMemory OutOfMemory::with_advice(std::string_view advice) const {
    return OutOfMemory(*message_ + ": " + std::string(advice));
}

}  // namespace scrump
