#pragma once
// How all processes search together.

#include "mpi/session.hpp"

#include <scrump/search/options.hpp>

namespace scrump::test {

inline SearchOptions together(const Skeleton& skeleton = Skeleton::adaptive(), const char* policy = "sticky-random",
                              unsigned workers = 1) {
    return {
        .skeleton = skeleton, .policy = Policy::parse(policy), .workers = workers, .session = &session(), .pin = false};
}

}  // namespace scrump::test
