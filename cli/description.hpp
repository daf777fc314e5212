#pragma once
// What the command line takes, as values: for what is made of it besides help, manual pages and completion.

#include <string>
#include <vector>

namespace scrump::cli {

/// An option, a flag or a positional argument.
struct DescribedArgument {
    std::vector<std::string> names{};  ///< with their dashes, "-o", "--output"; a positional argument has one, without
    bool positional = false;
    bool required = false;
    bool repeated = false;             ///< takes as many values as are given
    std::string value{};               ///< what help calls its value, "FILE"; empty: it takes none
    std::vector<std::string> words{};  ///< what the value is, or begins with; empty: anything
    std::string fallback{};            ///< what holds if it is not given, as help shows it; may be empty
    std::string help{};
    std::string group{};  ///< the heading in help; empty of what has no heading of its own
};

struct DescribedCommand {
    std::string name{};
    std::vector<std::string> aliases{};
    std::string summary{};
    std::vector<DescribedArgument> arguments{};
    std::string footer{};
};

struct Description {
    DescribedCommand command{};                   ///< `scrump` itself; its summary may have several lines
    std::vector<DescribedCommand> subcommands{};  ///< in the order of help
    std::string version{};                        ///< "scrump 0.2.0"
};

}  // namespace scrump::cli
