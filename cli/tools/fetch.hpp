#pragma once
// Fetches an instance of the list: through the network, or from a copy of the files that is near.

#include "tools/instance_list.hpp"

#include <string>

namespace scrump::cli {

struct FetchOptions {
    std::string folder = ".";  ///< where the file goes
    std::string mirror;        ///< the address of a folder that has the files under their names; empty: the list's own
};

/// Puts the file into the folder, unless it is there already, and returns its path. Warns of a text that the checksums
/// do not know and that is an instance nevertheless. Throws Error where nothing can be had that is one; a file of that
/// name that is something else stays.
std::string fetch_instance(const ListedInstance& instance, const InstanceCollection& collection,
                           const FetchOptions& options);

}  // namespace scrump::cli
