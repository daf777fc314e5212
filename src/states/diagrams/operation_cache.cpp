#include <scrump/states/diagrams/detail/operation_cache.hpp>

namespace scrump::detail {

void OperationCache::clear() {
    for (std::uint64_t entry = 0; entry < entries_; ++entry) words_[4 * entry].store(0, std::memory_order_relaxed);
}

}  // namespace scrump::detail
