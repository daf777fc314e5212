#pragma once
// From a search that logs its tree to the two files that VeriPB checks.

#include <scrump/problems/proof/ext/text.hpp>
#include <scrump/problems/proof/ext/tree_log.hpp>
#include <scrump/search/options.hpp>

#include <cstdint>
#include <functional>
#include <iosfwd>
#include <optional>
#include <string>

namespace scrump::proof {

/// Names of the files: NAME.opb is the problem, NAME.pbp the proof, and NAME.log… the workers' logs until then.
struct Target {
    std::string name;

    std::string problem() const { return name + ".opb"; }
    std::string proof() const { return name + ".pbp"; }
};

/// Rejects options under which a search does not see its whole tree, and files that cannot be written. Throws
/// UsageError and Error.
void check(const Target& target, const SearchOptions& options);

/// Writers of the two files. `tree` is the logged tree.
struct Writers {
    std::function<void(std::ostream&)> problem;
    std::function<std::uint64_t(std::ostream&, const LoggedTree& tree)> proof;  ///< returns the number of steps
};

/// Collective: closes the log and writes the files in the first process, which gets their description. `complete`:
/// whether the search was completed; otherwise nothing is proved and no file is written.
std::optional<Certificate> certify(const Target& target, TreeLog& log, const SearchOptions& options, bool complete,
                                   const Writers& writers);

}  // namespace scrump::proof
