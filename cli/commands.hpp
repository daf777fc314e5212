#pragma once
// The subcommands. Each declares itself on the command line and sets `run`, which main calls when it was chosen.

#include <scrump/runtime/session.hpp>

#include <CLI/CLI.hpp>

#include <functional>

namespace scrump::cli {

/// What the chosen subcommand does, together with the other processes of the session; returns the exit status.
using Action = std::function<int(Session&)>;

void declare_maxclique(CLI::App& app, Action& run);
void declare_kclique(CLI::App& app, Action& run);
void declare_independent_set(CLI::App& app, Action& run);
void declare_vertex_cover(CLI::App& app, Action& run);
void declare_colouring(CLI::App& app, Action& run);
void declare_sip(CLI::App& app, Action& run);
void declare_mcs(CLI::App& app, Action& run);
void declare_knapsack(CLI::App& app, Action& run);
void declare_tsp(CLI::App& app, Action& run);
void declare_semigroups(CLI::App& app, Action& run);
void declare_queens(CLI::App& app, Action& run);
void declare_uts(CLI::App& app, Action& run);
void declare_generate(CLI::App& app, Action& run);
void declare_counters(CLI::App& app, Action& run);
void declare_help(CLI::App& app, Action& run);

}  // namespace scrump::cli
