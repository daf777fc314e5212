#pragma once
// The command line as a whole, taken apart by CLI11. What is wrong with it is said here, in sentences of our own: those
// of CLI11 differ from version to version, and blame what comes after a misspelt option.

#include "line/arguments.hpp"
#include "line/description.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace scrump::cli {

/// What --help and --version say of the command.
struct About {
    std::string summary;
    std::string version;
    std::function<std::string()> footer;  ///< what help ends with
};

class CommandLine {
  public:
    explicit CommandLine(const About& about);
    ~CommandLine();
    CommandLine(const CommandLine&) = delete;
    CommandLine& operator=(const CommandLine&) = delete;

    /// Declares one.
    Command subcommand(const std::string& name, const std::string& summary);

    /// Whether one of that name was declared.
    bool has_subcommand(const std::string& name) const;

    /// Puts the values into what was declared. Returns the text to be printed instead of an action if help or the
    /// version is asked for. Throws UsageError that says what is wrong.
    std::optional<std::string> parse(const std::vector<std::string>& words);

    /// The name of the subcommand that was parsed.
    std::string chosen() const;
    /// What it does.
    const Action& action() const { return chosen_.action; }
    /// The machine to simulate that it asks for. Throws as SimulatedMachine::parse(), and UsageError if options
    /// contradict each other.
    std::optional<SimulatedMachine> machine() const { return chosen_.machine ? chosen_.machine() : std::nullopt; }

    /// What --help says of the subcommand of that name, or of all if it is empty. Throws UsageError that names the
    /// subcommands that there are.
    std::string help(const std::string& name) const;

    /// All that was declared.
    Description describe() const;

  private:
    void declare_options_of(const CLI::App& command) const;
    void declare_all_options() const;

    std::unique_ptr<CLI::App> app_;
    std::string version_;
    Words words_;
    mutable Undeclared undeclared_;  // empties as options are looked at
    Chosen chosen_;
};

}  // namespace scrump::cli
