#include "line/description.hpp"

#include <algorithm>
#include <cstddef>

namespace scrump::cli {

std::vector<std::string> option_groups(const DescribedCommand& command) {
    std::vector<std::string> groups;
    for (const DescribedArgument& argument : command.arguments) {
        const bool known = std::ranges::find(groups, argument.group) != groups.end();
        if (!argument.positional && !known) groups.push_back(argument.group);
    }
    return groups;
}

std::string positional_usage(const DescribedArgument& argument, const std::string& name) {
    const std::string shown = name + (argument.repeated ? "..." : "");
    return argument.required ? shown : "[" + shown + "]";
}

std::pair<std::string, std::string> first_line(const std::string& text) {
    const std::size_t end = text.find('\n');
    if (end == std::string::npos) return {text, ""};
    return {text.substr(0, end), text.substr(std::min(text.find_first_not_of('\n', end), text.size()))};
}

const DescribedCommand* find_subcommand(const Description& line, const std::string& name) {
    const auto found = std::ranges::find_if(line.subcommands, [&](const DescribedCommand& command) {
        return command.name == name || std::ranges::find(command.aliases, name) != command.aliases.end();
    });
    return found == line.subcommands.end() ? nullptr : &*found;
}

}  // namespace scrump::cli
