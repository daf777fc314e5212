#pragma once
// Small searches of all kinds whose answers are known by other means.

#include <scrump/search/options.hpp>
#include <scrump/search/result.hpp>

#include <functional>
#include <string>
#include <vector>

namespace scrump::soak {

struct Instance {
    std::string name;
    /// Throws Error if the answer is wrong: of a complete search, if it is another one; of one that was stopped, if it
    /// is better than what there is.
    std::function<Status(const SearchOptions&)> search;
};

/// Enumerations, optimisations and decisions of 1 ms to 1 s. Their answers are found now, without the library's search.
std::vector<Instance> instances();

/// A search that ends by an exception, of the fold at the first node of that depth, up to 10, that somebody visits.
/// Throws Error if it does not.
void fail_at(unsigned depth, const SearchOptions& options);

}  // namespace scrump::soak
