#pragma once
// Which processors this process may use, in the order in which workers should take them.

#include <cstddef>
#include <vector>

namespace scrump {

/// Operating-system numbers of the processors that this process may run on, one hardware thread of every core first,
/// then the second ones. Found once, through hwloc; respects cpusets, taskset and a launcher's binding. Never empty
/// where the operating system tells; empty where it does not.
const std::vector<unsigned>& places();

/// Binds the calling thread to one of them. Binding that the system refuses is not an error: the thread then runs
/// anywhere.
void bind_this_thread(unsigned place);

}  // namespace scrump
