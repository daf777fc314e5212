#pragma once
// Another program run to its end, as a whole: what it printed, how long it took, how much memory it had.

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace scrump::bench {

struct Child {
    std::string output;  ///< its standard output
    double seconds = 0;  ///< from before it was started until it was gone
};

/// Variables of a program's environment, by name.
using Environment = std::map<std::string, std::string>;

/// Runs `arguments`, the first being the program: a path, or a name to be looked for in PATH. Its environment is this
/// process's and `more`. Throws `Error` when it cannot be run or fails.
Child run_child(const std::vector<std::string>& arguments, const Environment& more = {});

/// The same, and the most memory that it had at one time, in bytes. Its peak is read once a millisecond from the
/// kernel's high-water mark: the one of wait4() starts from the memory of whoever started the program, which is this
/// one.
struct MeasuredChild : Child {
    std::uint64_t peak_bytes = 0;
};
MeasuredChild run_child_watching_memory(const std::vector<std::string>& arguments);

}  // namespace scrump::bench
