#pragma once
// Which processors this process may use, in the order in which workers should take them.

#include <scrump/base/detail/system_file.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace scrump::detail {

/// Operating-system numbers of the processors that this process may run on, one hardware thread of every core first,
/// then the second ones. Found once; respects cpusets, taskset and a launcher's binding. Never empty
/// where the operating system tells; empty where it does not.
const std::vector<unsigned>& processing_units();

/// How many processors this machine has, whoever may use them; at least 1. Found once.
unsigned processor_count();

/// The processor time that control groups leave this process, in processors: 1.5 is a processor and a half. None
/// without a quota. Found once.
std::optional<double> processor_quota();

/// What this machine is called; empty where it does not say.
const std::string& host_name();

/// The memory domain (NUMA node) that all of them belong to; 0 where they belong to several.
unsigned memory_domain();

/// What one of several processes of a host should use of the processors that it may use: `allowed` lists them for each
/// process, best first. Each processor goes to the process that has fewest so far, so that processes that may use the
/// same ones get different ones; one that comes away empty-handed shares.
std::vector<unsigned> share_processing_units(const std::vector<std::vector<unsigned>>& allowed, std::size_t process);

// --- Of these, what the texts of the system's files say. Pure.

/// The numbers of a list such as "0-3,8,10-11", as far as it is one.
std::vector<unsigned> parse_processor_list(std::string_view text);
/// These processors, the first hardware thread of each core first; in each such round by package and by core. What the
/// system says nothing about is a core of its own.
std::vector<unsigned> in_order_of_use(const std::vector<unsigned>& processors, const ReadSystemFile& read);
/// Which of the memory domains has all of these processors; 0 where none does.
unsigned memory_domain_of(const std::vector<unsigned>& processors, const ReadSystemFile& read);

/// Binds the calling thread to one of them. Binding that the system refuses is not an error: the thread then runs
/// anywhere.
void bind_this_thread(unsigned unit);

}  // namespace scrump::detail
