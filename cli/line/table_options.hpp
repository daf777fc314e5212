#pragma once
// Options of the command that stand in a front door's table.

#include "line/arguments.hpp"

#include <scrump/base/option.hpp>
#include <scrump/base/text.hpp>

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
        if ((row.faces & in_command) == 0 || !is_wanted(row.name)) continue;
        if (!row.needs.empty()) command.declared(row.dashed()).needs(command.declared(dashed(row.needs)));
        for (scrump::Line rest(row.excludes); !rest.empty();)
            command.declared(row.dashed()).excludes(command.declared(dashed(rest.word())));
    }
}

}  // namespace scrump::cli
