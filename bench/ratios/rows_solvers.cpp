// The solvers as their users meet them: seconds of the whole command, the file read, until the answer is proved.

#include <fmt/format.h>
#include <unistd.h>
#include <nlohmann/json.hpp>

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "launch.hpp"
#include "rows.hpp"
#include "workloads.hpp"

namespace scrump::bench {
namespace {

namespace fs = std::filesystem;

Arguments with_workers(const Arguments& command, unsigned workers) {
    return command + Arguments{"--workers", std::to_string(workers)};
}

Variant wall_time(std::string name, const Arguments& arguments) {
    return {std::move(name), [arguments] {
                Sample sample = run_search({arguments});
                sample.seconds = sample.more.at("wall_seconds");
                return sample;
            }};
}

Claim seconds_of(std::string what, std::size_t subject, std::optional<Target> target = {}) {
    return {.what = std::move(what), .comparison = Comparison::alone, .subject = subject, .target = target};
}

struct Tour {
    const char* name;
    double seconds;
};

Experiment tour(const Settings& settings, const Tour& tour) {
    if (settings.quick && tour.seconds > 60) throw Skipped("takes long, left out of a quick run");
    const Arguments command =
        scrump_command(settings, {"tsp", instance_file(settings, "tsp", fmt::format("{}.tsp", tour.name)).string()});
    Experiment experiment;
    experiment.variants = {wall_time("2 workers", with_workers(command, 2)),
                           wall_time("1 worker", with_workers(command, 1))};
    experiment.claims = {
        seconds_of(fmt::format("tsp {}: 2 workers", tour.name), 0, Target::at_most(tour.seconds)),
        seconds_of(fmt::format("tsp {}: 1 worker", tour.name), 1),
        {.what = fmt::format("tsp {}: 2 workers / 1", tour.name), .metric = Metric::units_per_second, .base = 1}};
    return experiment;
}

struct Subgraph {
    const char* pattern;
    const char* target;
    std::vector<std::string> options;
    std::optional<double> seconds;  // twice what the Glasgow Subgraph Solver took on one core of a Zen 4 machine
};

Experiment subgraph(const Settings& settings, const Subgraph& subgraph) {
    const auto file = [&](const char* name) {
        return instance_file(settings, "sip", fmt::format("{}.lad", name)).string();
    };
    const Arguments command = scrump_command(
        settings, Arguments{"sip"} + subgraph.options + Arguments{file(subgraph.pattern), file(subgraph.target)});
    const std::string name = fmt::format("sip {} in {}", subgraph.pattern, subgraph.target);
    Experiment experiment;
    experiment.variants = {wall_time("1 worker", with_workers(command, 1)),
                           wall_time("2 workers", with_workers(command, 2))};
    experiment.claims = {
        seconds_of(name + ": 1 worker", 0,
                   subgraph.seconds ? std::optional(Target::at_most(*subgraph.seconds)) : std::nullopt),
        {.what = name + ": 1 worker / 2", .subject = 0, .base = 1, .target = Target::at_least(1.9)}};
    return experiment;
}

Experiment packing(const Settings& settings, const std::string& name, std::optional<Target> target) {
    const Arguments command =
        scrump_command(settings, {"knapsack", instance_file(settings, "knapsack", name + ".kp").string()});
    Experiment experiment;
    experiment.variants = {wall_time("1 worker", with_workers(command, 1))};
    experiment.claims = {seconds_of(fmt::format("knapsack {}: 1 worker", name), 0, target)};
    return experiment;
}

// The graph is written to a file when the experiment is made, which takes longer than to search it.
class TemporaryGraph {
  public:
    TemporaryGraph(const Settings& settings, const std::string& spec)
        : file_((fs::temp_directory_path() / fmt::format("scrump-bench-{}.clq", getpid())).string()) {
        Arguments command = scrump_command(settings, {"generate", spec, "-o", file_});
        command.pop_back();  // --json: it writes no result
        run_child(command);
    }
    TemporaryGraph(const TemporaryGraph&) = delete;
    TemporaryGraph& operator=(const TemporaryGraph&) = delete;
    ~TemporaryGraph() {
        std::error_code ignored;
        fs::remove(file_, ignored);
    }
    const std::string& file() const { return file_; }

  private:
    std::string file_;
};

Experiment sparse(const Settings& settings) {
    const std::string spec =
        settings.quick ? "power-law:n=10000,m=100000,seed=1" : "power-law:n=1000000,m=10000000,seed=1";
    const auto graph = std::make_shared<const TemporaryGraph>(settings, spec);
    const Arguments command = with_workers(scrump_command(settings, {"maxclique", graph->file()}), 2);
    Experiment experiment;
    experiment.variants = {{"2 workers", [command, graph] {
                                const MeasuredChild child = run_child_watching_memory(command);
                                const auto json = nlohmann::json::parse(child.output);
                                Sample sample{.seconds = child.seconds, .units = json.at("nodes").get<double>()};
                                sample.answer = fmt::format("a clique of {}", json.at("objective").get<unsigned>());
                                sample.more["peak"] = static_cast<double>(child.peak_bytes);
                                return sample;
                            }}};
    experiment.claims = {seconds_of(fmt::format("maxclique {}, read from a file", spec), 0, Target::at_most(10)),
                         {.what = "the same: peak memory",
                          .metric = Metric::named("peak", Quantity::bytes),
                          .comparison = Comparison::alone}};
    return experiment;
}

Experiment weighted(const Settings& settings) {
    const std::string name(hard_clique(settings));
    const Arguments command =
        scrump_command(settings, {"maxclique", "--weights", "modulo", graph_file(settings, name).string()});
    Experiment experiment;
    experiment.variants = {wall_time("1 worker", with_workers(command, 1)),
                           wall_time("2 workers", with_workers(command, 2))};
    const std::string what = fmt::format("weighted clique {}", name);
    experiment.claims = {
        seconds_of(what + ": 1 worker", 0),
        seconds_of(what + ": 2 workers", 1),
        {.what = what + ": nodes", .metric = Metric::units, .comparison = Comparison::alone, .subject = 0},
        {.what = what + ": 2 workers / 1", .metric = Metric::units_per_second, .subject = 1, .base = 0}};
    experiment.most_rounds = 5;
    return experiment;
}

// ta020 of Taillard's benchmarks.
Experiment flow_shop(const Settings& settings) {
    const Arguments command =
        scrump_command(settings, {"flowshop", "random:jobs=20,machines=10,seed=1672900551", "--no-local-search"});
    Experiment experiment;
    experiment.variants = {wall_time("1 worker", with_workers(command, 1)),
                           wall_time("2 workers", with_workers(command, 2))};
    experiment.claims = {
        seconds_of("flowshop ta020: 1 worker", 0),
        seconds_of("flowshop ta020: 2 workers", 1),
        {.what = "flowshop ta020: 2 workers / 1", .metric = Metric::units_per_second, .subject = 1, .base = 0}};
    return experiment;
}

}  // namespace

void add_solvers(Experiments& all) {
    static const Tour tours[] = {{"burma14", 0.1}, {"ulysses16", 0.1}, {"att48", 1},    {"eil51", 5},
                                 {"berlin52", 5},  {"st70", 60},       {"kroA100", 300}};
    for (const Tour& each : tours) {
        all.push_back({fmt::format("tsp-{}", each.name), "wall time of the command until the tour is proved",
                       [&each](const Settings& settings) { return tour(settings, each); }});
    }
    static const Subgraph subgraphs[] = {
        {"g8", "g23", {}, 2}, {"g18", "g31", {}, std::nullopt}, {"g2", "g20", {"--induced", "--count"}, 12.6}};
    for (const Subgraph& each : subgraphs) {
        all.push_back({fmt::format("sip-{}-{}", each.pattern, each.target), "wall time of the command",
                       [&each](const Settings& settings) { return subgraph(settings, each); }});
    }
    for (const char* const type : {"1", "2", "3"}) {
        for (const unsigned items : {100U, 200U, 500U, 1000U}) {
            const std::string name = fmt::format("knapPI_{}_{}_1000_1", type, items);
            const bool promised = *type != '3' || items <= 200;
            all.push_back({"knapsack-" + name, "wall time of the command", [name, promised](const Settings& settings) {
                               return packing(settings, name,
                                              promised ? std::optional(Target::at_most(1)) : std::nullopt);
                           }});
        }
    }
    all.push_back({"sparse-clique", "wall time and memory of the command, a large graph read from a file", sparse});
    all.push_back({"flowshop-ta020", "wall time of the command until the order is proved", flow_shop});
    all.push_back({"weighted-clique", "wall time of the command", weighted});
}

}  // namespace scrump::bench
