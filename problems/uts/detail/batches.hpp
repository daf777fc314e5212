#pragma once
// Operations on many nodes at once, for each instruction set. Each function is compiled as a whole for its set, so that
// each call through a pointer does a whole batch.

#include <cstddef>

#include <scrump/problems/uts/hash_choice.hpp>
#include <scrump/problems/uts/tree.hpp>
#include "node.hpp"

namespace scrump::uts {

class Space;

struct BatchCode {
    /// As `Generator::expand`.
    void (*expand)(const Space& space, const Nodes& nodes, std::size_t first, std::size_t count, Nodes& children);
    /// As `Generator::append_inner`.
    void (*append_inner)(const Nodes& nodes, Nodes& stack);
    /// As `Fold::add_columns`.
    void (*add)(Shape& shape, const Nodes& nodes);
};

/// The code for a hash that is not `automatic`; throws `UsageError` if this processor lacks it.
const BatchCode& batch_code_for(HashChoice hash);

// The available ones. The hashes without vectors share one.
extern const BatchCode portable_batches;
#if defined(__x86_64__)
extern const BatchCode avx2_batches;
extern const BatchCode avx512_batches;
#endif

}  // namespace scrump::uts
