#include <scrump/base/memory.hpp>

#include <array>
#include <cstdio>

namespace scrump {
namespace {

std::string in_mebibytes(std::size_t bytes) {
    std::array<char, 32> text;
    std::snprintf(text.data(), text.size(), "%.1f MiB", static_cast<double>(bytes) / (1U << 20U));
    return text.data();
}

}  // namespace

OutOfMemory::OutOfMemory(std::string_view what, std::size_t bytes)
    : message_(std::make_shared<const std::string>("out of memory: " + std::string(what) + " (" + in_mebibytes(bytes) +
                                                   ")")) {}

}  // namespace scrump
