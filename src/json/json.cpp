#include "results/loop_json.hpp"
#include "results/run_report.hpp"
#include "results/search_json.hpp"
#include "results/states_json.hpp"
#include "results/tasks_json.hpp"

#include <scrump/base/file.hpp>
#include <scrump/json.hpp>

#include <string>

namespace scrump::detail {
namespace {

using results::Json;

Json answer_of(const AnswerNumbers& answer) {
    Json json = Json::object();
    if (answer.exists) json["exists"] = *answer.exists;
    if (answer.objective) json["objective"] = results::number(*answer.objective);
    if (answer.count) json[answer.status == Status::complete ? "count" : "count_so_far"] = *answer.count;
    return json;
}

Json instance_of(const RunNotes& notes) {
    Json instance = Json::object();
    for (const auto& [name, value] : notes.instance) instance[name] = value;
    return instance;
}

std::string text_of(const results::RunReport& report, const RunNotes& notes) {
    return results::to_json(report, {.command = notes.command, .date = results::utc_now()})
        .dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string text_of(results::RunReport report, const AnswerNumbers& answer, const RunNotes& notes) {
    report.problem = notes.problem;
    report.instance = instance_of(notes);
    report.status = answer.status;
    report.answer = answer_of(answer);
    return text_of(report, notes);
}

}  // namespace

std::string json_of(const AnswerNumbers& answer, const Statistics& statistics, const SearchOptions* options,
                    const RunNotes& notes) {
    return text_of(results::report_of(statistics, options), answer, notes);
}

std::string json_of(const AnswerNumbers& answer, const TaskStatistics& statistics, const TaskOptions* options,
                    const RunNotes& notes) {
    return text_of(results::report_of(statistics, options), answer, notes);
}

std::string json_of(const AnswerNumbers& answer, const LoopStatistics& statistics, const LoopOptions* options,
                    const RunNotes& notes) {
    return text_of(results::report_of(statistics, options), answer, notes);
}

std::string json_of(const AnswerNumbers& answer, const ExploreStatistics& statistics, bool all_expanded,
                    double expected_missed, const ExploreOptions* options, const RunNotes& notes) {
    const results::StatesRun run{.problem = notes.problem,
                                 .instance = instance_of(notes),
                                 .status = answer.status,
                                 .all_expanded = all_expanded,
                                 .expected_missed = expected_missed,
                                 .statistics = statistics};
    results::RunReport report = results::report_of(run, options == nullptr ? ExploreOptions{} : *options, false);
    if (answer.finding != nullptr) report.answer["finding"] = answer.finding;
    if (options == nullptr) {
        report.choices = {{"order", "unknown"}, {"storage", "unknown"}};
        report.seed.reset();
    }
    return text_of(report, notes);
}

void write_json_text(const std::string& text, const std::string& path) {
    replace_file(path, text + "\n");
}

}  // namespace scrump::detail
