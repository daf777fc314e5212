#pragma once
// Files to which a command writes its answer, beside what it prints.

#include "run/live_search.hpp"

#include <string>

namespace scrump::cli {

/// Throws UsageError if writing `file`, which `option` names, would overwrite what is read or kept, and Error if no
/// file can be made there. An empty name is fine. Only the first process looks at the file system.
void check_answer_file(const std::string& option, const std::string& file, const std::string& source,
                       const LiveSearch& live);

}  // namespace scrump::cli
