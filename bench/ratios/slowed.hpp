#pragma once
// Three localities of one worker, the last of which has half the speed of each of the others because its core does
// something else too.
//
// With three cores or more: each locality has a core of its own, and one busy loop shares the last one's. With two
// cores: localities 0 and 1 share one core, so have half of it each, and the last one shares the other with three busy
// loops, so has a quarter. The proportions are the same. What differs: on two cores, time that one of the first two
// does not use goes to the other, so that idle localities cost less there.

#include <string>
#include <vector>

namespace scrump::bench {

/// A command that does so, to be started as three MPI processes that nothing else binds: it runs `command` on the core
/// of its process. Throws `Skipped` where there is only one core.
std::vector<std::string> with_the_last_slowed(const std::vector<std::string>& command);

}  // namespace scrump::bench
