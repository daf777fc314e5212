#pragma once
// `--reference`: what a node costs where nobody waits for anybody, from an earlier run.

#include <string>

namespace scrump::cli {

/// Seconds of work for each node in the run whose --json is in `file`, which must have had one worker; NaN if there is
/// no file. Throws Error.
double read_reference(const std::string& file);

}  // namespace scrump::cli
