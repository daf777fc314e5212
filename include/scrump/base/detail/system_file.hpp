#pragma once
// Files with information on the system: those of /proc and /sys.

#include <functional>
#include <optional>
#include <string>

namespace scrump::detail {

/// The contents of a file; none if it cannot be read.
std::optional<std::string> read_system_file(const std::string& path);

/// The type of read_system_file(), for tests with files of their own.
using ReadSystemFile = std::function<std::optional<std::string>(const std::string& path)>;

}  // namespace scrump::detail
