#pragma once
// Markings of a net one by one, and what is seen in them.

#include <scrump/problems/petri/detail/questions.hpp>
#include <scrump/problems/petri/net.hpp>
#include <scrump/problems/petri/reduction.hpp>
#include <scrump/runtime/status.hpp>
#include <scrump/states/explore/options.hpp>

#include <cstdint>

namespace scrump::petri {

/// What was seen in markings, without paths.
struct Visits {
    Seen seen{};
    bool all = false;                  ///< whether no other marking has a goal, or a larger sum
    std::uint64_t markings = 0;        ///< number of visited markings
    Status status = Status::complete;  ///< how the visits ended
};

/// Visits markings of a net, until all are visited or the options stop it, or until a marking is found that alone was
/// sought. A reduction leaves out markings where goals and sums alone are sought. Throws Error if a place has more
/// tokens than can be counted.
Visits visit_markings(const Net& net, const Sought& sought, NetReduction reduction, const ExploreOptions& options);

}  // namespace scrump::petri
