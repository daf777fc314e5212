#pragma once
// Where and when a table was measured.

#include <string>

namespace scrump::bench {

struct Machine {
    std::string processor;  ///< as the system calls it; "unknown" where it does not say
    unsigned cores;         ///< that this process may use, a hardware thread counting as one
    double load;            ///< average of the last minute: what else the machine did
    std::string compiler;
    std::string version;  ///< of Scrump
    std::string date;     ///< UTC, e.g. 2026-03-01
};

Machine this_machine();

}  // namespace scrump::bench
