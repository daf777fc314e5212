#include "tools/reference.hpp"

#include "tools/examples.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

namespace scrump::cli {
namespace {

// Each sign that `signs` names becomes what stands beside it.
std::string replaced(const std::string& text, const std::vector<std::pair<char, std::string_view>>& signs) {
    std::string result;
    for (const char sign : text) {
        const auto found = std::ranges::find(signs, sign, &std::pair<char, std::string_view>::first);
        if (found == signs.end()) {
            result += sign;
        } else {
            result += found->second;
        }
    }
    return result;
}

// Text in a cell of a table. Backticks stay: help marks words with them, too.
std::string cell(const std::string& text) {
    return replaced(text, {{'|', "&#124;"}, {'<', "&lt;"}, {'*', "\\*"}, {'\n', " "}});
}

// A code span in a cell of a table. Readers of Markdown disagree on a backslash before '|' between backticks.
std::string code(const std::string& text) {
    if (text.find('|') == std::string::npos) return "`" + text + "`";
    return "<code>" + replaced(text, {{'|', "&#124;"}, {'<', "&lt;"}, {'&', "&amp;"}}) + "</code>";
}

std::string codes(const std::vector<std::string>& texts) {
    std::vector<std::string> all;
    for (const std::string& text : texts) all.push_back(code(text));
    return fmt::format("{}", fmt::join(all, ", "));
}

std::string block(const std::string& text) {
    const std::size_t begin = text.find_first_not_of('\n');
    if (begin == std::string::npos) return "";
    return "```\n" + text.substr(begin, text.find_last_not_of('\n') + 1 - begin) + "\n```\n\n";
}

// Whether help already lists the words that a value may be.
bool shows_words(const DescribedArgument& argument) {
    const std::string shown = argument.value + " " + argument.help;
    return std::ranges::all_of(argument.words,
                               [&](const std::string& word) { return shown.find(word) != std::string::npos; });
}

std::string meaning(const DescribedArgument& argument) {
    std::string text = cell(argument.help);
    if (argument.required && !argument.positional) text += ". Required";
    if (!shows_words(argument)) text += ". Words: " + codes(argument.words);
    if (!argument.needs.empty()) text += ". Needs " + codes(argument.needs);
    if (!argument.excludes.empty()) text += ". Not with " + codes(argument.excludes);
    return text;
}

std::string option_row(const DescribedArgument& option) {
    std::vector<std::string> names = option.names;
    if (!option.value.empty()) names.back() += " " + option.value;
    const std::string fallback = option.fallback.empty() ? "" : code(option.fallback);
    return fmt::format("| {} | {} | {} |\n", codes(names), fallback, meaning(option));
}

std::string options_section(const DescribedCommand& command) {
    std::string text;
    for (const std::string& group : option_groups(command)) {
        text += fmt::format("**{}**\n\n| option | default | meaning |\n|---|---|---|\n",
                            group.empty() ? "Options" : cell(group));
        for (const DescribedArgument& argument : command.arguments)
            if (!argument.positional && argument.group == group) text += option_row(argument);
        text += "\n";
    }
    return text;
}

std::string positionals_text(const DescribedCommand& command) {
    std::string rows;
    for (const DescribedArgument& argument : command.arguments) {
        if (!argument.positional) continue;
        const bool lists_words = argument.value.find('|') != std::string::npos;
        rows += fmt::format("| {} | {}{} |\n", code(argument.names.front()), meaning(argument),
                            lists_words ? ": " + code(argument.value) : "");
    }
    return rows.empty() ? "" : "| argument | meaning |\n|---|---|\n" + rows + "\n";
}

std::string usage(const DescribedCommand& command) {
    std::string text = "scrump " + command.name + " [OPTIONS]";
    for (const DescribedArgument& argument : command.arguments)
        if (argument.positional) text += " " + positional_usage(argument, argument.names.front());
    return text;
}

std::string examples_section(const DescribedCommand& command) {
    const auto examples = examples_of(command.name);
    return examples.empty() ? "" : "Examples:\n\n" + block(fmt::format("{}", fmt::join(examples, "\n")));
}

std::string own_section(const Description& line) {
    const auto [summary, examples] = first_line(line.command.summary);
    return "## scrump\n\n" + cell(summary) + "\n\n" + block("scrump SUBCOMMAND [OPTIONS] ...") + block(examples) +
           options_section(line.command) + block(line.command.footer);
}

std::string list_of_subcommands(const Description& line) {
    std::string text = "| subcommand | what it does |\n|---|---|\n";
    for (const DescribedCommand& command : line.subcommands)
        text += fmt::format("| [{0}](#{0}) | {1} |\n", command.name, cell(command.summary));
    return text + "\n";
}

std::string section(const DescribedCommand& command) {
    std::string text = "## " + command.name + "\n\n" + cell(command.summary) + ".";
    if (!command.aliases.empty()) text += " Also called " + codes(command.aliases) + ".";
    return text + "\n\n" + block(usage(command)) + positionals_text(command) + options_section(command) +
           block(command.footer) + examples_section(command);
}

// With one end of line at its end.
std::string ended(const std::string& text) {
    return text.substr(0, text.find_last_not_of('\n') + 1) + "\n";
}

}  // namespace

std::string reference_section(const DescribedCommand& subcommand) {
    return ended(section(subcommand));
}

std::string reference_page(const Description& line) {
    std::string text = "# Options\n\nEvery option of every subcommand of " + line.version +
                       ", as `scrump help --markdown` prints them. [The command](command.md) explains what help "
                       "leaves out.\n\n" +
                       list_of_subcommands(line) + own_section(line);
    for (const DescribedCommand& command : line.subcommands) text += section(command);
    return ended(text);
}

}  // namespace scrump::cli
