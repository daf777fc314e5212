#pragma once
// Which processors this process may use, in the order in which workers should take them.

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace scrump::detail {

/// Operating-system numbers of the processors that this process may run on, one hardware thread of every core first,
/// then the second ones. Found once, through hwloc; respects cpusets, taskset and a launcher's binding. Never empty
/// where the operating system tells; empty where it does not.
const std::vector<unsigned>& processing_units();

/// How many processors this machine has, whoever may use them; at least 1. Found once.
unsigned processor_count();

/// The processor time that control groups leave this process, in processors: 1.5 is a processor and a half. None without
/// a quota. Found once.
std::optional<double> processor_quota();

/// What this machine is called; empty where it does not say.
const std::string& host_name();

/// The memory domain (NUMA node) that all of them belong to; 0 where they belong to several.
unsigned memory_domain();

/// What one of several processes of a host should use of the processors that it may use: `allowed` lists them for each
/// process, best first. Each processor goes to the process that has fewest so far, so that processes that may use the
/// same ones get different ones; one that comes away empty-handed shares.
std::vector<unsigned> share_processing_units(const std::vector<std::vector<unsigned>>& allowed, std::size_t process);

/// Binds the calling thread to one of them. Binding that the system refuses is not an error: the thread then runs
/// anywhere.
void bind_this_thread(unsigned unit);

}  // namespace scrump::detail
