#pragma once
// Options of the command that stand in a front door's table.

#include "line/arguments.hpp"

#include <scrump/base/option.hpp>

#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace scrump::cli {

/// Declares the rows of a table that a command has, except those named in `without`. `options` must outlive the
/// command.
template <class Options>
void declare_table(Command command, Options& options, std::span<const Option<Options>> table,
                   const std::vector<std::string_view>& without = {}) {
    const auto is_wanted = [&](std::string_view name) { return std::ranges::find(without, name) == without.end(); };
    for (const Option<Options>& row : table) {
        if ((row.faces & in_command) == 0 || !is_wanted(row.name)) continue;
        command.option(
            row, [&options, &row](const std::string& text) { row.set(options, row, text); }, row.shown(options));
    }
    for (const Option<Options>& row : table) {
        if ((row.faces & in_command) == 0 || row.needs.empty() || !is_wanted(row.name)) continue;
        command.declared("--" + std::string(row.name)).needs(command.declared("--" + std::string(row.needs)));
    }
}

}  // namespace scrump::cli
