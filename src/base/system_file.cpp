#include <scrump/base/detail/system_file.hpp>

#include <fstream>
#include <iterator>

namespace scrump::detail {

std::optional<std::string> read_system_file(const std::string& path) {
    std::ifstream file(path);
    if (!file) return std::nullopt;
    return std::string(std::istreambuf_iterator<char>(file), {});
}

}  // namespace scrump::detail
