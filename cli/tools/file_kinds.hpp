#pragma once
// The kind of a file, by its contents, and the subcommands that take it.

#include "line/description.hpp"

#include <scrump/runtime/session.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace scrump::cli {

struct FileKind {
    std::string title;                  ///< "a graph (DIMACS)"
    std::vector<std::string> commands;  ///< those that take it, with what stands before its name
    bool guessed = false;               ///< nothing in the file says so: it only looks like that
};

/// All that the text of a file, unpacked, can be read as: what it most likely is first. `name` is a hint where the text
/// says nothing. Takes as long as reading it.
std::vector<FileKind> kinds_of(const std::string& text, const std::string& name);

/// The model of `scrump explore` that a text is: "pins", "pnml" or "sokoban"; by the text, or by the name where that
/// says nothing. Empty: neither.
std::string_view state_model_in(std::string_view text, std::string_view name);

/// "; it is a graph (DIMACS text): see scrump FILE" of a file that another subcommand takes; or nothing.
std::string where_it_belongs(const std::string& text, const std::string& name);

/// Collective. What could be done with a file, as lines that name what it is and the subcommands that take it. Nothing
/// if no such file exists. Throws Error for a file that no subcommand takes.
std::optional<std::string> uses_of_file(const std::string& name, const Description& line, Session& session);

}  // namespace scrump::cli
