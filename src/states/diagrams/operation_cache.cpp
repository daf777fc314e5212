#include <scrump/states/diagrams/detail/operation_cache.hpp>

#include <scrump/base/memory.hpp>

#include <string>

namespace scrump::detail {

OperationCache::OperationCache(std::uint64_t entries, bool alone)
    : entries_(entries),
      alone_(alone),
      pages_(allocate(
          entries * entry_bytes, [&] { return "the operation cache with " + std::to_string(entries) + " entries"; },
          [&] { return ZeroedPages(entries * entry_bytes); })),
      words_(reinterpret_cast<std::atomic<Word>*>(pages_.data())) {}

void OperationCache::forget_all() {
    epoch_ += Word{1} << Edge::bits_used;
    if (epoch_ == 0) clear();
}

// All epochs have been.
void OperationCache::clear() {
    for (std::uint64_t word = 0; word < 4 * entries_; ++word) words_[word].store(0, std::memory_order_relaxed);
    epoch_ = Word{1} << Edge::bits_used;
}

}  // namespace scrump::detail
