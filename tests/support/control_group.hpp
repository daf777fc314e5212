#pragma once
// A control group below that of the test, for commands that a limit of it is to hold for.

#include "support/shell.hpp"

#include <scrump/base/detail/control_groups.hpp>

#include <unistd.h>
#include <filesystem>
#include <fstream>
#include <string>

namespace scrump::test {

/// Gone again with this object, which its processes must not outlive.
class LimitedGroup {
  public:
    /// With a limit of `controller`. There may be none where the system does not let this user make one.
    LimitedGroup(const std::string& controller, const std::string& limit_of_version_one,
                 const std::string& limit_of_version_two, const std::string& value) {
        const auto own = scrump::detail::control_groups(controller);
        if (own.empty()) return;
        const std::filesystem::path made =
            std::filesystem::path(own.front().folder) / ("scrump-test-" + std::to_string(::getpid()));
        std::error_code error;
        if (!std::filesystem::create_directory(made, error) || error) return;
        folder_ = made;
        const std::filesystem::path limit =
            made / (own.front().version == 1 ? limit_of_version_one : limit_of_version_two);
        usable_ = std::filesystem::exists(limit) && (std::ofstream(limit) << value << std::flush) &&
                  Shell(entering() + "true").status == 0;
    }
    LimitedGroup(const LimitedGroup&) = delete;
    LimitedGroup& operator=(const LimitedGroup&) = delete;
    ~LimitedGroup() {
        std::error_code ignored;
        if (!folder_.empty()) std::filesystem::remove(folder_, ignored);
    }

    bool usable() const { return usable_; }

    /// A line of a shell, run in the group.
    Shell run(const std::string& line) const { return Shell(entering() + "exec " + line); }

  private:
    std::string entering() const {
        return "{ echo $$ > '" + (folder_ / "cgroup.procs").string() + "'; } 2>/dev/null || exit 126; ";
    }

    std::filesystem::path folder_;
    bool usable_ = false;
};

}  // namespace scrump::test
