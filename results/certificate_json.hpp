#pragma once
// A proof that a search left behind, as JSON (docs/proofs.md).

#include "results/statistics_json.hpp"

#include <scrump/problems/proof/ext/text.hpp>

namespace scrump::results {

/// Where it is, and what it took.
inline Json certificate_json(const proof::Certificate& certificate) {
    return {{"problem", certificate.problem}, {"file", certificate.proof},  {"nodes", certificate.nodes},
            {"steps", certificate.steps},     {"bytes", certificate.bytes}, {"logged_bytes", certificate.logged},
            {"seconds", certificate.seconds}};
}

}  // namespace scrump::results
