// scrump calibrate: how long things take here, as a machine to simulate.

#include "commands.hpp"
#include "line/values.hpp"
#include "run/process.hpp"

#include <scrump/base/file.hpp>
#include <scrump/problems/graph/generate.hpp>
#include <scrump/problems/maxclique/solve.hpp>
#include <scrump/problems/queens/solve.hpp>
#include <scrump/problems/semigroups/solve.hpp>
#include <scrump/problems/uts/solve.hpp>
#include <scrump/problems/uts/tree.hpp>
#include <scrump/sim/calibration.hpp>

#include <algorithm>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

namespace scrump::cli {
namespace {

// Of a search that takes a fraction of a second, on one worker: the median of several.
template <class Search>
double ns_per_node(const Search& search) {
    constexpr unsigned runs = 5;
    std::vector<double> found;
    for (unsigned run = 0; run < runs; ++run) {
        const Statistics statistics =
            search(SearchOptions{.skeleton = Skeleton::sequential(), .workers = 1}).statistics;
        found.push_back(statistics.seconds * 1e9 /
                        static_cast<double>(std::max<std::uint64_t>(statistics.total.nodes, 1)));
    }
    std::sort(found.begin(), found.end());
    return found[runs / 2];
}

void measure_nodes(SimulatedMachine& machine) {
    const auto graph = graph::generate("random:n=200,p=0.8,seed=1", 1);
    machine.nodes["semigroups"] =
        ns_per_node([](const SearchOptions& options) { return semigroups::count_by_genus(30, options); });
    machine.nodes["queens"] =
        ns_per_node([](const SearchOptions& options) { return queens::count_by_row(12, options); });
    machine.nodes["uts"] =
        ns_per_node([](const SearchOptions& options) { return uts::measure(uts::named_tree("T1").tree, options); });
    machine.nodes["maxclique"] = ns_per_node([&](const SearchOptions& options) {
        return maxclique::find_maximum_clique(graph, {.search = options, .local_search = false});
    });
}

}  // namespace

void declare_calibrate(CommandLine& line) {
    Command command =
        line.subcommand("calibrate", "Measure this machine for --simulate; with mpirun -n 2, messages as well");
    const auto file = std::make_shared<std::string>();
    command.option("-o,--output", *file, a_name(), "Where to write the machine, as JSON [default: standard output]")
        .type_name("FILE");
    command.footer([] { return "Machines for --simulate, and their parameters:\n" + SimulatedMachine::help(); });
    command.does([file](const Process& process) {
        Session& session = process.session;
        SimulatedMachine machine = calibrate(session);
        if (!session.first()) return 0;
        measure_nodes(machine);
        if (file->empty()) {
            std::cout << machine.to_json();
        } else {
            replace_file(*file, machine.to_json());
        }
        return 0;
    });
}

}  // namespace scrump::cli
