// The options of a search from a program's own command line.

#include <scrump/base/error.hpp>
#include <scrump/search/option_table.hpp>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

namespace scrump {
namespace {

// "--workers"; null for what is not an option of a search.
const Option<SearchOptions>* option_named(std::string_view argument) {
    if (!argument.starts_with("--")) return nullptr;
    const auto* const option = find_option(option_table<SearchOptions>(), argument.substr(2));
    return option != nullptr && (option->faces & in_programs) != 0 ? option : nullptr;
}

}  // namespace

SearchOptions SearchOptions::parse(int& argc, char** argv, SearchOptions initial) {
    SearchOptions options = std::move(initial);
    OptionTexts given;
    int left = std::min(argc, 1);
    int next = left;
    while (next < argc) {
        const std::string_view argument = argv[next];
        if (argument == "--") break;
        const std::string_view name = argument.substr(0, argument.find('='));
        const Option<SearchOptions>* const option = option_named(name);
        if (option == nullptr) {
            argv[left++] = argv[next++];
            continue;
        }
        ++next;
        const bool joined = name.size() < argument.size();
        std::string_view value;
        if (!option->takes_value()) {
            if (joined) throw UsageError(std::string(name) + " takes no value");
        } else if (joined) {
            value = argument.substr(name.size() + 1);
        } else {
            if (next >= argc)
                throw UsageError(std::string(name) + " needs a value: " + std::string(name) + " " +
                                 option->placeholder());
            value = argv[next++];
        }
        try {
            option->set(options, *option, value);
            given[std::string(option->name)] = value;
        } catch (const UsageError& error) {
            throw UsageError(std::string(name) + ": " + error.what());
        }
    }
    if (given.contains("paper")) apply_paper(options, given);
    while (next < argc) argv[left++] = argv[next++];
    argc = left;
    argv[left] = nullptr;
    return options;
}

SearchOptions SearchOptions::parse(int& argc, char** argv) {
    return parse(argc, argv, SearchOptions());
}

std::string SearchOptions::help() {
    constexpr std::size_t width = 34;
    std::string text;
    for (const Option<SearchOptions>& option : option_table<SearchOptions>()) {
        if ((option.faces & in_programs) == 0) continue;
        std::string line("  --");
        line.append(option.name);
        if (option.takes_value()) line.append(" ").append(option.placeholder());
        line.resize(std::max(line.size() + 2, width), ' ');
        text.append(line).append(option.line_of_help()).append("\n");
    }
    return text;
}

}  // namespace scrump
