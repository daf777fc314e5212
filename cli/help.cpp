// scrump help: what --help says, for those who ask in words.

#include "commands.hpp"
#include "report.hpp"

#include <iostream>
#include <memory>
#include <string>

namespace scrump::cli {

void declare_help(CommandLine& line) {
    const auto name = std::make_shared<std::string>();
    Command command = line.subcommand("help", "Say what a subcommand takes, or which there are");
    command.option("SUBCOMMAND", *name, "Its name");
    command.does([&line, name](const Session& session) {
        const std::string text = line.help(*name);
        if (session.first()) std::cout << text;
        return solved;
    });
}

}  // namespace scrump::cli
