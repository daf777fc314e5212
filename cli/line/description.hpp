#pragma once
// What the command line takes, as values: for what is made of it besides help, manual pages and completion.

#include <string>
#include <utility>
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
    std::string group{};                  ///< the heading in help; empty of what has no heading of its own
    std::vector<std::string> needs{};     ///< names of the arguments that must be given, too; sorted
    std::vector<std::string> excludes{};  ///< names of the arguments that it cannot be combined with; sorted
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

/// The headings of its options, in the order of help.
std::vector<std::string> option_groups(const DescribedCommand& command);

/// How usage shows a positional argument whose name is `name`: "[NAME]" if it is optional, "NAME..." if it is repeated.
std::string positional_usage(const DescribedArgument& argument, const std::string& name);

/// The first line of a text, and the rest without the empty lines between them.
std::pair<std::string, std::string> first_line(const std::string& text);

/// The subcommand of that name or alias; null if there is none.
const DescribedCommand* find_subcommand(const Description& line, const std::string& name);

}  // namespace scrump::cli
