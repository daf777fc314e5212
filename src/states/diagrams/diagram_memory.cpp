#include <scrump/states/diagrams/detail/diagram_memory.hpp>

#include <scrump/base/memory.hpp>

#include <algorithm>
#include <string>
#include <utility>

namespace scrump::detail {
namespace {

constexpr unsigned growth_factor = 4;
constexpr std::size_t page_words = 4096 / sizeof(NodeTable::Word);

// Where all words of an array follow each other, if they can be reached.
std::atomic<NodeTable::Word>* contiguous(RemoteArray& array) {
    const RemoteAccess& access = array.access(0);
    std::atomic<NodeTable::Word>* const first = access.direct(0);
    for (unsigned owner = 0; owner < access.owners(); ++owner)
        if (access.direct(owner) == nullptr || access.direct(owner) != first + owner * access.words()) return nullptr;
    return first;
}

std::size_t words_each(std::uint64_t words, unsigned localities) {
    return static_cast<std::size_t>((words + localities - 1) / localities + page_words - 1) / page_words * page_words;
}

}  // namespace

DiagramMemory::DiagramMemory(RemoteMemory& memory, const DiagramOptions& options, bool alone)
    : options_(options),
      first_buckets_(NodeTable::rounded(std::min(options.buckets, options.most_buckets))),
      most_buckets_(NodeTable::rounded(options.most_buckets)),
      alone_(alone) {
    const unsigned localities = memory.transport().size();
    if (localities == 1) return;
    std::uint64_t buckets_of_all = 0;
    std::uint64_t entries_of_all = 0;
    for (unsigned growths = 0;; ++growths) {
        buckets_of_all += buckets(growths);
        entries_of_all += entries(growths);
        if (buckets(growths) == most_buckets_) break;
    }
    buckets_each_ = NodeTable::rounded((first_buckets_ + localities - 1) / localities);
    buckets_of_all = std::max(buckets_of_all, buckets_each_ * localities);
    nodes_array_ = &memory.open("nodes of decision diagrams", words_each(2 * buckets_of_all, localities));
    cache_array_ = &memory.open("operation cache", words_each(4 * entries_of_all, localities));
    base_ = contiguous(*nodes_array_);
    cache_base_ = contiguous(*cache_array_);
    if (cache_base_ == nullptr) base_ = nullptr;
}

std::uint64_t DiagramMemory::buckets(unsigned growths) const {
    if (!direct() && buckets_each_ > 0) return buckets_each_ * nodes_array_->access(0).owners();
    std::uint64_t buckets = first_buckets_;
    for (; growths > 0 && buckets < most_buckets_; --growths)
        buckets = std::min(most_buckets_, growth_factor * buckets);
    return buckets;
}

std::uint64_t DiagramMemory::entries(unsigned growths) const {
    const double entries = static_cast<double>(buckets(growths)) * options_.cache_ratio;
    return std::max<std::uint64_t>(1024, static_cast<std::uint64_t>(entries));
}

std::atomic<DiagramMemory::Word>* DiagramMemory::own(std::optional<Own>& current, std::optional<Own>& former,
                                                     unsigned growths, std::size_t bytes, const char* what) {
    if (!current || current->growths != growths) {
        PageMemory pages = allocate(
            bytes, [&] { return std::string(what); }, [&] { return PageMemory(bytes); });
        former = std::exchange(current, std::nullopt);
        current.emplace(Own{growths, std::move(pages)});
    }
    return reinterpret_cast<std::atomic<Word>*>(current->pages.data());
}

NodeTable DiagramMemory::nodes(unsigned growths) {
    if (base_ == nullptr) {
        const std::size_t bytes = buckets(growths) * NodeTable::bucket_bytes;
        return {own(own_nodes_, former_nodes_, growths, bytes, "the nodes of decision diagrams"), buckets(growths),
                alone_};
    }
    std::uint64_t before = 0;
    for (unsigned each = 0; each < growths; ++each) before += buckets(each);
    return {base_ + 2 * before, buckets(growths), false};
}

OperationCache DiagramMemory::cache(unsigned growths) {
    if (cache_base_ == nullptr || base_ == nullptr) {
        const std::size_t bytes = entries(growths) * OperationCache::entry_bytes;
        return {own(own_cache_, former_cache_, growths, bytes, "the operation cache"), entries(growths), alone_};
    }
    std::uint64_t before = 0;
    for (unsigned each = 0; each < growths; ++each) before += entries(each);
    return {cache_base_ + 4 * before, entries(growths), false};
}

void DiagramMemory::release_former() {
    former_nodes_.reset();
    former_cache_.reset();
}

}  // namespace scrump::detail
