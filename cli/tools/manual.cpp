// scrump man, and the pages that it prints.

#include "tools/manual.hpp"

#include "commands.hpp"
#include "line/values.hpp"
#include "run/process.hpp"
#include "run/report.hpp"
#include "tools/examples.hpp"

#include <scrump/base/error.hpp>
#include <scrump/base/file.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <memory>
#include <sstream>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace scrump::cli {
namespace {

// Text as troff leaves it: a hyphen that can be copied, nothing taken for a command.
std::string plain(const std::string& text) {
    std::string escaped;
    bool at_start = true;
    for (const char sign : text) {
        if (at_start && (sign == '.' || sign == '\'')) escaped += "\\&";
        if (sign == '\\') {
            escaped += "\\e";
        } else if (sign == '-') {
            escaped += "\\-";
        } else {
            escaped += sign;
        }
        at_start = sign == '\n';
    }
    return escaped;
}

std::string bold(const std::string& text) {
    return "\\fB" + plain(text) + "\\fR";
}

std::string italic(const std::string& text) {
    return "\\fI" + plain(text) + "\\fR";
}

std::string page_title(const std::string& page, const Description& line) {
    std::string upper = page;
    std::ranges::transform(upper, upper.begin(), [](char sign) {
        return sign >= 'a' && sign <= 'z' ? static_cast<char>(sign - 'a' + 'A') : sign;
    });
    return fmt::format(".TH {} 1 \"\" \"{}\" Scrump\n", plain(upper), plain(line.version));
}

// As lines that stay as they are.
std::string as_it_is(const std::string& text) {
    return ".nf\n" + plain(text) + (text.ends_with('\n') ? "" : "\n") + ".fi\n";
}

std::string entry_of(const DescribedArgument& argument) {
    std::vector<std::string> names;
    for (const std::string& name : argument.names) names.push_back(argument.positional ? italic(name) : bold(name));
    std::string text = fmt::format(".TP\n{}", fmt::join(names, ", "));
    if (!argument.positional && !argument.value.empty()) text += " " + italic(argument.value);
    text += "\n" + plain(argument.help);
    if (argument.positional && argument.value.find('|') != std::string::npos) text += ": " + plain(argument.value);
    if (!argument.fallback.empty()) text += " [default: " + plain(argument.fallback) + "]";
    return text + "\n";
}

std::string synopsis(const DescribedCommand& command) {
    std::string text = bold("scrump " + command.name) + " [" + italic("OPTIONS") + "]";
    for (const DescribedArgument& argument : command.arguments) {
        if (argument.positional) text += " " + positional_usage(argument, italic(argument.names.front()));
    }
    return text;
}

// Under their headings, in the order in which these come.
std::string options_text(const DescribedCommand& command) {
    std::string text = ".SH OPTIONS\n";
    for (const std::string& group : option_groups(command)) {
        if (!group.empty()) text += ".SS " + plain(group) + "\n";
        for (const DescribedArgument& argument : command.arguments)
            if (!argument.positional && argument.group == group) text += entry_of(argument);
    }
    return text;
}

bool takes(const DescribedCommand& command, const std::string& option) {
    return std::ranges::any_of(command.arguments, [&](const DescribedArgument& argument) {
        return std::ranges::find(argument.names, option) != argument.names.end();
    });
}

// Those that docs/command.md lists, as far as this one can have them.
std::string exit_statuses(const DescribedCommand& command) {
    std::string text = ".SH EXIT STATUS\n";
    const auto add = [&](int status, const std::string& meaning) {
        text += fmt::format(".TP\n{}\n{}\n", bold(std::to_string(status)), plain(meaning));
    };
    add(0, takes(command, "--gap") ? "solved or proved, or as near the best as --gap asked for" : "all was done");
    add(1, "error: wrong input, or what cannot be read or written");
    add(2, "bad usage: an unknown option, or a value out of range");
    if (takes(command, "--time-limit"))
        add(3, "stopped by a limit or a signal before it was done; what is printed is what is known so far");
    if (takes(command, "--checkpoint")) add(4, "stopped likewise, and the last checkpoint could not be written");
    return text;
}

std::string examples_text(const DescribedCommand& command) {
    std::string text;
    for (const std::string_view line : examples_of(command.name)) text += as_it_is(std::string(line));
    return text.empty() ? text : ".SH EXAMPLES\n" + text;
}

std::string page_name(const DescribedCommand& subcommand) {
    return "scrump-" + subcommand.name;
}

}  // namespace

std::string manual_page(const Description& line) {
    const auto [what, examples] = first_line(line.command.summary);
    std::string text = page_title("scrump", line) + ".SH NAME\nscrump \\- " +
                       plain(what.starts_with("Scrump: ") ? what.substr(8) : what) + "\n.SH SYNOPSIS\n" +
                       bold("scrump") + " " + italic("SUBCOMMAND") + " [" + italic("OPTIONS") + "] ...\n";
    text += ".SH DESCRIPTION\n" + as_it_is(examples) + ".SH SUBCOMMANDS\nEach has a page of its own, such as " +
            bold("scrump-" + line.subcommands.front().name) + "(1).\n";
    for (const DescribedCommand& command : line.subcommands) {
        text += ".TP\n" + bold(command.name);
        for (const std::string& alias : command.aliases) text += ", " + bold(alias);
        text += "\n" + plain(command.summary) + "\n";
    }
    return text + options_text(line.command) + ".SH NOTES\n" + as_it_is(line.command.footer);
}

std::string manual_page(const DescribedCommand& subcommand, const Description& line) {
    const std::string name = page_name(subcommand);
    std::string text = page_title(name, line) + ".SH NAME\n" + plain(name) + " \\- " + plain(subcommand.summary) +
                       "\n.SH SYNOPSIS\n" + synopsis(subcommand) + "\n";
    std::string positional;
    for (const DescribedArgument& argument : subcommand.arguments)
        if (argument.positional) positional += entry_of(argument);
    if (!positional.empty()) text += ".SH ARGUMENTS\n" + positional;
    text += options_text(subcommand);
    if (subcommand.footer.find_first_not_of('\n') != std::string::npos)
        text += ".SH NOTES\n" + as_it_is(subcommand.footer);
    text += exit_statuses(subcommand) + examples_text(subcommand);
    return text + ".SH SEE ALSO\n" + bold("scrump") + "(1)\n";
}

namespace {

void write_pages(const std::filesystem::path& folder, const Description& line) {
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (error) throw Error(folder.string() + ": cannot be made: " + error.message());
    replace_file((folder / "scrump.1").string(), manual_page(line));
    for (const DescribedCommand& command : line.subcommands)
        replace_file((folder / (page_name(command) + ".1")).string(), manual_page(command, line));
}

std::string page_of(const std::string& name, const Description& line) {
    const DescribedCommand* const command = find_subcommand(line, name);
    return command == nullptr ? manual_page(line) : manual_page(*command, line);
}

}  // namespace

void declare_man(CommandLine& line) {
    struct Given {
        std::string name;
        std::string folder;
    };
    const auto given = std::make_shared<Given>();
    Command command = line.subcommand("man", "Print a manual page: scrump man queens | man -l -");
    const Argument name = command.option("SUBCOMMAND", given->name, "Subcommand of the page [default: scrump itself]");
    command.option("--into", given->folder, a_name(), "Write all pages into this folder")
        .type_name("FOLDER")
        .excludes(name);
    command.does([&line, given](const Process& process) {
        if (!given->name.empty()) static_cast<void>(line.help(given->name));  // refuses what is none
        if (!process.first()) return solved;
        if (given->folder.empty()) {
            std::cout << page_of(given->name, line.describe());
        } else {
            write_pages(given->folder, line.describe());
        }
        return solved;
    });
}

}  // namespace scrump::cli
