// scrump help: what --help says, for those who ask in words.

#include "command_line.hpp"
#include "commands.hpp"
#include "report.hpp"

#include <iostream>
#include <memory>
#include <string>

namespace scrump::cli {

void declare_help(CLI::App& app, Action& run) {
    const auto name = std::make_shared<std::string>();
    CLI::App* const command = app.add_subcommand("help", "Say what a subcommand takes, or which there are");
    command->add_option("SUBCOMMAND", *name, "Its name");
    command->callback([&app, name, &run] {
        // Asked itself, the command would tell of the subcommand that was chosen: of this one.
        const CLI::App& asked = name->empty() ? app : find_subcommand(app, *name);
        const std::string title = app.get_name() + (name->empty() ? "" : " " + asked.get_name());
        const std::string text = app.get_formatter()->make_help(&asked, title, CLI::AppFormatMode::Normal);
        run = [text](Session& session) {
            if (session.first()) std::cout << text;
            return solved;
        };
    });
}

}  // namespace scrump::cli
