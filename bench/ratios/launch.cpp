#include "launch.hpp"

#include <scrump/base/detail/processing_units.hpp>
#include <scrump/base/error.hpp>

#include <fmt/format.h>
#include <unistd.h>
#include <nlohmann/json.hpp>

#include <cstdlib>
#include <filesystem>
#include <sstream>

#include "workloads.hpp"

namespace scrump::bench {
namespace {

using Json = nlohmann::json;

bool can_be_run(const std::filesystem::path& program) {
    return access(program.c_str(), X_OK) == 0;
}

bool is_installed(const std::string& program) {
    if (program.find('/') != std::string::npos) return can_be_run(program);
    const char* const path = std::getenv("PATH");
    std::istringstream folders(path == nullptr ? "" : path);
    for (std::string folder; std::getline(folders, folder, ':');) {
        if (can_be_run(std::filesystem::path(folder) / program)) return true;
    }
    return false;
}

std::string answer_of(const Json& json) {
    for (const char* const field : {"objective", "count", "exists"}) {
        if (json.contains(field)) return fmt::format("{} {}", field, json[field].dump());
    }
    throw Error("the command gave no answer");
}

void add_localities_to(Sample& sample, const Json& localities) {
    double tried = 0;
    double won = 0;
    double monitor = 0;
    const Json* busiest = &localities.front();
    for (const Json& each : localities) {
        tried += each.at("steals_tried").get<double>();
        won += each.at("steals_won").get<double>();
        monitor += 2 * each.at("monitor_messages").get<double>();  // every question has an answer
        if (each.at("steals_won") > busiest->at("steals_won")) busiest = &each;
    }
    const Json& latency = busiest->at("steal_latency_us");
    sample.more["steals_tried"] = tried;
    sample.more["steals_won"] = won;
    sample.more["steal_median"] = latency.at("median").get<double>() * 1e-6;
    sample.more["steal_p99"] = latency.at("p99").get<double>() * 1e-6;
    sample.more["monitor_messages_per_second"] = monitor / sample.seconds;
    sample.more["monitor_messages_per_second_each"] = monitor / sample.seconds / static_cast<double>(localities.size());
}

void add_checkpoints_to(Sample& sample, const Json& checkpoints) {
    const double written = checkpoints.at("written").get<double>();
    sample.more["checkpoints"] = written;
    sample.more["longest_pause"] = checkpoints.at("longest_pause_us").get<double>() * 1e-6;
    sample.more["seconds_of_a_write"] = checkpoints.at("writing_seconds").get<double>() / written;
}

}  // namespace

Arguments operator+(Arguments first, const Arguments& more) {
    first.insert(first.end(), more.begin(), more.end());
    return first;
}

Arguments scrump_command(const Settings& settings, const Arguments& arguments) {
    if (!std::filesystem::exists(settings.scrump))
        throw Skipped(fmt::format("there is no command {} (--scrump PATH)", settings.scrump.string()));
    return Arguments{settings.scrump.string()} + arguments + Arguments{"--json"};
}

Arguments empty_mpi_program() {
    Arguments program = {SCRUMP_BENCH_EMPTY_MPI};
    if (program.front().empty()) throw Skipped("this program was built without MPI");
    return program;
}

Launch launch(const Settings& settings, unsigned processes, const Arguments& command) {
    empty_mpi_program();
    if (!is_installed(settings.mpirun)) throw Skipped(fmt::format("there is no {} (--mpirun PATH)", settings.mpirun));
    // Open MPI refuses both unless told; other launchers do not know these.
    Environment environment = {{"OMPI_ALLOW_RUN_AS_ROOT", "1"}, {"OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1"}};
    if (processes > detail::processing_units().size()) environment.emplace("OMPI_MCA_rmaps_base_oversubscribe", "1");
    return {Arguments{settings.mpirun, "-n", std::to_string(processes)} + command, environment};
}

Sample run_search(const Launch& launch) {
    const Child child = run_child(launch.arguments, launch.environment);
    const Json json = Json::parse(child.output);
    Sample sample = {.seconds = json.at("seconds").get<double>(),
                     .units = json.at("nodes").get<double>(),
                     .answer = answer_of(json)};
    sample.more["wall_seconds"] = child.seconds;
    const Json& statistics = json.at("statistics");
    if (statistics.contains("per_locality")) add_localities_to(sample, statistics["per_locality"]);
    if (json.contains("checkpoints")) add_checkpoints_to(sample, json["checkpoints"]);
    return sample;
}

Search semigroups_search(unsigned genus) {
    return {fmt::format("semigroups {}", genus), {"semigroups", "--genus", std::to_string(genus)}};
}

Search clique_search(const Settings& settings) {
    const std::string name(hard_clique(settings));
    return {name, {"maxclique", graph_file(settings, name).string()}};
}

Search uts_search(const Settings& settings) {
    const std::string name(uts_tree(settings).name);
    return {fmt::format("uts {}", name), {"uts", "--tree", name}};
}

}  // namespace scrump::bench
