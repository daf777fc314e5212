// What checkpoints cost: a search that writes them beside the same search that does not.
//
// The cost of one is the difference in time a node, times nodes, by how many were written: a search for a best node
// visits other nodes in another run. It has all that a checkpoint takes from the search: the pause, what workers do to
// note what they have, and the writing beside them, which takes a share of a core that a worker could use.

#include <scrump/base/error.hpp>
#include <scrump/problems/graph/dimacs.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <utility>

#include "launch.hpp"
#include "rows.hpp"
#include "workloads.hpp"

namespace scrump::bench {
namespace {

using std::chrono_literals::operator""ms;
using std::chrono_literals::operator""s;
using std::chrono_literals::operator""h;

// The file of a search's checkpoints, in a folder that goes with this. TMPDIR says where.
class CheckpointFile {
  public:
    CheckpointFile() {
        std::string name = (std::filesystem::temp_directory_path() / "scrump-bench-XXXXXX").string();
        if (::mkdtemp(name.data()) == nullptr) throw Skipped(fmt::format("no folder can be made like {}", name));
        folder_ = name;
    }
    ~CheckpointFile() {
        std::error_code ignored;
        std::filesystem::remove_all(folder_, ignored);
    }
    CheckpointFile(const CheckpointFile&) = delete;
    CheckpointFile& operator=(const CheckpointFile&) = delete;

    std::string path() const { return (folder_ / "checkpoint").string(); }

    // A run that does not resume an older one wants none to be there.
    void remove() const { std::filesystem::remove(path()); }

  private:
    std::filesystem::path folder_;
};

using File = std::shared_ptr<const CheckpointFile>;

// Adds to the sample what the command tells as well (run_search), and the greatest size.
Variant writing(const Workload& workload, SearchOptions options, std::chrono::nanoseconds every, const File& file) {
    options.checkpoints = {.file = file->path(), .every = every};
    return {"with checkpoints", [run = workload.run, options, file]() mutable {
                file->remove();
                double count = 0;
                double bytes = 0;
                std::chrono::duration<double> pause{};
                std::chrono::duration<double> writing{};
                options.checkpoints.told = [&](const CheckpointReport& report) {
                    if (!report.error.empty()) throw Error(report.error);
                    ++count;
                    bytes = std::max(bytes, static_cast<double>(report.bytes));
                    pause = std::max<std::chrono::duration<double>>(pause, report.pause);
                    writing += report.writing;
                };
                Sample sample = run(options);
                sample.more = {{"checkpoints", count},
                               {"bytes", bytes},
                               {"longest_pause", pause.count()},
                               {"seconds_of_a_write", writing.count() / count}};
                return sample;
            }};
}

Variant plain(const Workload& workload, const SearchOptions& options) {
    return {"without", [run = workload.run, options] { return run(options); }};
}

Claim told(const std::string& what, const std::string& name, Quantity quantity) {
    return {.what = what, .metric = Metric::named(name, quantity), .comparison = Comparison::alone};
}

const Metric checkpoints_per_unit = {"checkpoints_per_unit", Quantity::count,
                                     [](const Sample& sample) { return sample.more.at("checkpoints") / sample.units; }};

// Of variant 0, that writes, and variant 1, that does not.
std::vector<Claim> claims_of_one(const std::string& what) {
    return {{.what = what + ": cost of one checkpoint",
             .metric = Metric::seconds_per_unit,
             .comparison = Comparison::difference,
             .subject = 0,
             .base = 1,
             .per = checkpoints_per_unit},
            told(what + ": checkpoints written", "checkpoints", Quantity::count),
            told(what + ": longest pause", "longest_pause", Quantity::seconds),
            told(what + ": time of one write", "seconds_of_a_write", Quantity::seconds)};
}

std::string in_seconds(std::chrono::duration<double> time) {
    return fmt::format("{:g} s", time.count());
}

std::string against_none(std::chrono::duration<double> every) {
    return fmt::format(": a checkpoint every {} / none", in_seconds(every));
}

Experiment now_and_then_semigroups(const Settings& settings) {
    const Workload workload = semigroups_workload(settings.quick ? 30 : 43);
    const std::chrono::milliseconds every = settings.quick ? 50ms : 5s;
    Experiment experiment;
    experiment.variants = {writing(workload, on(2, Skeleton::adaptive()), every, std::make_shared<CheckpointFile>()),
                           plain(workload, on(2, Skeleton::adaptive()))};
    const std::string what = fmt::format("{}, 2 workers", workload.name);
    experiment.claims = {
        {.what = what + ": a checkpoint every 5 s / none", .subject = 0, .base = 1, .target = Target::at_most(1.01)},
        told(what + ": checkpoints written", "checkpoints", Quantity::count)};
    experiment.most_rounds = 5;
    return experiment;
}

// Far too hard to be solved here: both variants have the same time.
Experiment now_and_then_maxclique(const Settings& settings) {
    const std::string name = settings.quick ? "brock400_4" : "brock800_4";
    const Workload workload = clique_workload(name, graph::read_dimacs_file(graph_file(settings, name).string()));
    const std::chrono::milliseconds every = settings.quick ? 50ms : 5s;
    SearchOptions options = on(2, Skeleton::adaptive());
    const std::chrono::milliseconds limit = settings.quick ? 200ms : 20s;
    options.time_limit = limit;
    Experiment experiment;
    experiment.variants = {writing(workload, options, every, std::make_shared<CheckpointFile>()),
                           plain(workload, options)};
    // What is found by then may differ.
    for (Variant& variant : experiment.variants) {
        variant.run = [run = std::move(variant.run)] {
            Sample sample = run();
            sample.answer.clear();
            return sample;
        };
    }
    const std::string what = fmt::format("{}, 2 workers, {}", name, in_seconds(limit));
    experiment.claims = {{.what = what + against_none(every) + ", speed",
                          .metric = Metric::units_per_second,
                          .subject = 0,
                          .base = 1,
                          .target = Target::at_least(0.99)},
                         told(what + ": checkpoints written", "checkpoints", Quantity::count)};
    experiment.most_rounds = 5;
    return experiment;
}

constexpr auto often = 20ms;

unsigned rounds_of_one(const Settings& settings) {
    return settings.quick ? 3 : 21;
}

Experiment one_of_threads(const Settings& settings, const Workload& workload) {
    const SearchOptions options = on(2, Skeleton::adaptive());
    const std::string what = fmt::format("{}, 1 process of 2 workers", workload.name);
    Experiment experiment;
    experiment.variants = {writing(workload, options, often, std::make_shared<CheckpointFile>()),
                           plain(workload, options)};
    experiment.claims = claims_of_one(what);
    experiment.claims.push_back(told(what + ": size of the largest", "bytes", Quantity::bytes));
    experiment.least_rounds = rounds_of_one(settings);
    return experiment;
}

Experiment one_of_processes(const Settings& settings, const Search& search) {
    const auto file = std::make_shared<CheckpointFile>();
    const Arguments command = search.arguments + Arguments{"--workers", "1"};
    const Arguments checkpoints = {"--checkpoint", file->path(), "--checkpoint-every",
                                   fmt::format("{}ms", often.count())};
    const Launch with = launch(settings, 2, scrump_command(settings, command + checkpoints));
    const Launch without = launch(settings, 2, scrump_command(settings, command));
    Experiment experiment;
    experiment.variants = {{"with checkpoints",
                            [with, file] {
                                file->remove();
                                return run_search(with);
                            }},
                           {"without", [without] { return run_search(without); }}};
    experiment.claims = claims_of_one(fmt::format("{}, 2 processes of 1 worker", search.name));
    experiment.least_rounds = rounds_of_one(settings);
    return experiment;
}

unsigned genus_of_one(const Settings& settings) {
    return settings.quick ? 30 : 38;
}

Experiment idle(const Settings& settings) {
    const Workload workload = semigroups_workload(semigroups_genus(settings));
    const SearchOptions options = on(1, Skeleton::sequential());
    Experiment experiment;
    experiment.variants = {writing(workload, options, 1h, std::make_shared<CheckpointFile>()),
                           plain(workload, options)};
    experiment.claims = {{.what = fmt::format("{}, sequential: a checkpoint every hour / none", workload.name),
                          .subject = 0,
                          .base = 1,
                          .target = Target::at_most(1.01)}};
    experiment.least_rounds = settings.quick ? 3 : 21;
    return experiment;
}

}  // namespace

void add_checkpoints(Experiments& all) {
    all.push_back({"checkpoint-cost-semigroups", "a checkpoint every 5 s against none", now_and_then_semigroups});
    all.push_back({"checkpoint-cost-maxclique", "a checkpoint every 5 s against none", now_and_then_maxclique});
    const char* const one = "what one checkpoint costs, its size and its times";
    all.push_back({"checkpoint-one-semigroups", one, [](const Settings& settings) {
                       return one_of_threads(settings, semigroups_workload(genus_of_one(settings)));
                   }});
    all.push_back({"checkpoint-one-maxclique", one, [](const Settings& settings) {
                       const std::string_view name = hard_clique(settings);
                       return one_of_threads(
                           settings,
                           clique_workload(name, graph::read_dimacs_file(graph_file(settings, name).string())));
                   }});
    all.push_back({"checkpoint-localities-semigroups", one, [](const Settings& settings) {
                       return one_of_processes(settings, semigroups_search(genus_of_one(settings)));
                   }});
    all.push_back({"checkpoint-localities-maxclique", one,
                   [](const Settings& settings) { return one_of_processes(settings, clique_search(settings)); }});
    all.push_back({"checkpoint-idle", "checkpoints that never come against none", idle});
}

}  // namespace scrump::bench
