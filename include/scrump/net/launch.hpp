#pragma once
// How this program was started.

namespace scrump {

/// Whether this process was started as one of several, or SCRUMP_MPI=1 asks for MPI, but the program is linked without
/// it, so that it cannot make a session. Throws UsageError if the value of the environment variable SCRUMP_MPI is
/// invalid.
bool lacks_mpi();

}  // namespace scrump
