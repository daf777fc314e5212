#pragma once
// What the command prints of a result: lines for people, or one JSON object for machines.

#include "run/process.hpp"
#include "run/run_options.hpp"

#include <scrump/search/result.hpp>

#include <nlohmann/json.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace scrump::cli {

/// Exit statuses, as documented in docs/command.md.
enum Exit : int { solved = 0, failed = 1, bad_usage = 2, stopped = 3, lost = 4 };

/// Everything to be printed of one run. A command fills it in, in this order: the instance, what the search came to,
/// and its answer.
struct Report {
    using Json = nlohmann::ordered_json;

    std::string problem{};                                      ///< the subcommand's name
    Json instance{};                                            ///< what was solved
    std::vector<std::pair<std::string, std::string>> answer{};  ///< lines for people: label and text
    std::vector<std::pair<std::string, std::string>> notes{};   ///< lines that follow the answer
    /// `objective`, `count`, `solution` and the like; nothing if nothing is known.
    Json result = Json::object();
    std::string unproved = "the best so far, not proved";  ///< what a stopped run's answer is
    Status status = Status::complete;
    Statistics statistics{};
    /// Seconds of work for a node on one worker alone; NaN if it is not known.
    double alone_per_node = std::numeric_limits<double>::quiet_NaN();
    /// What the first process does when all is printed, because it may fail; may be empty.
    std::function<void()> afterwards{};

    /// Takes over how a search ended and what it cost, and returns what it found.
    template <class T>
    T take(Answer<T> found) {
        status = found.status;
        statistics = std::move(found.statistics);
        return std::move(found.value);
    }

    /// A part of the answer, a number or some of them: for people under `label`, for machines under `key`.
    void add(const std::string& label, const char* key, const Json& value);

    /// A number that a stopped run has counted only a part of, and that is not given as the whole.
    void add_count(const std::string& label, const char* key, std::uint64_t count);

    /// Whether there is what was sought: yes, no, or, if the search was stopped before that was known, unknown.
    void add_existence(const std::string& label, bool found);

    /// What machines get under `key`, or, from a stopped run, under another name: a part of it.
    Json& counted(const std::string& key);

    /// That of the answer, if it has one.
    std::optional<double> objective() const;
};

/// Vertices, items or cities as a file numbers them, from `first`.
template <class Numbers>
std::vector<std::size_t> numbered_from(std::uint64_t first, const Numbers& numbers) {
    std::vector<std::size_t> names(std::begin(numbers), std::end(numbers));
    for (std::size_t& name : names) name += first;
    return names;
}

/// The same as most files and people number them: from 1.
template <class Numbers>
std::vector<std::size_t> from_one(const Numbers& numbers) {
    return numbered_from(1, numbers);
}

/// A number or a word, or some of them, for people.
std::string shown(const Report::Json& value);

/// Prints the report on the first process's standard output, and returns the exit status.
Exit print(const Report& report, const RunOptions& options, const Process& process);

}  // namespace scrump::cli
