#pragma once
// Limits that control groups put on this process: batch systems (Slurm's --mem), containers and systemd set them.
// Versions 1 and 2 of control groups, side by side if a system mounts both. The limits of all ancestors apply as well,
// as far as their folders are visible from here: a container sees only its own part of the tree.

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
    std::string folder;  ///< contains the files of one controller

    friend bool operator==(const ControlGroup&, const ControlGroup&) = default;
};

/// The groups of `controller` ("memory", "cpu") whose limits apply to a process, the innermost first, from the texts of
/// its /proc/self/cgroup and /proc/self/mountinfo. Pure.
std::vector<ControlGroup> control_groups(std::string_view controller, std::string_view membership,
                                         std::string_view mounts);

/// The current groups of this process.
std::vector<ControlGroup> control_groups(std::string_view controller);

/// Number of bytes left of the tightest memory limit of these groups; none if none of them has a limit. Memory that a
/// group holds for files not used lately counts as left: the kernel drops that first.
std::optional<std::size_t> memory_left(const std::vector<ControlGroup>& groups, const ReadSystemFile& read);

/// The tightest quota of processor time of these groups, in processors: 1.5 for 150 ms in each 100 ms; none if none of
/// them has a quota.
std::optional<double> processor_quota(const std::vector<ControlGroup>& groups, const ReadSystemFile& read);

}  // namespace scrump::detail
