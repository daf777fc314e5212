#pragma once
// The command is linked twice: without MPI, which takes longer to load than many a search takes, and with it. Where a
// launcher has started the first one, the second one takes its place.

namespace scrump::cli {

/// Replaces this process by the command that has MPI if it is needed and this one lacks it; returns otherwise. Throws
/// UsageError where the environment variable SCRUMP_MPI has no meaning, and Error if that command is not installed.
void continue_with_mpi_if_needed(char** argv);

}  // namespace scrump::cli
