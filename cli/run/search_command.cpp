#include "run/search_command.hpp"

#include <scrump/base/error.hpp>
#include <scrump/stealing/policy.hpp>

namespace scrump::cli {
namespace {

Report searched(const std::string& problem, const RunOptions& given, const Process& process,
                const std::function<Report(LiveSearch&)>& solve) {
    LiveSearch live(problem, given, process);
    Report report = solve(live);
    report.problem = problem;
    report.alone_per_node = live.alone_per_node();
    return report;
}

}  // namespace

int search_and_print(const std::string& problem, const RunOptions& given, const Process& process,
                     const std::function<Report(LiveSearch&)>& solve) {
    if (given.search.skeleton.is_sequential() && given.search.policy != Policy{})
        throw UsageError(problem +
                         ": --policy has no meaning with --skeleton sequential, whose one worker steals from "
                         "nobody");
    const Report report = searched(problem, given, process, solve);
    const Exit exit = print(report, given, process);
    if (report.afterwards && process.first()) report.afterwards();
    return exit;
}

}  // namespace scrump::cli
