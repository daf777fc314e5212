#pragma once
// What is done to many nodes at once, for each instruction set. Each function is compiled as a whole for its set, so
// that nothing but a batch is between two calls through a pointer.

#include <cstddef>

#include "hash_choice.hpp"
#include "node.hpp"
#include "tree.hpp"

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

/// For a hash that is not `automatic`; throws `UsageError` when this processor lacks it.
const BatchCode& batch_code_for(HashChoice hash);

// Those that there are. The hashes without vectors share one.
extern const BatchCode portable_batches;
#if defined(__x86_64__)
extern const BatchCode avx2_batches;
extern const BatchCode avx512_batches;
#endif

}  // namespace scrump::uts
