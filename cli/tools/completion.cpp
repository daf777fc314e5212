// scrump completion, and the scripts that it prints.

#include "tools/completion.hpp"

#include "commands.hpp"
#include "line/values.hpp"
#include "run/process.hpp"
#include "run/report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iostream>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace scrump::cli {
namespace {

// What a value is completed with.
struct Offer {
    std::vector<std::string> words;
    bool files = false;
};

std::string replaced(std::string text, std::string_view what, std::string_view by) {
    for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += by.size())
        text.replace(at, what.size(), by);
    return text;
}

// Between single quotes of bash and zsh.
std::string single_quoted(const std::string& text) {
    return "'" + replaced(text, "'", "'\\''") + "'";
}

std::string single_quoted_for_fish(const std::string& text) {
    return "'" + replaced(replaced(text, "\\", "\\\\"), "'", "\\'") + "'";
}

std::vector<std::string> names_of_subcommands(const Description& line) {
    std::vector<std::string> names;
    for (const DescribedCommand& command : line.subcommands) {
        names.push_back(command.name);
        names.insert(names.end(), command.aliases.begin(), command.aliases.end());
    }
    return names;
}

// All under which it can be called.
std::vector<std::string> names_of(const DescribedCommand& command) {
    std::vector<std::string> names = {command.name};
    names.insert(names.end(), command.aliases.begin(), command.aliases.end());
    return names;
}

// Whether these words only begin values that are not files.
bool leave_room_for_files(const std::vector<std::string>& words) {
    return std::ranges::all_of(words, [](const std::string& word) { return word.ends_with(':'); });
}

// Only the words of options are known, unless the value is a file; positional arguments are mostly files.
Offer offer_of(const DescribedArgument& argument, const Description& line) {
    if (argument.positional && argument.names.front() == "SUBCOMMAND") return {.words = names_of_subcommands(line)};
    const bool files = argument.positional ? leave_room_for_files(argument.words) : argument.value == "FILE";
    return {.words = argument.words, .files = files};
}

std::vector<std::string> options_of(const DescribedCommand& command) {
    std::vector<std::string> options;
    for (const DescribedArgument& argument : command.arguments) {
        if (!argument.positional) options.insert(options.end(), argument.names.begin(), argument.names.end());
    }
    return options;
}

// What may stand where no option is: of all positional arguments together.
Offer positional_offer(const DescribedCommand& command, const Description& line) {
    Offer all;
    for (const DescribedArgument& argument : command.arguments) {
        if (!argument.positional) continue;
        const Offer one = offer_of(argument, line);
        all.words.insert(all.words.end(), one.words.begin(), one.words.end());
        all.files = all.files || one.files;
    }
    return all;
}

std::string bash_words(const Offer& offer) {
    std::string text = fmt::format("words={}", single_quoted(fmt::format("{}", fmt::join(offer.words, " "))));
    return offer.files ? text + " files=1" : text;
}

// One case for each option of a subcommand that takes a value, and one for where none stands.
std::string bash_cases(const DescribedCommand& command, const Description& line) {
    std::string text;
    for (const DescribedArgument& argument : command.arguments) {
        if (argument.positional || argument.value.empty()) continue;
        text += fmt::format("                {}) {} ;;\n", fmt::join(argument.names, "|"),
                            bash_words(offer_of(argument, line)));
    }
    return text + fmt::format("                *) options={}; {} ;;\n",
                              single_quoted(fmt::format("{}", fmt::join(options_of(command), " "))),
                              bash_words(positional_offer(command, line)));
}

}  // namespace

std::string bash_completion(const Description& line) {
    std::string text = fmt::format("# Completion for bash of {}, made by: scrump completion bash\n", line.version) +
                       "_scrump() {\n"
                       "    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}\n"
                       "    local options= words= files=\n"
                       "    # bash takes --option=value for three words.\n"
                       "    if [[ $word == = ]]; then\n"
                       "        word=\n"
                       "    elif [[ $before == = ]]; then\n"
                       "        before=${COMP_WORDS[COMP_CWORD-2]}\n"
                       "    fi\n"
                       "    if ((COMP_CWORD == 1)); then\n";
    text +=
        fmt::format("        words={}\n", single_quoted(fmt::format("{}", fmt::join(names_of_subcommands(line), " "))));
    text +=
        fmt::format("        options={}\n", single_quoted(fmt::format("{}", fmt::join(options_of(line.command), " "))));
    text += "    else\n        case ${COMP_WORDS[1]} in\n";
    for (const DescribedCommand& command : line.subcommands) {
        text += fmt::format("            {}) case $before in\n", fmt::join(names_of(command), "|"));
        text += bash_cases(command, line) + "                esac ;;\n";
    }
    return text +
           "        esac\n"
           "    fi\n"
           "    [[ $word == -* ]] && words=$options\n"
           "    COMPREPLY=($(compgen -W \"$words\" -- \"$word\"))\n"
           "    [[ ${COMPREPLY[0]} == *: ]] && compopt -o nospace 2>/dev/null\n"
           "    if [[ $files && $word != -* ]]; then\n"
           "        compopt -o filenames 2>/dev/null\n"
           "        COMPREPLY+=($(compgen -f -- \"$word\"))\n"
           "    fi\n"
           "}\n"
           "complete -F _scrump scrump\n";
}

namespace {

// zsh reads these signs in explanations and messages.
std::string explained(const std::string& text) {
    std::string escaped = replaced(text, "\\", "\\\\");
    for (const char* sign : {"[", "]", ":"}) escaped = replaced(escaped, sign, std::string("\\") + sign);
    return escaped;
}

std::string zsh_action(const Offer& offer) {
    if (!offer.words.empty() && offer.files)
        return replaced(fmt::format("{{compadd -S \"\" -- {}; _files}}", fmt::join(offer.words, " ")), ":", "\\:");
    if (!offer.words.empty()) return fmt::format("({})", fmt::join(offer.words, " "));
    return offer.files ? "_files" : " ";
}

std::string zsh_value(const DescribedArgument& argument, const Description& line) {
    const std::string& called = argument.positional ? argument.names.front() : argument.value;
    return ":" + explained(called) + ":" + zsh_action(offer_of(argument, line));
}

// A specification for each name of an option, as _arguments reads it; with several names, each excludes the others.
std::string zsh_specifications(const DescribedArgument& argument, const Description& line, std::size_t& place) {
    if (argument.positional) {
        const std::string where = argument.repeated ? "*" : std::to_string(++place);
        return "                " + single_quoted(where + zsh_value(argument, line)) + " \\\n";
    }
    std::string text;
    for (const std::string& name : argument.names) {
        std::string specification =
            argument.names.size() > 1 ? fmt::format("({})", fmt::join(argument.names, " ")) : std::string();
        specification += name;
        if (!argument.value.empty()) specification += name.starts_with("--") ? "=" : "+";
        specification += "[" + explained(argument.help) + "]";
        if (!argument.value.empty()) specification += zsh_value(argument, line);
        text += "                " + single_quoted(specification) + " \\\n";
    }
    return text;
}

}  // namespace

std::string zsh_completion(const Description& line) {
    std::string text = fmt::format(
        "#compdef scrump\n# Completion for zsh of {}, made by: scrump completion zsh\n"
        "_scrump() {{\n"
        "    if ((CURRENT == 2)); then\n"
        "        local -a subcommands=(\n",
        line.version);
    for (const DescribedCommand& command : line.subcommands) {
        for (const std::string& name : names_of(command))
            text += "            " + single_quoted(name + ":" + replaced(command.summary, ":", "\\:")) + "\n";
    }
    text += fmt::format(
        "        )\n"
        "        _describe subcommand subcommands\n"
        "        compadd -- {}\n"
        "        return\n"
        "    fi\n"
        "    local subcommand=$words[2]\n"
        "    shift words\n"
        "    ((CURRENT--))\n"
        "    case $subcommand in\n",
        fmt::join(options_of(line.command), " "));
    for (const DescribedCommand& command : line.subcommands) {
        text += fmt::format("        {})\n            _arguments \\\n", fmt::join(names_of(command), "|"));
        std::size_t place = 0;
        for (const DescribedArgument& argument : command.arguments) text += zsh_specifications(argument, line, place);
        text += "                && return ;;\n";
    }
    return text + "    esac\n}\n_scrump \"$@\"\n";
}

namespace {

std::string fish_value(const Offer& offer) {
    std::string text = offer.files ? " -r -F" : " -x";
    if (!offer.words.empty()) text += " -a " + single_quoted_for_fish(fmt::format("{}", fmt::join(offer.words, " ")));
    return text;
}

std::string fish_option(const DescribedArgument& argument) {
    std::string text;
    for (const std::string& name : argument.names)
        text += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
    return text;
}

}  // namespace

std::string fish_completion(const Description& line) {
    std::string text = fmt::format(
        "# Completion for fish of {}, made by: scrump completion fish\n"
        "complete -c scrump -f\n",
        line.version);
    for (const DescribedArgument& argument : line.command.arguments)
        text += fmt::format("complete -c scrump -n __fish_use_subcommand{} -d {}\n", fish_option(argument),
                            single_quoted_for_fish(argument.help));
    for (const DescribedCommand& command : line.subcommands) {
        for (const std::string& name : names_of(command))
            text += fmt::format("complete -c scrump -n __fish_use_subcommand -a {} -d {}\n", name,
                                single_quoted_for_fish(command.summary));
        const std::string within =
            fmt::format("complete -c scrump -n '__fish_seen_subcommand_from {}'", fmt::join(names_of(command), " "));
        for (const DescribedArgument& argument : command.arguments) {
            if (argument.positional) continue;
            text += within + fish_option(argument);
            if (!argument.value.empty()) text += fish_value(offer_of(argument, line));
            text += " -d " + single_quoted_for_fish(argument.help) + "\n";
        }
        const Offer positional = positional_offer(command, line);
        if (positional.files) text += within + " -F\n";
        if (!positional.words.empty())
            text +=
                within + " -a " + single_quoted_for_fish(fmt::format("{}", fmt::join(positional.words, " "))) + "\n";
    }
    return text;
}

void declare_completion(CommandLine& line) {
    using Script = std::string (*)(const Description&);
    const Choices<Script> shells = {{"bash", bash_completion}, {"zsh", zsh_completion}, {"fish", fish_completion}};
    const auto script = std::make_shared<Script>();
    Command command = line.subcommand("completion", "Print a script that makes a shell complete the command line");
    command.option("SHELL", *script, one_of(shells), "Which shell").required();
    command.footer([] {
        return std::string(
            "In bash, for the shells that are started from now on:\n"
            "  scrump completion bash > ~/.local/share/bash-completion/completions/scrump\n"
            "In zsh, in a folder of $fpath:\n"
            "  scrump completion zsh > FOLDER/_scrump\n"
            "In fish:\n"
            "  scrump completion fish > ~/.config/fish/completions/scrump.fish");
    });
    command.does([&line, script](const Process& process) {
        if (process.first()) std::cout << (*script)(line.describe());
        return solved;
    });
}

}  // namespace scrump::cli
