#pragma once
// What a subcommand takes, and what help says of it: as much of CLI11 as the command uses. CLI11 itself is for
// arguments.cpp and command_line.cpp alone: its headers leave a lot of code in every file that includes them.

#include "values.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace scrump::cli {

/// Where the value of an option is put. What is optional stays empty where the option is not given.
using Place = std::variant<std::string*, std::vector<std::string>*, unsigned*, std::uint64_t*, std::int64_t*, double*,
                           std::optional<std::uint64_t>*, std::optional<std::int64_t>*>;

/// An option, a flag or a positional argument that was declared; copies stand for the same one.
class Argument {
  public:
    explicit Argument(CLI::Option& option) : option_(&option) {}

    Argument& required();
    Argument& rule(const Rule& rule);

    /// What help calls the value: FILE, N.
    Argument& type_name(const std::string& name);

    /// Help shows the value that stands there now as the one that holds if none is given.
    Argument& show_default();

    /// The heading in help under which it stands.
    Argument& group(const std::string& heading);

    Argument& needs(Argument other);
    Argument& excludes(Argument other);

    /// Whether it is on the command line, once that is parsed.
    bool given() const;

  private:
    CLI::Option* option_;
};

/// A subcommand; copies stand for the same one.
class Command {
  public:
    explicit Command(CLI::App& app) : app_(&app) {}

    /// Another name for it.
    void alias(const std::string& name);

    /// What help ends with.
    void footer(const std::function<std::string()>& text);

    /// `names` are such as "-o,--output"; without dashes, "FILE", it is a positional argument.
    Argument option(const std::string& names, Place value, const std::string& help);
    Argument flag(const std::string& names, bool& value, const std::string& help);

    /// An option whose value is one of the words that `meanings` has.
    template <class Value>
    Argument choice(const std::string& names, Value& value, const std::map<std::string, Value>& meanings,
                    const std::string& help) {
        std::vector<std::string> words;
        words.reserve(meanings.size());
        for (const auto& [word, meaning] : meanings) words.push_back(word);
        return named(
                   names, [&value, meanings](const std::string& chosen) { value = meanings.at(chosen); }, help)
            .rule(one_of(words));
    }

    /// `action` is called at the end of parsing if this subcommand was chosen.
    void when_chosen(const std::function<void()>& action);

  private:
    Argument named(const std::string& names, const std::function<void(const std::string&)>& take,
                   const std::string& help);

    CLI::App* app_;
};

}  // namespace scrump::cli
