#pragma once
// The four searches that most rows measure, as functions of how to search.

#include <scrump/problems/graph/graph.hpp>
#include <scrump/problems/uts/tree.hpp>
#include <scrump/search/options.hpp>

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "experiment.hpp"
#include "settings.hpp"

namespace scrump::bench {

struct Workload {
    std::string name;
    std::function<Sample(const SearchOptions&)> run;
    bool optimises = false;  ///< how many nodes it visits depends on when the incumbent is found
};

/// The sizes that the targets are set for, and those of `--quick`.
unsigned semigroups_genus(const Settings& settings);
unsigned queens_size(const Settings& settings);
const uts::NamedTree& uts_tree(const Settings& settings);
std::string_view hard_clique(const Settings& settings);

Workload semigroups_workload(unsigned genus);  ///< its samples' `more` has "refreshes", of the performance monitor
Workload queens_workload(unsigned size);
Workload uts_workload(const uts::NamedTree& tree);
Workload clique_workload(std::string_view name, graph::Graph graph);

/// The file `name` of the data folder, or of its subfolder of that kind of instances. Throws `Skipped` when there is
/// none.
std::filesystem::path instance_file(const Settings& settings, std::string_view kind, std::string_view name);

/// The same for a graph in DIMACS format, by its name without "clq".
std::filesystem::path graph_file(const Settings& settings, std::string_view name);

/// What a search of `size` is known as; made when called, as graphs are read then.
struct NamedWorkload {
    std::string name;
    std::function<Workload(const Settings&)> make;
};

/// semigroups, maxclique, queens, uts.
const std::vector<NamedWorkload>& workloads();

/// Answers as text, so that those of twins and peers can be compared with the workloads'.
std::string as_answer(const std::vector<std::uint64_t>& counts);
std::string as_answer(const uts::Shape& shape);

/// What a hand-written program of the same search measures.
Sample sample_of(const std::vector<std::uint64_t>& counts);
Sample sample_of(const uts::Shape& shape);

/// The options of one skeleton on so many workers.
SearchOptions on(unsigned workers, const Skeleton& skeleton);

}  // namespace scrump::bench
