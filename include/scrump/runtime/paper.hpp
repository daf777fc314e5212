#pragma once
// The systems of papers, by name. One table has all options that make such a system out of Scrump's parts: the option
// `paper` of the front doors, its help, docs/papers.md, and what a report says about a run are made from it.

#include <scrump/base/option.hpp>

#include <algorithm>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace scrump {

/// Where the system of a paper can be selected, as bits.
enum PaperPlaces : std::uint8_t {
    in_searches = 1,       ///< searches, except those below
    in_enumerations = 2,   ///< enumerations that can run on stacks of nodes: semigroups, queens, uts
    in_tasks = 4,          ///< fork-join computations
    in_loops = 8,          ///< self-scheduled loops
    in_reachability = 16,  ///< symbolic reachability
    in_heat = 32,          ///< the heat equation of lab/grain
};

/// An option that is part of a system. Of several rows for one option, the first one that has a meaning at a place
/// holds, unless a variant selects another one.
struct PaperOption {
    std::uint8_t places;         ///< where it is part of the system: PaperPlaces
    std::string_view name;       ///< name of the option in the table of the front door
    std::string_view value;      ///< as a user would write it
    std::string_view open{};     ///< parameters of the value that the paper varies, with blanks between them
    std::string_view variant{};  ///< the paper's word for this value, where the paper compares several
};

/// The system of a paper.
struct PaperSystem {
    std::string_view name;                 ///< "xie2023"
    std::string_view cited;                ///< as docs/papers.md cites the paper: "Xie (2023)"
    std::string_view about;                ///< the system in a phrase
    std::string_view differs;              ///< what Scrump does otherwise and cannot select yet
    std::span<const PaperOption> options;  ///< in the order of help

    /// Where it can be selected: PaperPlaces.
    std::uint8_t places() const;
};

/// All systems, in the order of help.
std::span<const PaperSystem> paper_systems();
/// Names of the systems that can be selected in one of `places`.
std::vector<std::string> paper_names(std::uint8_t places);
/// The places in words: "searches, tasks".
std::string places_text(std::uint8_t places);
/// Help on all systems with their options, in lines.
std::string papers_help();

/// An option of a system with the values that it may have: the first one unless a user gives another one.
struct PaperChoice {
    std::string_view option;                   ///< name of the option
    std::vector<const PaperOption*> values{};  ///< at least one
};

/// The options of `NAME[:VARIANT]` in `places`; a variant is one of the paper's words, or several of them with `_`
/// between them. Throws UsageError for an unknown name or variant, and for a system without a meaning in `places`.
std::vector<PaperChoice> paper_choices(std::string_view text, std::uint8_t places);

/// Where the options of a front door apply: PaperPlaces. Specialised for each front door beside its table.
template <class Options>
inline constexpr std::uint8_t paper_places = 0;

/// Texts of options by their names.
using OptionTexts = std::map<std::string, std::string>;

namespace detail {

/// The text of an option with the parameters that it lacks and the paper's value of the same name has.
std::string completed_by_paper(std::string_view given, std::string_view value);
/// Whether the text of an option can mean a value of the paper that is not the `first` one: it names all parameters in
/// which these differ.
bool means_value_of_paper(std::string_view given, std::string_view value, std::string_view first);
/// Whether two values, in their canonical form, differ in nothing but parameters that are `open`.
bool agrees_with_paper(std::string_view value, std::string_view expected, std::string_view open);
/// Throws UsageError: the user gave `text` for the option.
[[noreturn]] void refuse_beside_paper(std::string_view paper, const PaperChoice& choice, std::string_view text);

template <class Options>
std::string in_canonical_form(const Option<Options>& row, std::string_view text) {
    Options usual;
    row.set(usual, row, text);
    return row.shown(usual);
}

template <class Options>
bool follows_paper(const Options& options, const Option<Options>& row, const PaperOption& value) {
    return agrees_with_paper(row.shown(options), in_canonical_form(row, value.value), value.open);
}

// Sets the option to what the user gave, completed by one of the paper's values. False if it agrees with none.
template <class Options>
bool take_given(Options& options, const Option<Options>& row, const PaperChoice& choice, const std::string& text) {
    for (const PaperOption* const value : choice.values) {
        if (!means_value_of_paper(text, value->value, choice.values.front()->value)) continue;
        Options tried = options;
        try {
            row.set(tried, row, completed_by_paper(text, value->value));
        } catch (const UsageError&) {
            continue;  // parameters of different values do not go together
        }
        if (!follows_paper(tried, row, *value)) continue;
        options = std::move(tried);
        return true;
    }
    return false;
}

}  // namespace detail

/// Sets all options of the system that the option `paper` of `options` names. `given` are the texts of options that the
/// user has set: they stay where the paper leaves them open. Throws UsageError for one that contradicts the paper.
template <class Options>
void apply_paper(Options& options, const OptionTexts& given, std::uint8_t places = paper_places<Options>) {
    const std::span<const Option<Options>> table = option_table<Options>();
    const std::string paper = find_option(table, "paper")->shown(options);
    for (const PaperChoice& choice : paper_choices(paper, places)) {
        const Option<Options>& row = *find_option(table, choice.option);
        const auto found = given.find(std::string(choice.option));
        if (found == given.end()) {
            row.set(options, row, choice.values.front()->value);
        } else if (!detail::take_given(options, row, choice, found->second)) {
            detail::refuse_beside_paper(paper, choice, found->second);
        }
    }
}

/// The options of the system `NAME[:VARIANT]`; those that it leaves open are those of `options`. Throws UsageError as
/// paper_choices().
template <class Options>
Options options_of_paper(std::string_view text, Options options = {}) {
    const Option<Options>& row = *find_option(option_table<Options>(), "paper");
    row.set(options, row, text);
    apply_paper(options, {});
    return options;
}

/// The system that `options` name in their option `paper`, if all of its options are in force; otherwise empty.
template <class Options>
std::string paper_in_force(const Options& options) {
    const std::span<const Option<Options>> table = option_table<Options>();
    std::string paper = find_option(table, "paper")->shown(options);
    if (paper.empty()) return {};
    for (const PaperChoice& choice : paper_choices(paper, paper_places<Options>)) {
        const Option<Options>& row = *find_option(table, choice.option);
        const auto holds = [&](const PaperOption* value) { return detail::follows_paper(options, row, *value); };
        if (std::ranges::none_of(choice.values, holds)) return {};
    }
    return paper;
}

}  // namespace scrump
