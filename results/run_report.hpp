#pragma once
// What every front door reports of a run, as one JSON object (docs/command.md; share/result.schema.json describes it):
// for the command, the Python package, and programs of the library's users.

#include "results/statistics_json.hpp"

#include <scrump/metrics/statistics.hpp>
#include <scrump/runtime/settings.hpp>
#include <scrump/runtime/status.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace scrump::results {

/// What made a run.
struct Provenance {
    std::vector<std::string> command{};  ///< the program and its arguments
    std::string date{};                  ///< UTC: "2026-03-01T12:30:59Z"
};

/// A run. The object has its members in this order.
struct RunReport {
    const char* schema = "";  ///< of the front door: "scrump-result", "scrump-tasks", …
    int version = 1;          ///< of that schema
    std::string problem{};
    Json instance = Json::object();
    Status status = Status::complete;
    Json answer = Json::object();   ///< `objective`, `count`, `states` and the like
    std::optional<double> bound{};  ///< no solution is better; with an objective, the object has the relative gap, too
    double seconds = 0;
    Json speed = Json::object();  ///< work done, and work per second
    std::size_t workers = 1;      ///< of each locality
    std::size_t localities = 1;
    Json choices = Json::object();  ///< of options: `skeleton`, `technique`, `policy` and the like
    std::optional<std::uint64_t> seed{};
    Statistics statistics{};                   ///< of the workers
    std::optional<Computation> computation{};  ///< what the statistics count; none: they are left out
    double alone_per_node = std::numeric_limits<double>::quiet_NaN();  ///< see statistics_json()
    Json more = Json::object();                                        ///< what else the front door reports
    std::string trace_file{};                                          ///< empty: no trace was asked for
};

/// The object, except what Provenance says.
Json to_json(const RunReport& report);
/// The whole object.
Json to_json(const RunReport& report, const Provenance& provenance);

/// The largest number of workers of a locality; 1 at least.
std::size_t workers_of_each(const std::vector<LocalityStatistics>& localities);

/// The objective of an answer, if it has one.
std::optional<double> objective_in(const Json& answer);

}  // namespace scrump::results
