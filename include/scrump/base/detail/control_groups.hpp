#pragma once
// Limits that control groups put on this process: batch systems (Slurm's --mem), containers and systemd set them.
// Versions 1 and 2 of control groups, side by side where a system mounts both. A limit of any ancestor holds as well,
// as far as its folder can be seen from here: a container sees its own part of the tree alone.

#include <scrump/base/detail/system_file.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace scrump::detail {

/// A control group that this process belongs to.
struct ControlGroup {
    int version = 2;
    std::string folder;  ///< that has the files of one controller

    friend bool operator==(const ControlGroup&, const ControlGroup&) = default;
};

/// The groups of `controller` ("memory", "cpu") whose limits hold for a process, the innermost first, by the texts of
/// its /proc/self/cgroup and /proc/self/mountinfo. Pure.
std::vector<ControlGroup> control_groups(std::string_view controller, std::string_view membership,
                                         std::string_view mounts);

/// The same for this process, as it is now.
std::vector<ControlGroup> control_groups(std::string_view controller);

/// Bytes that are left of the tightest memory limit of these groups; none if none of them has a limit. What a group
/// holds of files that were not used lately counts as left: the kernel drops that first.
std::optional<std::size_t> memory_left(const std::vector<ControlGroup>& groups, const ReadSystemFile& read);

/// The tightest quota of processor time of these groups, in processors: 1.5 for 150 ms in each 100 ms; none if none of
/// them has a quota.
std::optional<double> processor_quota(const std::vector<ControlGroup>& groups, const ReadSystemFile& read);

}  // namespace scrump::detail
