#pragma once
// Where an instance comes from, as a user names it: a file, standard input, or else something that is made.

#include <scrump/runtime/session.hpp>

#include <optional>
#include <string>

namespace scrump::cli {

struct Source {
    std::optional<std::string> text;  ///< the unpacked contents of the file; none if the name is not that of a file
    std::string title;                ///< what messages call it
};

/// Collective: reads what `name` names, if `names_file(name)` says that this is a file or standard input. Only the
/// first process asks and reads: the file need not be there for the others. Throws Error, and UsageError where the
/// first process has another name.
Source read_source(const std::string& name, bool (*names_file)(const std::string&), Session& session);

}  // namespace scrump::cli
