#include "rows.hpp"

namespace scrump::bench {

Experiments all_experiments() {
    Experiments all;
    for (const auto add :
         {add_twins,    add_skeletons,  add_workers,     add_cliques,  add_hashing,  add_stacks,      add_processes,
          add_peers,    add_localities, add_policies,    add_solvers,  add_sessions, add_checkpoints, add_tasks,
          add_spawning, add_loops,      add_loop_steals, add_parallel, add_tables,   add_diagrams,    add_states})
        add(all);
    return all;
}

}  // namespace scrump::bench
