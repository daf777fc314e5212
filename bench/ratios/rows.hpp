#pragma once
// All experiments of the table by name, each group from a file of its own (rows_*.cpp).

#include <functional>
#include <string>
#include <vector>

#include "experiment.hpp"
#include "settings.hpp"

namespace scrump::bench {

struct NamedExperiment {
    std::string name;                                 ///< group-what, e.g. "twin-queens"
    std::string about;                                ///< what is compared, in a few words
    std::function<Experiment(const Settings&)> make;  ///< throws `Skipped` where it cannot be done
};

using Experiments = std::vector<NamedExperiment>;

void add_twins(Experiments& all);        ///< sequential against the same search written by hand
void add_skeletons(Experiments& all);    ///< each skeleton on one worker against sequential
void add_workers(Experiments& all);      ///< two workers against one
void add_cliques(Experiments& all);      ///< seconds for well-known maximum clique instances
void add_hashing(Experiments& all);      ///< nodes a second of UTS, beside what the hash alone allows
void add_stacks(Experiments& all);       ///< 2 workers under the protocols of steal stacks
void add_processes(Experiments& all);    ///< wall time and memory of the whole command
void add_peers(Experiments& all);        ///< other task runtimes
void add_localities(Experiments& all);   ///< several processes against one, and what passes between them
void add_policies(Experiments& all);     ///< victim selections against each other
void add_solvers(Experiments& all);      ///< seconds of the command until an answer is proved
void add_tasks(Experiments& all);        ///< programs of fork and join: twins, workers, other task runtimes
void add_spawning(Experiments& all);     ///< what a spawn, a steal and an idle session cost
void add_loops(Experiments& all);        ///< self-scheduled loops: their cost, and other runtimes
void add_loop_steals(Experiments& all);  ///< iterations stolen with their data, beside a bare message
void add_parallel(Experiments& all);     ///< plain calls: what it costs to start one, and other runtimes
void add_tables(Experiments& all);       ///< the table of states, and other hash tables
void add_diagrams(Experiments& all);     ///< decision diagrams: a twin, another package, reachable states
void add_states(Experiments& all);       ///< state spaces, beside a walk with a std::unordered_set
void add_sessions(Experiments& all);     ///< what it costs to start a search, in a session and without one
void add_checkpoints(Experiments& all);  ///< searches that write checkpoints against those that do not

Experiments all_experiments();

}  // namespace scrump::bench
