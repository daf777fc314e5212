#pragma once
// The scrump command as one process or, through mpirun, as several, and what its JSON tells of the search.

#include <string>
#include <vector>

#include "child.hpp"
#include "experiment.hpp"
#include "settings.hpp"

namespace scrump::bench {

using Arguments = std::vector<std::string>;

Arguments operator+(Arguments first, const Arguments& more);

/// How a program is started: its arguments, the first being the program, and what its environment has besides.
struct Launch {
    Arguments arguments;
    Environment environment{};
};

/// `scrump ARGUMENTS --json`. Throws `Skipped` where there is no such command.
Arguments scrump_command(const Settings& settings, const Arguments& arguments);

/// `command` as so many MPI processes. Throws `Skipped` where there is no mpirun, or this build is one without MPI.
Launch launch(const Settings& settings, unsigned processes, const Arguments& command);

/// The MPI program that does nothing. Throws `Skipped` where this build is one without MPI.
Arguments empty_mpi_program();

/// Runs a search. Seconds are those of the search alone, units are nodes. `more` has "wall_seconds"; of a search that
/// writes checkpoints "checkpoints", how many, "longest_pause" and "seconds_of_a_write", on average; and of several
/// localities:
/// - "steals_tried", "steals_won": between localities, in all;
/// - "steal_median", "steal_p99": seconds from request to tasks in hand, of the locality that won most steals;
/// - "monitor_messages_per_second": questions for summaries and their answers, in all;
/// - "monitor_messages_per_second_each": the same of one locality, on average.
Sample run_search(const Launch& launch);

/// What to search, as arguments of the command.
struct Search {
    std::string name;
    Arguments arguments;
};

Search semigroups_search(unsigned genus);
Search clique_search(const Settings& settings);  ///< the hard one; throws `Skipped` where its file is not
Search uts_search(const Settings& settings);

}  // namespace scrump::bench
