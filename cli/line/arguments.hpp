#pragma once
// What a subcommand takes, and what help says of it: as much of CLI11 as the command uses. CLI11 itself is for
// arguments.cpp and command_line.cpp alone: its headers leave a lot of code in every file that includes them.

#include "line/values.hpp"

#include <scrump/base/option.hpp>
#include <scrump/sim/machine.hpp>

#include <concepts>
#include <functional>
#include <map>
#include <optional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace scrump::cli {

struct Process;

/// What a subcommand does, together with the other processes of the session; returns the exit status.
using Action = std::function<int(const Process&)>;

/// What a command line asks for.
struct Chosen {
    Action action;
    /// The machine to simulate, known once all options are; none: run on this one.
    std::function<std::optional<SimulatedMachine>()> machine;
    /// What follows from the options of a subcommand together, once all are known.
    std::map<const CLI::App*, std::function<void()>> consequences;
};

/// The words that values are, or begin with, of the options that have some.
using Words = std::map<const CLI::Option*, std::vector<std::string>>;

/// What declares the options of subcommands that nobody has asked for yet.
using Undeclared = std::map<const CLI::App*, std::function<void()>>;

/// An option, a flag or a positional argument that was declared; copies stand for the same one.
class Argument {
  public:
    /// `words`: of all options.
    Argument(CLI::Option& option, Words& words) : option_(&option), words_(&words) {}

    Argument& required();

    /// What help calls the value: FILE, N.
    Argument& type_name(const std::string& name);

    /// What the value is, or begins with: shells offer it.
    Argument& words(std::vector<std::string> known);

    /// Help shows the value that stands there now as the one that holds if none is given.
    Argument& show_default();

    /// The value that holds if none is given, as a user would write it; help shows it.
    Argument& initially(const std::string& text);

    /// The heading in help under which it stands.
    Argument& group(const std::string& heading);

    /// Before what help says of it.
    Argument& prefix_help(const std::string& text);

    Argument& needs(Argument other);
    Argument& excludes(Argument other);

  private:
    CLI::Option* option_;
    Words* words_;
};

/// A subcommand; copies stand for the same one.
class Command {
  public:
    /// If it is chosen, `chosen` becomes what it does.
    Command(CLI::App& app, Chosen& chosen, Words& words, Undeclared& undeclared)
        : app_(&app), chosen_(&chosen), words_(&words), undeclared_(&undeclared) {}

    /// Another name for it.
    void alias(const std::string& name);

    /// Has `declare` declare its options once they are needed: those of all subcommands take longer than many a run.
    void options(std::function<void(Command)> declare);

    /// What help ends with.
    void footer(const std::function<std::string()>& text);

    /// An option whose text `read` (one of values.hpp) makes into `value`, which keeps its own where the option is not
    /// given. `names` are such as "-o,--output"; without dashes, "FILE", it is a positional argument.
    template <class Value, class Read>
    Argument option(const std::string& names, Value& value, const Read& read, const std::string& help) {
        const auto take = [&value, read](const std::string& text) {
            const auto given = read(text);
            if constexpr (std::integral<Value>) {
                if (!std::in_range<Value>(given)) return false;
            }
            value = static_cast<Value>(given);
            return true;
        };
        Argument declared = declare(
            names, take, [&value] { return shown(value); }, help);
        if constexpr (requires { read.words(); }) declared.type_name(read.text()).words(read.words());
        return declared;
    }

    /// Any text, and as many as are given.
    Argument option(const std::string& names, std::string& value, const std::string& help);
    Argument option(const std::string& names, std::vector<std::string>& values, const std::string& help);

    /// A text each time that the option is given.
    Argument option_again(const std::string& names, std::vector<std::string>& values, const std::string& help);

    /// Makes `value` true, or, against it, false.
    Argument flag(const std::string& names, bool& value, const std::string& help);
    Argument flag_against(const std::string& names, bool& value, const std::string& help);

    /// An option of a table (scrump/base/option.hpp). `set` gets the value's text, and `standard` is the default.
    Argument option(const OptionText& option, const std::function<void(const std::string&)>& set,
                    const std::string& standard);

    /// The option of that name, "--workers", which was declared.
    Argument declared(const std::string& name) const;

    /// What it does.
    void does(Action action);

    /// Has `draw` set what follows from its options together, once all are known and before it does anything. Throws
    /// UsageError where they contradict each other.
    void consequences(std::function<void()> draw);

    /// The machine that it runs on, called once all options are known; without a value it runs on this one.
    void runs_on(std::function<std::optional<SimulatedMachine>()> machine);

    /// Its name.
    std::string name() const;

    /// Whether the command line has the option of that name; for what it does.
    bool was_given(const std::string& name) const;

  private:
    template <class Value>
    static std::string shown(const Value& value) {
        std::ostringstream text;
        if constexpr (requires { text << value; }) text << value;
        return text.str();
    }

    using Texts = std::vector<std::string>;
    void declare_former_name(const OptionText& option, const std::function<bool(const Texts&)>& take);

    /// `take` returns whether the value fits its place.
    Argument declare(const std::string& names, const std::function<bool(const std::string&)>& take,
                     const std::function<std::string()>& show, const std::string& help);

    CLI::App* app_;
    Chosen* chosen_;
    Words* words_;
    Undeclared* undeclared_;
};

}  // namespace scrump::cli
