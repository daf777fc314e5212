#include "workloads.hpp"

#include <scrump/problems/graph/dimacs.hpp>
#include <scrump/problems/maxclique/solve.hpp>
#include <scrump/problems/queens/solve.hpp>
#include <scrump/problems/semigroups/solve.hpp>
#include <scrump/problems/uts/solve.hpp>
#include <scrump/search/figures.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <memory>
#include <numeric>
#include <utility>

#include "measure.hpp"

namespace scrump::bench {

unsigned semigroups_genus(const Settings& settings) {
    return settings.quick ? 25 : 36;
}

unsigned queens_size(const Settings& settings) {
    return settings.quick ? 10 : 14;
}

const uts::NamedTree& uts_tree(const Settings& settings) {
    return uts::named_tree(settings.quick ? "T3" : "T3L");
}

std::string_view hard_clique(const Settings& settings) {
    return settings.quick ? "brock200_4" : "brock400_4";
}

std::string as_answer(const std::vector<std::uint64_t>& counts) {
    return fmt::format("{}", fmt::join(counts, " "));
}

std::string as_answer(const uts::Shape& shape) {
    return fmt::format("{} nodes, {} leaves, depth {}", shape.nodes, shape.leaves, shape.depth);
}

Sample sample_of(const std::vector<std::uint64_t>& counts) {
    const std::uint64_t nodes = std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
    return {.units = static_cast<double>(nodes), .answer = as_answer(counts)};
}

Sample sample_of(const uts::Shape& shape) {
    return {.units = static_cast<double>(shape.nodes), .answer = as_answer(shape)};
}

SearchOptions on(unsigned workers, const Skeleton& skeleton) {
    SearchOptions options;
    options.skeleton = skeleton;
    options.workers = workers;
    return options;
}

Workload semigroups_workload(unsigned genus) {
    return {.name = fmt::format("semigroups {}", genus), .run = [genus](const SearchOptions& options) {
                return timed([&] {
                    const auto found = semigroups::count_by_genus(genus, options);
                    Sample sample = sample_of(found.value);
                    sample.more["refreshes"] = static_cast<double>(Figures::of_run(found.statistics).traffic.refreshes);
                    return sample;
                });
            }};
}

Workload queens_workload(unsigned size) {
    return {.name = fmt::format("queens {}", size), .run = [size](const SearchOptions& options) {
                return timed([&] { return sample_of(queens::count_by_row(size, options).value); });
            }};
}

Workload uts_workload(const uts::NamedTree& tree) {
    return {.name = fmt::format("uts {}", tree.name), .run = [tree = tree.tree](const SearchOptions& options) {
                return timed([&] { return sample_of(uts::measure(tree, options).value); });
            }};
}

Workload clique_workload(std::string_view name, graph::Graph graph) {
    const auto shared = std::make_shared<const graph::Graph>(std::move(graph));
    return {.name = std::string(name),
            .run =
                [shared](const SearchOptions& options) {
                    return timed([&] {
                        const auto found = maxclique::find_maximum_clique(*shared, {.search = options});
                        return Sample{.units = static_cast<double>(found.statistics.total.nodes),
                                      .answer = fmt::format("a clique of {}", found.value.size())};
                    });
                },
            .optimises = true};
}

std::filesystem::path instance_file(const Settings& settings, std::string_view kind, std::string_view name) {
    if (settings.data.empty()) throw Skipped(fmt::format("needs {} (--data DIR)", name));
    for (const std::filesystem::path& path : {settings.data / kind / name, settings.data / name}) {
        if (std::filesystem::exists(path)) return path;
    }
    throw Skipped(fmt::format("there is no {} in {}", name, settings.data.string()));
}

std::filesystem::path graph_file(const Settings& settings, std::string_view name) {
    return instance_file(settings, "clique", fmt::format("{}.clq", name));
}

const std::vector<NamedWorkload>& workloads() {
    static const std::vector<NamedWorkload> all = {
        {"semigroups", [](const Settings& s) { return semigroups_workload(semigroups_genus(s)); }},
        {"maxclique",
         [](const Settings& s) {
             const std::string_view name = hard_clique(s);
             return clique_workload(name, graph::read_dimacs_file(graph_file(s, name).string()));
         }},
        {"queens", [](const Settings& s) { return queens_workload(queens_size(s)); }},
        {"uts", [](const Settings& s) { return uts_workload(uts_tree(s)); }},
    };
    return all;
}

}  // namespace scrump::bench
