#pragma once
// The command line, taken apart by CLI11. What is wrong with it is said here, in sentences of our own: those of CLI11
// differ from version to version, and blame what comes after a misspelt option.

#include <CLI/CLI.hpp>

#include <span>
#include <string>

namespace scrump::cli {

/// Parses into the options that were declared. Throws UsageError that says what is wrong, and CLI::Success where help
/// or the version is asked for.
void parse_command_line(CLI::App& app, int argc, char** argv);

/// The subcommand of that name. Throws UsageError that names those that there are.
const CLI::App& find_subcommand(const CLI::App& app, const std::string& name);

/// The one of `known` that was probably meant by `word`: which begins with it, or differs in little; empty if there is
/// none.
std::string nearest(const std::string& word, std::span<const std::string> known);

}  // namespace scrump::cli
