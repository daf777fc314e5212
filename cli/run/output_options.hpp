#pragma once
// What searches, loops, tasks and explorations print: the options that they have in common.

#include "line/arguments.hpp"

#include <string>

namespace scrump::cli {

inline const std::string what_to_print = "What to print";

/// How a run is to be printed.
struct OutputOptions {
    bool json = false;
    bool quiet = false;
    bool stats = false;
    bool no_progress = false;
    bool progress = false;  ///< a line now and then where standard error is not a terminal, too

    /// Whether anything is shown while it runs.
    bool shows_progress() const;
};

/// `quiet` and `stats` say what is printed with these options.
void declare_output(Command command, OutputOptions& output, const std::string& quiet, const std::string& stats);

}  // namespace scrump::cli
