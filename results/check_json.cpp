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

bool makes_diagrams(const petri::Checked& found) {
    return !found.reached.counters.tasks.localities.empty();
}

RunReport report_of(const petri::Checked& found, const petri::Net& net, const std::vector<petri::Property>& properties,
                    const petri::CheckOptions& options, const std::string& file, double seconds) {
    const CounterReachability& counters = found.reached.counters;
    const TaskOptions& tasks = options.reach.diagrams.tasks;
    const bool has_diagrams = makes_diagrams(found);
    RunReport report{.schema = "scrump-check",
                     .problem = "check",
                     .instance = {{"net", file},
                                  {"places", net.places.size()},
                                  {"transitions", net.transitions.size()},
                                  {"properties", properties.size()}},
                     .status = found.status,
                     .answer = {{"answers", Json::array()}},
                     .seconds = seconds,
                     .speed = has_diagrams ? Json{{"reach_seconds", counters.seconds}} : Json::object(),
                     .workers = workers_of_each(counters.tasks.localities),
                     .localities = 1,
                     .choices = has_diagrams ? choices_of(counters, options.reach) : Json::object(),
                     .seed = tasks.seed,
                     .statistics = statistics_of(counters.tasks),
                     .trace_file = has_diagrams ? tasks.trace.file : std::string()};
    for (std::size_t i = 0; i < properties.size(); ++i)
        report.answer["answers"].push_back(to_json(found.verdicts[i], properties[i], net));
    if (counters.status == Status::complete && !counters.states.digits.empty()) {
        report.answer["states"] = counters.states.digits;
        report.answer["nodes"] = counters.nodes;
    }
    report.choices["reduction"] = petri::name(options.reduction);
    report.more["steps_walked"] = found.steps_walked;
    report.more["visited"] = found.visited;
    if (has_diagrams) {
        report.computation = Computation::tasks;
        report.more["diagrams"] = diagrams_json(counters.diagrams);
    }
    return report;
}

}  // namespace scrump::results
