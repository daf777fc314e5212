#pragma once
// How this program was started.

namespace scrump {

/// Whether this process was started as one of several, or SCRUMP_MPI=1 asks for MPI, but the program is linked without
/// it, so that it cannot make a session. Throws UsageError where the environment variable SCRUMP_MPI has no meaning.
bool lacks_mpi();

}  // namespace scrump
