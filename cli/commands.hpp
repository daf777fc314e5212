#pragma once
// The subcommands. Each declares itself on the command line.

#include "line/command_line.hpp"

namespace scrump::cli {

void declare_problems(CommandLine& line);
void declare_semigroups(CommandLine& line);
void declare_queens(CommandLine& line);
void declare_uts(CommandLine& line);
void declare_tasks(CommandLine& line);
void declare_loop(CommandLine& line);
void declare_explore(CommandLine& line);
void declare_reach(CommandLine& line);
void declare_check(CommandLine& line);
void declare_calibrate(CommandLine& line);
void declare_generate(CommandLine& line);
void declare_convert(CommandLine& line);
void declare_merge(CommandLine& line);
void declare_instances(CommandLine& line);
void declare_counters(CommandLine& line);
void declare_completion(CommandLine& line);
void declare_man(CommandLine& line);
void declare_help(CommandLine& line);

}  // namespace scrump::cli
