// The whole command: easy instances must not pay for the parallel machinery, and memory must not grow with the tree.

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <utility>

#include "child.hpp"
#include "launch.hpp"
#include "rows.hpp"
#include "workloads.hpp"

namespace scrump::bench {
namespace {

Sample solve(const Arguments& arguments) {
    const Child child = run_child(arguments);
    const auto json = nlohmann::json::parse(child.output);
    return {.seconds = child.seconds,
            .units = json.at("nodes").get<double>(),
            .answer = fmt::format("a clique of {}", json.at("objective").get<std::uint64_t>())};
}

Experiment easy(const Settings& settings, const std::string& name, const std::string& source) {
    Experiment experiment;
    const Arguments by_default = scrump_command(settings, {"maxclique", source});
    const Arguments sequential = scrump_command(settings, {"maxclique", source, "--skeleton", "sequential"});
    experiment.variants = {{"default", [by_default] { return solve(by_default); }},
                           {"sequential", [sequential] { return solve(sequential); }}};
    experiment.claims = {{.what = fmt::format("scrump maxclique {}: wall time", name),
                          .comparison = Comparison::alone,
                          .target = Target::at_most(0.030)},
                         {.what = fmt::format("scrump maxclique {}: default - sequential", name),
                          .comparison = Comparison::difference,
                          .subject = 0,
                          .base = 1,
                          .target = Target::at_most(0.005)}};
    experiment.least_rounds = settings.quick ? 3 : 21;
    return experiment;
}

// Nodes and memory of a tree; the answer of one tree is not that of another, so there is none.
Variant memory_of(const Settings& settings, const std::string& tree) {
    return {tree, [arguments = scrump_command(settings, {"uts", "--tree", tree})] {
                const MeasuredChild child = run_child_watching_memory(arguments);
                return Sample{.seconds = child.seconds, .units = static_cast<double>(child.peak_bytes)};
            }};
}

Experiment memory(const Settings& settings, const std::string& small, const std::string& large) {
    Experiment experiment;
    experiment.unit = "bytes";
    experiment.variants = {memory_of(settings, small), memory_of(settings, large)};
    experiment.claims = {{.what = fmt::format("peak memory of scrump uts: {} / {}", large, small),
                          .metric = Metric::bytes,
                          .subject = 1,
                          .base = 0},
                         {.what = fmt::format("{}: peak memory", large),
                          .metric = Metric::bytes,
                          .comparison = Comparison::alone,
                          .subject = 1}};
    return experiment;
}

}  // namespace

void add_processes(Experiments& all) {
    const std::pair<const char*, const char*> generated[] = {{"hamming8-4", "hamming:n=8,d=4"},
                                                             {"keller4", "keller:dim=4"}};
    for (const auto& [name, spec] : generated) {
        all.push_back({fmt::format("easy-{}", name), "wall time of the command, graph generated",
                       [spec = std::string(spec)](const Settings& settings) { return easy(settings, spec, spec); }});
        all.push_back({fmt::format("easy-{}.clq", name), "wall time of the command, graph read from a file",
                       [name = std::string(name)](const Settings& settings) {
                           return easy(settings, name + ".clq", graph_file(settings, name).string());
                       }});
    }
    // 25 times the nodes and about the same depth; 27 times the nodes and 11 times the depth.
    all.push_back({"memory-T1", "peak memory of the command, small tree and large",
                   [](const Settings& settings) { return memory(settings, "T1", settings.quick ? "T5" : "T1L"); }});
    all.push_back({"memory-T3", "peak memory of the command, small tree and large and deep",
                   [](const Settings& settings) { return memory(settings, "T3", settings.quick ? "T1" : "T3L"); }});
}

}  // namespace scrump::bench
