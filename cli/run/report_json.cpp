#include "run/report_json.hpp"

#include "run/print_run.hpp"

#include "results/merged_shards.hpp"
#include "results/search_json.hpp"

#include <scrump/base/error.hpp>
#include <scrump/base/file.hpp>

#include <fmt/format.h>

#include <string>

namespace scrump::cli {
namespace {

using Json = nlohmann::ordered_json;

}  // namespace

results::RunReport report_of(const Report& report, const RunOptions& options) {
    results::RunReport run = results::report_of(report.statistics, &options.search);
    take_over(run, report, options.machine);
    run.alone_per_node = report.alone_per_node;
    return run;
}

void Reference::expect(const std::string& other_problem, const Json& other_instance) const {
    if (file.empty() ||
        (problem == other_problem && results::what_is_searched(instance) == results::what_is_searched(other_instance)))
        return;
    const auto named = [](const std::string& what, const Json& which) {
        return what + ' ' + which.dump(-1, ' ', false, Json::error_handler_t::replace);
    };
    throw UsageError(fmt::format("--reference {}: is of {}, and this is {}; expected a run of the same search", file,
                                 named(problem, instance), named(other_problem, other_instance)));
}

Reference read_reference(const std::string& file) {
    if (file.empty()) return {};
    const auto complain = [&](const std::string& what) { return Error(file + ": " + what); };
    const Json run = Json::parse(read_file(file), nullptr, false);
    if (!run.is_object() || !run.contains("schema") || run["schema"] != "scrump-result") {
        throw complain("is not what scrump --json prints");
    }
    const auto number = [&](const char* path) {
        const Json::json_pointer pointer(path);
        return run.contains(pointer) && run[pointer].is_number() ? run[pointer].get<double>() : 0;
    };
    if (run.contains("earlier")) throw complain("is of a run that resumed another one");
    if (number("/workers") != 1 || number("/localities") != 1) throw complain("was not run on one worker");
    const double time = number("/statistics/task_time");
    const double nodes = number("/statistics/nodes");
    if (time <= 0 || nodes <= 0) throw complain("does not say how long its tasks took");
    const Json problem = run.value("problem", Json());
    return {.file = file,
            .problem = problem.is_string() ? problem.get<std::string>() : problem.dump(),
            .instance = run.value("instance", Json()),
            .seconds_per_node = time / nodes};
}

}  // namespace scrump::cli
