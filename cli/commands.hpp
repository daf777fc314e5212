#pragma once
// The subcommands. Each declares itself on the command line and sets `run`, which main calls when it was chosen.

#include "command_line.hpp"

#include <scrump/runtime/session.hpp>

#include <functional>

namespace scrump::cli {

/// What the chosen subcommand does, together with the other processes of the session; returns the exit status.
using Action = std::function<int(Session&)>;

void declare_maxclique(CommandLine& line, Action& run);
void declare_kclique(CommandLine& line, Action& run);
void declare_independent_set(CommandLine& line, Action& run);
void declare_vertex_cover(CommandLine& line, Action& run);
void declare_colouring(CommandLine& line, Action& run);
void declare_sip(CommandLine& line, Action& run);
void declare_mcs(CommandLine& line, Action& run);
void declare_knapsack(CommandLine& line, Action& run);
void declare_tsp(CommandLine& line, Action& run);
void declare_semigroups(CommandLine& line, Action& run);
void declare_queens(CommandLine& line, Action& run);
void declare_uts(CommandLine& line, Action& run);
void declare_generate(CommandLine& line, Action& run);
void declare_counters(CommandLine& line, Action& run);
void declare_help(CommandLine& line, Action& run);

}  // namespace scrump::cli
