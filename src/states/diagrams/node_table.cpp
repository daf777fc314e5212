#include <scrump/states/diagrams/detail/node_table.hpp>

#include <array>

namespace scrump::detail {

// Shows all buckets that a hash may lie in, in their order, until `see` returns true.
template <class See>
void NodeTable::search(std::uint64_t hash, const See& see) {
    std::atomic<Bucket>* line = line_of(hash);
    while (true) {
        for (unsigned place = 0; place < line_buckets; ++place)
            if (see(line[(hash ^ place) % line_buckets])) return;
        line += line_buckets;
        if (line == memory_.index + buckets_) line = memory_.index;
    }
}

NodeTable::Found NodeTable::find_or_put_further(const NodeWords& node, std::uint64_t hash, std::uint64_t slot) {
    Found found;
    bool written = false;
    search(hash, [&](std::atomic<Bucket>& bucket) {
        Bucket now = bucket.load(std::memory_order_acquire);
        if (now == 0) {
            at(slot)[0].store(node.first, std::memory_order_relaxed);
            at(slot)[1].store(node.second, std::memory_order_relaxed);
            written = true;
            found = {slot, true};
            if (alone_) {
                bucket.store(bucket_of(slot, hash), std::memory_order_relaxed);
                return true;
            }
            if (bucket.compare_exchange_strong(now, bucket_of(slot, hash), std::memory_order_acq_rel,
                                               std::memory_order_acquire))
                return true;
        }
        found = {slot_of(now)};
        return is_of(now, hash) && this->node({found.index}) == node;
    });
    // Somebody else has put it meanwhile: the slot is free.
    if (written && !found.inserted) at(slot)[0].store(0, std::memory_order_relaxed);
    return found;
}

// --- While nobody does anything else with it

void NodeTable::unmark(const Range& slots) {
    for (std::uint64_t slot = slots.first; slot < slots.end; slot += word_bits)
        memory_.marks[slot / word_bits].store(slot == 0 ? 1 : 0, std::memory_order_relaxed);
}

void NodeTable::mark_all(const Range& slots) {
    for (std::uint64_t first = slots.first; first < slots.end; first += word_bits) {
        Word marks = first == 0 ? 1 : 0;
        for (std::uint64_t bit = 0; bit < word_bits; ++bit)
            if (has(first + bit)) marks |= Word{1} << bit;
        memory_.marks[first / word_bits].store(marks, std::memory_order_relaxed);
    }
}

void NodeTable::clear_index(const Range& buckets) {
    for (std::uint64_t bucket = buckets.first; bucket < buckets.end; ++bucket)
        memory_.index[bucket].store(0, std::memory_order_relaxed);
}

// What is not there yet.
void NodeTable::enter(std::uint64_t slot, std::uint64_t hash) {
    search(hash, [&](std::atomic<Bucket>& bucket) {
        Bucket now = bucket.load(std::memory_order_relaxed);
        if (now != 0) return false;
        if (!alone_) return bucket.compare_exchange_strong(now, bucket_of(slot, hash), std::memory_order_relaxed);
        bucket.store(bucket_of(slot, hash), std::memory_order_relaxed);
        return true;
    });
}

// Buckets are asked for some time before they are written to, as they lie anywhere.
std::uint64_t NodeTable::keep_marked(const Range& slots) {
    std::uint64_t kept = 0;
    for (std::uint64_t first = slots.first; first < slots.end; first += word_bits) {
        const Word marks = memory_.marks[first / word_bits].load(std::memory_order_relaxed);
        std::array<std::uint64_t, word_bits> hashes{};
        for (unsigned bit = 0; bit < word_bits; ++bit) {
            if ((marks >> bit & 1U) == 0) {
                if (has(first + bit)) at(first + bit)[0].store(0, std::memory_order_relaxed);
            } else if (first + bit != 0) {
                hashes[bit] = hash_of(node({first + bit}));
                __builtin_prefetch(line_of(hashes[bit]), 1);
            }
        }
        for (unsigned bit = 0; bit < word_bits; ++bit) {
            if ((marks >> bit & 1U) == 0 || first + bit == 0) continue;
            enter(first + bit, hashes[bit]);
            ++kept;
        }
    }
    return kept;
}

}  // namespace scrump::detail
