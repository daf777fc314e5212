#pragma once

// Include it for runs as JSON, for `scrump-report`.
//
// The record of a run as one JSON object in a file: the format that the command prints with --json (docs/command.md)
// and that scrump-report shows as a page.
//
//     const auto result = scrump::maximise<MyGenerator>(space, root, options);
//     scrump::write_json(result, "run.json", options, {.problem = "timetable", .command = {argv, argv + argc}});
//
// Works for a search, a computation by tasks, a loop, or an exploration of states. Needs no JSON library.

#include <scrump/base/error.hpp>
#include <scrump/loops/options.hpp>
#include <scrump/loops/result.hpp>
#include <scrump/search/options.hpp>
#include <scrump/search/result.hpp>
#include <scrump/states/explore/options.hpp>
#include <scrump/states/explore/result.hpp>
#include <scrump/tasks/options.hpp>
#include <scrump/tasks/result.hpp>

#include <concepts>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace scrump {

/// What a program adds to the record of its run besides the result.
struct RunNotes {
    std::string problem = "own program";                          ///< what was computed, in a word or two
    std::vector<std::pair<std::string, std::string>> instance{};  ///< names and values that identify the instance
    std::vector<std::string> command{};                           ///< the command line
};

namespace detail {

/// The answer of a run, as far as it is a number.
struct AnswerNumbers {
    Status status = Status::complete;
    std::optional<double> objective{};
    std::optional<std::uint64_t> count{};
    std::optional<bool> exists{};
    const char* finding = nullptr;  ///< for states: the finding
};

template <class Result>
AnswerNumbers numbers_of(const Result& result) {
    AnswerNumbers numbers{.status = result.status};
    if constexpr (requires {
                      result.objective;
                      result.node;
                  }) {
        if (result.node) numbers.objective = static_cast<double>(result.objective);
    } else if constexpr (requires { result.node; }) {
        if (result.node || result.status == Status::complete) numbers.exists = result.node.has_value();
    } else if constexpr (requires { result.solutions; }) {
        numbers.count = result.solutions.size();
    } else if constexpr (requires { result.value; }) {
        using Value = std::remove_cvref_t<decltype(result.value)>;
        if constexpr (std::unsigned_integral<Value> && !std::same_as<Value, bool>) numbers.count = result.value;
    }
    return numbers;
}

// The options of the run; null if unknown.
std::string json_of(const AnswerNumbers& answer, const Statistics& statistics, const SearchOptions* options,
                    const RunNotes& notes);
std::string json_of(const AnswerNumbers& answer, const TaskStatistics& statistics, const TaskOptions* options,
                    const RunNotes& notes);
std::string json_of(const AnswerNumbers& answer, const LoopStatistics& statistics, const LoopOptions* options,
                    const RunNotes& notes);
std::string json_of(const AnswerNumbers& answer, const ExploreStatistics& statistics, bool all_expanded,
                    double expected_missed, const ExploreOptions* options, const RunNotes& notes);

template <class S>
struct OptionsFor;
template <>
struct OptionsFor<Statistics> : std::type_identity<SearchOptions> {};
template <>
struct OptionsFor<TaskStatistics> : std::type_identity<TaskOptions> {};
template <>
struct OptionsFor<LoopStatistics> : std::type_identity<LoopOptions> {};
template <>
struct OptionsFor<ExploreStatistics> : std::type_identity<ExploreOptions> {};

/// The options type of the door that a result comes from.
template <class Result>
using OptionsOf = typename OptionsFor<std::remove_cvref_t<decltype(std::declval<const Result&>().statistics)>>::type;

template <class Result>
std::string to_json(const Result& result, const OptionsOf<Result>* options, const RunNotes& notes) {
    if constexpr (requires { result.all_expanded; }) {
        AnswerNumbers answer{.status = result.status};
        if (result.finding) answer.finding = name(result.finding->kind);
        return json_of(answer, result.statistics, result.all_expanded, result.expected_missed, options, notes);
    } else {
        return json_of(numbers_of(result), result.statistics, options, notes);
    }
}

void write_json_text(const std::string& text, const std::string& path);

}  // namespace detail

/// A result of any door as the text of a JSON object, on one line. `options` are those of the run.
template <class Result>
std::string to_json(const Result& result, const detail::OptionsOf<Result>& options, const RunNotes& notes = {}) {
    return detail::to_json(result, &options, notes);
}

/// Writes the same object to a file, which is replaced as a whole or not at all. Of several processes, the first one
/// calls it. Throws Error that names the file if it cannot be written.
template <class Result>
void write_json(const Result& result, const std::string& path, const detail::OptionsOf<Result>& options,
                const RunNotes& notes = {}) {
    detail::write_json_text(detail::to_json(result, &options, notes), path);
}

/// The same without the options: the object then says that they are unknown.
template <class Result>
void write_json(const Result& result, const std::string& path) {
    detail::write_json_text(detail::to_json(result, nullptr, {}), path);
}

}  // namespace scrump
