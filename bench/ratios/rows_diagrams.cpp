// Decision diagrams: what parallel operations cost beside a sequential package written by hand, what a second worker
// brings, another package; and all states that a model can come to, by threads and by processes.

#include <peers/diagrams.hpp>
#include <twins/diagrams.hpp>

#include <scrump/base/detail/processing_units.hpp>
#include <scrump/diagrams.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cstdint>
#include <functional>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "launch.hpp"
#include "rows.hpp"
#include "workloads.hpp"

namespace scrump::bench {
namespace {

using peers::DiagramConstruction;
using peers::DiagramsTime;

// Scrump's diagrams, as a package that constructions are made with.
class ScrumpDiagrams {
  public:
    using Function = Bdd;

    explicit ScrumpDiagrams(Diagrams& diagrams) : diagrams_(diagrams) {}

    Bdd variable(unsigned number) { return diagrams_.variable(number); }
    Bdd constant(bool value) { return value ? diagrams_.yes() : diagrams_.no(); }
    static Bdd conjunction(const Bdd& f, const Bdd& g) { return f & g; }
    static Bdd disjunction(const Bdd& f, const Bdd& g) { return f | g; }
    static Bdd exclusive_or(const Bdd& f, const Bdd& g) { return f ^ g; }
    static Bdd negation(const Bdd& f) { return !f; }
    static Bdd if_then_else(const Bdd& f, const Bdd& g, const Bdd& h) { return f.ite(g, h); }
    double count(const Bdd& f, unsigned variables) {
        std::vector<unsigned> all(variables);
        std::iota(all.begin(), all.end(), 0U);
        return diagrams_.count_roughly(f, all);
    }
    void forget() { diagrams_.collect(); }

  private:
    Diagrams& diagrams_;
};

struct NamedConstruction {
    std::string name;
    DiagramConstruction whole;
    DiagramConstruction quick;
};

std::vector<NamedConstruction> constructions() {
    using Kind = DiagramConstruction::Kind;
    return {{.name = "queens", .whole = {Kind::queens, 11}, .quick = {Kind::queens, 6}},
            {.name = "multiplier", .whole = {Kind::multiplier, 12}, .quick = {Kind::multiplier, 6}}};
}

DiagramConstruction size_of(const Settings& settings, const NamedConstruction& named) {
    return settings.quick ? named.quick : named.whole;
}

std::string title_of(const NamedConstruction& named, const DiagramConstruction& construction) {
    return fmt::format("diagrams, {} {}", named.name, construction.size);
}

Sample sample_of_making(const DiagramsTime& time) {
    return {.seconds = time.seconds, .answer = fmt::format("{:.0f}", time.count)};
}

Variant by_scrump(const DiagramConstruction& construction, unsigned workers) {
    return {fmt::format("{} worker{}", workers, workers == 1 ? "" : "s"), [construction, workers] {
                DiagramOptions options;
                options.tasks.workers = workers;
                const auto result = run_diagrams(options, [&](Diagrams& diagrams) {
                    ScrumpDiagrams package(diagrams);
                    return peers::make_twice(package, construction);
                });
                return sample_of_making(result.value.value());
            }};
}

Variant by_hand(const DiagramConstruction& construction) {
    return {"by hand", [construction] {
                twins::SequentialDiagrams package;
                return sample_of_making(peers::make_twice(package, construction));
            }};
}

bool has_two_cores() {
    return detail::processing_units().size() >= 2;
}

Experiment against_twin(const Settings& settings, const NamedConstruction& named) {
    const DiagramConstruction construction = size_of(settings, named);
    const std::string title = title_of(named, construction);
    Experiment experiment{.unit = "runs"};
    experiment.variants = {by_hand(construction), by_scrump(construction, 1)};
    experiment.claims = {{.what = title + ": 1 worker / by hand", .subject = 1, .base = 0}};
    if (has_two_cores()) {
        experiment.variants.push_back(by_scrump(construction, 2));
        experiment.claims.push_back({.what = title + ": 1 worker / 2", .subject = 1, .base = 2});
    }
    return experiment;
}

peers::DiagramsPeer buddy() {
#if SCRUMP_BENCH_BUDDY
    return peers::buddy();
#else
    throw Skipped("BuDDy was not found when this program was built");
#endif
}

Experiment against_buddy(const Settings& settings, const NamedConstruction& named) {
    const peers::DiagramsPeer peer = buddy();
    const DiagramConstruction construction = size_of(settings, named);
    const std::string title = title_of(named, construction);
    Experiment experiment{.unit = "runs"};
    experiment.variants = {{peer.name, [peer, construction] { return sample_of_making(peer.make(construction)); }},
                           by_scrump(construction, 1)};
    experiment.claims = {{.what = fmt::format("{}: {} / Scrump, 1 worker", title, peer.name),
                          .subject = 0,
                          .base = 1,
                          .target = Target::at_least(1 / 1.1)}};
    if (has_two_cores()) {
        experiment.variants.push_back(by_scrump(construction, 2));
        experiment.claims.push_back(
            {.what = fmt::format("{}: {} / Scrump, 2 workers", title, peer.name), .subject = 0, .base = 2});
    }
    return experiment;
}

// --- Reachable states

struct NamedModel {
    std::string name;
    std::string file;
    std::string strategy = "saturation";
    std::optional<Target> by_one{};      ///< seconds of one worker
    std::optional<Target> by_several{};  ///< how many times as long one worker takes as two
};

std::vector<NamedModel> models() {
    return {{.name = "bakery.4", .file = "bakery.4.sylvan.bdd"},
            {.name = "collision.4", .file = "collision.4.sylvan.bdd"},
            {.name = "lifts.6", .file = "lifts.6.sylvan.bdd", .by_several = Target::at_least(1.8)},
            {.name = "schedule_world.2-bfs",
             .file = "schedule_world.2.sylvan.bdd",
             .strategy = "bfs",
             .by_several = Target::at_least(1.8)},
            {.name = "anderson.6", .file = "anderson.6.4.distbdd.bdd", .by_one = Target::at_most(10)},
            {.name = "collision.4.9", .file = "collision.4.9.distbdd.bdd"}};
}

const NamedModel quick_model = {.name = "anderson.4", .file = "anderson.4.sylvan.bdd"};

std::string file_of(const Settings& settings, const NamedModel& model) {
    return instance_file(settings, "states", model.file).string();
}

Sample reach_by(const Launch& launch) {
    const Child child = run_child(launch.arguments, launch.environment);
    const auto json = nlohmann::json::parse(child.output);
    return {.seconds = json.at("reach_seconds").get<double>(),
            .units = json.at("diagrams").at("operations").get<double>(),
            .answer = json.at("states").get<std::string>()};
}

Variant reach_with(const Settings& settings, const NamedModel& model, unsigned processes, unsigned workers) {
    const Arguments command = scrump_command(settings, {"reach", file_of(settings, model), "--strategy", model.strategy,
                                                        "--workers", std::to_string(workers)});
    const Launch start = processes == 1 ? Launch{command} : launch(settings, processes, command);
    return {fmt::format("{} x {}", processes, workers), [start] { return reach_by(start); }};
}

Experiment threads_of(const Settings& settings, const NamedModel& model) {
    Experiment experiment{.unit = "operations"};
    experiment.variants = {reach_with(settings, model, 1, 1), reach_with(settings, model, 1, 2)};
    experiment.claims = {{.what = fmt::format("reach {}: 1 worker", model.name),
                          .comparison = Comparison::alone,
                          .subject = 0,
                          .target = model.by_one},
                         {.what = fmt::format("reach {}: 1 worker / 2", model.name),
                          .subject = 0,
                          .base = 1,
                          .target = model.by_several}};
    return experiment;
}

Experiment processes_of(const Settings& settings, const NamedModel& model) {
    Experiment experiment{.unit = "operations"};
    experiment.variants = {reach_with(settings, model, 1, 1), reach_with(settings, model, 1, 2),
                           reach_with(settings, model, 2, 1)};
    experiment.claims = {
        {.what = fmt::format("reach {}: 1 worker / 2 processes of 1", model.name), .subject = 0, .base = 2},
        {.what = fmt::format("reach {}: 2 processes of 1 / 2 workers", model.name),
         .subject = 2,
         .base = 1,
         .target = Target::at_most(1.25)}};
    return experiment;
}

}  // namespace

void add_diagrams(Experiments& all) {
    for (const NamedConstruction& named : constructions()) {
        all.push_back({"diagrams-" + named.name, "diagrams against the same by hand, and 2 workers against 1",
                       [named](const Settings& settings) { return against_twin(settings, named); }});
        all.push_back({fmt::format("diagrams-{}-BuDDy", named.name), "BuDDy's diagrams against Scrump's",
                       [named](const Settings& settings) { return against_buddy(settings, named); }});
    }
    for (const NamedModel& model : models()) {
        all.push_back(
            {"diagrams-reach-" + model.name, "reachable states of a model, 2 workers against 1",
             [model](const Settings& settings) { return threads_of(settings, settings.quick ? quick_model : model); }});
        all.push_back({"diagrams-processes-" + model.name, "reachable states of a model, 2 processes against 1",
                       [model](const Settings& settings) {
                           return processes_of(settings, settings.quick ? quick_model : model);
                       }});
    }
}

}  // namespace scrump::bench
