// scrump help: what --help says, as a subcommand, and as the reference of options.

#include "commands.hpp"
#include "run/process.hpp"
#include "run/report.hpp"
#include "tools/reference.hpp"

#include <iostream>
#include <memory>
#include <string>

namespace scrump::cli {
namespace {

std::string reference(const Description& line, const std::string& name) {
    const DescribedCommand* const command = find_subcommand(line, name);
    return command == nullptr ? reference_page(line) : reference_section(*command);
}

}  // namespace

void declare_help(CommandLine& line) {
    struct Given {
        std::string name;
        bool markdown = false;
    };
    const auto given = std::make_shared<Given>();
    Command command = line.subcommand("help", "Show the options of a subcommand, or list the subcommands");
    command.option("SUBCOMMAND", given->name, "Its name");
    command.flag("--markdown", given->markdown, "Print all options, or those of SUBCOMMAND, as Markdown");
    command.does([&line, given](const Process& process) {
        const std::string text = line.help(given->name);  // refuses an unknown name
        if (process.first()) std::cout << (given->markdown ? reference(line.describe(), given->name) : text);
        return solved;
    });
}

}  // namespace scrump::cli
