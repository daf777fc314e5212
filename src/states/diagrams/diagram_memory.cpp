#include <scrump/states/diagrams/detail/diagram_memory.hpp>

#include <scrump/base/detail/cache_line.hpp>
#include <scrump/base/error.hpp>
#include <scrump/base/memory.hpp>
#include <scrump/states/diagrams/detail/remote_nodes.hpp>

#include <algorithm>
#include <set>
#include <string>

namespace scrump::detail {
namespace {

constexpr unsigned growth_factor = 4;
// Lost results of operations are computed again, above all while a table is small and grows: so a cache has more
// entries for its buckets than others, up to this number.
constexpr double small_cache = 1U << 22U;
constexpr double more_while_small = 4;
constexpr std::size_t page_words = 4096 / sizeof(NodeTable::Word);

// Where all words of an array follow each other, if they can be reached.
std::atomic<NodeTable::Word>* contiguous(RemoteArray& array) {
    const RemoteAccess& access = array.access(0);
    std::atomic<NodeTable::Word>* const first = access.direct(0);
    for (unsigned owner = 0; owner < access.owners(); ++owner)
        if (access.direct(owner) == nullptr || access.direct(owner) != first + owner * access.words()) return nullptr;
    return first;
}

std::uint64_t words_of_nodes(std::uint64_t buckets) {
    return NodeTable::slots_for(buckets) * NodeTable::node_bytes / sizeof(NodeTable::Word);
}
// What follows begins a cache line.
std::uint64_t words_of_marks(std::uint64_t buckets) {
    constexpr std::uint64_t line_bits = 8 * cache_line;
    return (NodeTable::slots_for(buckets) + line_bits - 1) / line_bits * (cache_line / sizeof(NodeTable::Word));
}
std::uint64_t words_of_index(std::uint64_t buckets) {
    return buckets * sizeof(NodeTable::Bucket) / sizeof(NodeTable::Word);
}

PageMemory allocate_pages(std::size_t bytes, const char* what) {
    return allocate(
        bytes, [&] { return std::string(what); }, [&] { return PageMemory(bytes); });
}

// Number of localities that have tables of their own in the same memory.
std::size_t sharers(const RemoteMemory& memory, bool separate) {
    if (!separate) return 1;
    const auto& places = memory.transport().topology().places;
    return static_cast<std::size_t>(
        std::ranges::count(places, places[memory.transport().self()].host, &Topology::Place::host));
}

std::size_t words_each(std::uint64_t words, unsigned localities) {
    return static_cast<std::size_t>((words + localities - 1) / localities + page_words - 1) / page_words * page_words;
}

}  // namespace

DiagramMemory::DiagramMemory(RemoteMemory& memory, const DiagramOptions& options, std::size_t addresses,
                             const Users& users)
    : options_(options),
      memory_limit_(
          std::min(options.memory_limit.value_or(available_memory() / 4 * 3 / sharers(memory, users.separate)),
                   addresses_for_arrays())),
      max_buckets_(std::min(NodeTable::rounded(options.max_buckets), NodeTable::max_buckets)),
      first_buckets_(std::min(NodeTable::rounded(options.buckets), max_buckets_)),
      alone_(users.alone) {
    const unsigned localities = users.separate ? 1 : memory.transport().size();
    if (localities == 1) {
        fit_first_table();
        reserved_buckets_ = max_buckets_in_memory();
        return;
    }
    limit_buckets(addresses, memory.transport().topology());
    const std::uint64_t spread = std::min(options.buckets, options.max_buckets);
    buckets_each_ = NodeTable::rounded((spread + localities - 1) / localities);
    Words words = words_of_all();
    words.nodes = std::max(words.nodes, RemoteNodes::bucket_words * buckets_each_ * localities);
    try {
        nodes_array_ = &memory.open("nodes of decision diagrams", words_each(words.nodes, localities));
        cache_array_ = &memory.open("operation cache", words_each(words.cache, localities));
    } catch (const OutOfMemory& error) {
        throw error.with_advice("fewer buckets at most reserve less (--max-buckets, or max_buckets in a program)");
    }
    base_ = contiguous(*nodes_array_);
    cache_base_ = contiguous(*cache_array_);
    if (cache_base_ == nullptr) base_ = nullptr;
}

// Arrays that several localities share are as large everywhere, where limits may differ.
void DiagramMemory::fit_first_table() {
    const auto bytes = [this] { return NodeTable::bytes(buckets(0)) + entries(0) * OperationCache::entry_bytes; };
    while (bytes() > memory_limit_ && first_buckets_ > NodeTable::fewest_buckets)
        first_buckets_ = NodeTable::rounded(first_buckets_ / growth_factor);
    if (bytes() > memory_limit_)
        throw UsageError("memory limit: " + std::to_string(memory_limit_) + " bytes; decision diagrams need at least " +
                         std::to_string(bytes()));
}

DiagramMemory::Words DiagramMemory::words_of_all() const {
    Words words{.nodes = words_of_nodes(max_buckets_) + words_of_marks(max_buckets_), .cache = 0};
    for (unsigned growths = 0;; ++growths) {
        words.nodes += words_of_index(buckets(growths));
        words.cache += entries(growths) * (OperationCache::entry_bytes / sizeof(Word));
        if (buckets(growths) == max_buckets_) return words;
    }
}

// Where a process may not reserve so much (ulimit -v). Each process of a host may map what all of that host have.
void DiagramMemory::limit_buckets(std::size_t addresses, const Topology& places) {
    std::set<unsigned> hosts;
    for (const Topology::Place& each : places.places) hosts.insert(each.host);
    const std::size_t limit = addresses / sizeof(Word);
    for (;;) {
        const Words words = words_of_all();
        if ((words.nodes + words.cache) / hosts.size() <= limit || max_buckets_ == first_buckets_) return;
        max_buckets_ = std::max(first_buckets_, max_buckets_ / growth_factor);
        lacks_addresses_ = true;
    }
}

std::uint64_t DiagramMemory::buckets(unsigned growths) const {
    if (!direct() && buckets_each_ > 0) return buckets_each_ * nodes_array_->access(0).owners();
    std::uint64_t buckets = first_buckets_;
    for (; growths > 0 && buckets < max_buckets_; --growths) buckets = std::min(max_buckets_, growth_factor * buckets);
    return buckets;
}

// While it grows the index and the cache are there as they were and as they will be.
bool DiagramMemory::has_memory_to_grow(unsigned growths) const {
    const bool same_cache = entries(growths) == entries(growths + 1);
    const std::uint64_t former = buckets(growths) * sizeof(NodeTable::Bucket);
    const std::uint64_t caches = (same_cache ? 0 : entries(growths)) + entries(growths + 1);
    return former + NodeTable::bytes(buckets(growths + 1)) + caches * OperationCache::entry_bytes <= memory_limit_;
}

std::uint64_t DiagramMemory::entries(unsigned growths) const {
    const double usual = static_cast<double>(buckets(growths)) * options_.cache_ratio;
    const double entries = std::max(usual, std::min(small_cache, more_while_small * usual));
    return std::max<std::uint64_t>(1024, static_cast<std::uint64_t>(entries));
}

std::uint64_t DiagramMemory::max_buckets_in_memory() const {
    unsigned growths = 0;
    while (buckets(growths) < max_buckets_ && has_memory_to_grow(growths)) ++growths;
    return buckets(growths);
}

unsigned DiagramMemory::first_with_cache(unsigned growths) const {
    unsigned first = 0;
    for (unsigned each = 1; each <= growths; ++each)
        if ((kept_caches_ >> each & 1U) == 0 && entries(each) != entries(first)) first = each;
    return first;
}

void DiagramMemory::keep_cache(unsigned growths, bool keep) {
    if (cache_base_ != nullptr && base_ != nullptr) return;
    kept_caches_ &= ~(std::uint64_t{1} << growths);
    kept_caches_ |= std::uint64_t{keep} << growths;
}

// --- What a locality has that is alone

std::byte* DiagramMemory::Own::of(unsigned growths, std::size_t bytes, const char* what) {
    const auto there = std::ranges::find(all_, growths, &Sized::growths);
    if (there != all_.end()) return there->pages.data();
    all_.push_back({growths, allocate_pages(bytes, what)});
    return all_.back().pages.data();
}

void DiagramMemory::Own::release_former(unsigned growths) {
    std::erase_if(all_, [growths](const Sized& each) { return each.growths < growths; });
}

NodeTable::Memory DiagramMemory::own_nodes(unsigned growths) {
    if (own_nodes_.size() == 0) {
        own_nodes_ = allocate_pages(sizeof(Word) * words_of_nodes(reserved_buckets_), "the nodes of decision diagrams");
        own_marks_ = allocate_pages(sizeof(Word) * words_of_marks(reserved_buckets_), "the marks of nodes");
    }
    const std::size_t bytes = sizeof(Word) * words_of_index(buckets(growths));
    return {.nodes = reinterpret_cast<std::atomic<Word>*>(own_nodes_.data()),
            .marks = reinterpret_cast<std::atomic<Word>*>(own_marks_.data()),
            .index = reinterpret_cast<std::atomic<NodeTable::Bucket>*>(
                own_index_.of(growths, bytes, "the index of decision diagrams"))};
}

// --- A table and a cache

NodeTable DiagramMemory::nodes(unsigned growths) {
    if (base_ == nullptr) return {own_nodes(growths), buckets(growths), alone_};
    std::atomic<Word>* const marks = base_ + words_of_nodes(max_buckets_);
    std::atomic<Word>* index = marks + words_of_marks(max_buckets_);
    for (unsigned each = 0; each < growths; ++each) index += words_of_index(buckets(each));
    // Two buckets to a word. Words of the index are never used as such.
    auto* const first_bucket = reinterpret_cast<std::atomic<NodeTable::Bucket>*>(index);
    return {{.nodes = base_, .marks = marks, .index = first_bucket}, buckets(growths), false};
}

OperationCache DiagramMemory::cache(unsigned growths) {
    growths = first_with_cache(growths);
    if (cache_base_ == nullptr || base_ == nullptr) {
        const std::size_t bytes = entries(growths) * OperationCache::entry_bytes;
        std::byte* const first = own_cache_.of(growths, bytes, "the operation cache");
        return {reinterpret_cast<std::atomic<Word>*>(first), entries(growths), alone_};
    }
    std::uint64_t before = 0;
    for (unsigned each = 0; each < growths; ++each) before += entries(each);
    return {cache_base_ + 4 * before, entries(growths), false};
}

void DiagramMemory::release_former(unsigned growths) {
    own_index_.release_former(growths);
    own_cache_.release_former(first_with_cache(growths));
}

}  // namespace scrump::detail
