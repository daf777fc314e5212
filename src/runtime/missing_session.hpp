#pragma once
// Started by a launcher as one of several processes, a program that makes no session runs everything in each of them:
// as slowly as one alone, with as many answers. Nothing fails, so the user is warned.

namespace scrump::detail {

/// Records that a session exists: runs without it are then intended.
void note_session();

/// To be called before something is run in this process alone. Warns on the standard error stream, once in the life of
/// the first of several processes, that it has never made a session. SCRUMP_MPI=0 indicates that this is intended.
void tell_of_missing_session();

}  // namespace scrump::detail
