#pragma once
// The processors that this process may use, in the order in which workers should take them.

#include <scrump/base/detail/system_file.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace scrump::detail {

/// Operating-system numbers of the processors on which this process may run, one hardware thread of every core first,
/// then the second ones. Determined once; respects cpusets, taskset and a launcher's binding. Empty only if the
/// operating system does not tell.
const std::vector<unsigned>& processing_units();

/// The processor on which the calling thread runs now, by the operating system's number; none if it does not tell.
std::optional<unsigned> processing_unit_here();

/// Number of processors of this machine, including those that this process may not use; at least 1. Determined once.
unsigned processor_count();

/// The processor time that control groups leave this process, in processors: 1.5 is a processor and a half. None
/// without a quota. Determined once.
std::optional<double> processor_quota();

/// Name of this machine; empty if unknown.
const std::string& host_name();

/// The memory domain (NUMA node) of all of these processors; 0 if they belong to several.
unsigned memory_domain();

/// The processors that one of several processes of a host should use: `allowed` lists those that each process may use,
/// best first. Each processor goes to the process that has fewest so far, so that processes with common processors get
/// different ones; a process that gets none shares.
std::vector<unsigned> share_processing_units(const std::vector<std::vector<unsigned>>& allowed, std::size_t process);

// --- The meaning of the texts of the system's files. Pure.

/// The numbers of a list such as "0-3,8,10-11", as far as it can be parsed.
std::vector<unsigned> parse_processor_list(std::string_view text);
/// These processors, the first hardware thread of each core first; in each such round by package and by core. A
/// processor without information counts as a core of its own.
std::vector<unsigned> in_order_of_use(const std::vector<unsigned>& processors, const ReadSystemFile& read);
/// The memory domain of all these processors; 0 if there is no common one.
unsigned memory_domain_of(const std::vector<unsigned>& processors, const ReadSystemFile& read);

/// Binds the calling thread to one of them. If the system refuses, that is not an error: the thread then runs anywhere.
void bind_this_thread(unsigned unit);

}  // namespace scrump::detail
