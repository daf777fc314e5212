#pragma once
// Options of the command that stand in a front door's table.

#include "line/arguments.hpp"

#include <scrump/base/error.hpp>
#include <scrump/base/option.hpp>
#include <scrump/base/text.hpp>
#include <scrump/runtime/paper.hpp>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace scrump::cli {

/// The rows of a table that a command has, and what it knows about them.
template <class Options>
struct TablePart {
    std::vector<std::string_view> without{};  ///< names of rows that it does not have, or declares itself
    /// Texts of options on the command line: of these rows, and of those that the command declares itself.
    std::shared_ptr<OptionTexts> given = std::make_shared<OptionTexts>();
    std::uint8_t places = paper_places<Options>;  ///< where papers have systems for it: PaperPlaces

    /// Whether it has the row of that name.
    bool has(const Option<Options>& row) const {
        return (row.faces & in_command) != 0 && std::ranges::find(without, row.name) == without.end();
    }
};

/// Declares the option `--paper`, which sets others once all are known.
template <class Options>
void declare_paper(Command command, Options& options, const Option<Options>& row, const TablePart<Options>& part) {
    const auto refused = [name = command.name()](const UsageError& refusal) {
        return UsageError(name + ": " + refusal.what());
    };
    const auto take = [&options, &row, part, refused](const std::string& text) {
        try {
            paper_choices(text, part.places);
        } catch (const UsageError& refusal) {
            throw refused(UsageError(std::string("--paper: ") + refusal.what()));
        }
        row.set(options, row, text);
    };
    command.option(row, take, row.shown(options)).words(paper_names(part.places));
    command.consequences([&options, &row, part, refused] {
        if (row.shown(options).empty()) return;
        try {
            apply_paper(options, *part.given, part.places);
        } catch (const UsageError& refusal) {
            throw refused(refusal);
        }
    });
}

/// Declares the rows of a table that a command has. `options` must outlive the command.
template <class Options>
void declare_table(Command command, Options& options, std::span<const Option<Options>> table,
                   const TablePart<Options>& part = {}) {
    for (const Option<Options>& row : table) {
        if (!part.has(row)) continue;
        if constexpr (paper_places<Options> != 0) {
            if (row.name == "paper") {
                declare_paper(command, options, row, part);
                continue;
            }
        }
        const auto take = [&options, &row, given = part.given](const std::string& text) {
            row.set(options, row, text);
            (*given)[std::string(row.name)] = text;
        };
        command.option(row, take, row.shown(options));
    }
    for (const Option<Options>& row : table) {
        if (!part.has(row)) continue;
        if (!row.needs.empty()) command.declared(row.dashed()).needs(command.declared(dashed(row.needs)));
        for (scrump::Line rest(row.excludes); !rest.empty();)
            command.declared(row.dashed()).excludes(command.declared(dashed(rest.word())));
    }
}

}  // namespace scrump::cli
