#pragma once
// All markings of a net one by one, and what is seen in them.

#include <scrump/problems/petri/detail/questions.hpp>
#include <scrump/problems/petri/net.hpp>
#include <scrump/runtime/status.hpp>
#include <scrump/states/explore/options.hpp>

namespace scrump::petri {

/// What was seen in markings, without paths.
struct Visits {
    Seen seen{};
    bool all = false;                  ///< whether these were all markings
    Status status = Status::complete;  ///< how the visits ended
};

/// Visits markings of a net, until all are visited or the options stop it. Throws Error if a place has more tokens than
/// can be counted.
Visits visit_markings(const Net& net, const Sought& sought, const ExploreOptions& options);

}  // namespace scrump::petri
