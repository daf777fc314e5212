#include "results/check_json.hpp"

#include "results/reach_json.hpp"

#include <scrump/problems/petri/questions.hpp>

#include <cstddef>
#include <string>

namespace scrump::results {
namespace {

Json to_json(const petri::Verdict& verdict, const petri::Property& property, const petri::Net& net) {
    Json json = {{"id", verdict.id}, {"formula", petri::describe(net, property)}};
    if (verdict.holds) json["answer"] = *verdict.holds;
    if (verdict.bound) json["answer"] = *verdict.bound;
    if (!verdict.is_known()) {
        json["why"] = verdict.why;
        return json;
    }
    json["method"] = petri::name(verdict.method);
    json["seconds"] = verdict.seconds;
    if (verdict.path) json["path"] = names_of(net, *verdict.path);
    if (!verdict.cycle.empty()) json["cycle"] = names_of(net, verdict.cycle);
    return json;
}

}  // namespace

RunReport report_of(const petri::Checked& found, const petri::Net& net, const std::vector<petri::Property>& properties,
                    const petri::CheckOptions& options, const std::string& file, double seconds) {
    const CounterReachability& counters = found.reached.counters;
    const TaskOptions& tasks = options.reach.diagrams.tasks;
    const bool has_run = !counters.tasks.localities.empty();  // what is traced; many answers need none
    RunReport report{.schema = "scrump-check",
                     .problem = "check",
                     .instance = {{"net", file},
                                  {"places", net.places.size()},
                                  {"transitions", net.transitions.size()},
                                  {"properties", properties.size()}},
                     .status = found.status,
                     .answer = {{"answers", Json::array()}},
                     .seconds = seconds,
                     .speed = {{"reach_seconds", counters.seconds}},
                     .workers = workers_of_each(counters.tasks.localities),
                     .localities = 1,
                     .choices = choices_of(counters, options.reach),
                     .seed = tasks.seed,
                     .statistics = statistics_of(counters.tasks),
                     .computation = Computation::tasks,
                     .trace_file = has_run ? tasks.trace.file : std::string()};
    for (std::size_t i = 0; i < properties.size(); ++i)
        report.answer["answers"].push_back(to_json(found.verdicts[i], properties[i], net));
    if (counters.status == Status::complete && !counters.states.digits.empty()) {
        report.answer["states"] = counters.states.digits;
        report.answer["nodes"] = counters.nodes;
    }
    report.choices["reduction"] = petri::name(options.reduction);
    report.more["steps_walked"] = found.steps_walked;
    report.more["visited"] = found.visited;
    report.more["diagrams"] = diagrams_json(counters.diagrams);
    return report;
}

}  // namespace scrump::results
