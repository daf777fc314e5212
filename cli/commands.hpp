#pragma once
// The subcommands. Each declares itself on the command line.

#include "line/command_line.hpp"

namespace scrump::cli {

void declare_maxclique(CommandLine& line);
void declare_kclique(CommandLine& line);
void declare_independent_set(CommandLine& line);
void declare_vertex_cover(CommandLine& line);
void declare_colouring(CommandLine& line);
void declare_sip(CommandLine& line);
void declare_mcs(CommandLine& line);
void declare_knapsack(CommandLine& line);
void declare_tsp(CommandLine& line);
void declare_flowshop(CommandLine& line);
void declare_semigroups(CommandLine& line);
void declare_queens(CommandLine& line);
void declare_uts(CommandLine& line);
void declare_tasks(CommandLine& line);
void declare_loop(CommandLine& line);
void declare_explore(CommandLine& line);
void declare_reach(CommandLine& line);
void declare_calibrate(CommandLine& line);
void declare_generate(CommandLine& line);
void declare_convert(CommandLine& line);
void declare_instances(CommandLine& line);
void declare_counters(CommandLine& line);
void declare_completion(CommandLine& line);
void declare_man(CommandLine& line);
void declare_help(CommandLine& line);

}  // namespace scrump::cli
