#include <scrump/states/diagrams/detail/remote_nodes.hpp>

#include <array>
#include <cstddef>
#include <limits>
#include <span>
#include <utility>

namespace scrump::detail {
namespace {

// How many nodes a worker keeps.
constexpr std::size_t most_kept = std::size_t{1} << 16U;

constexpr std::size_t group_words = 2 * std::size_t{ProbeSequence::group_buckets};
constexpr std::size_t block_words = 2048;
static_assert(2 * NodeTable::fewest_buckets % block_words == 0);

bool is_node(RemoteNodes::Word first) {
    return (first & NodeWords::top_bit) != 0;
}
bool is_marked(RemoteNodes::Word second) {
    return (second & NodeWords::top_bit) != 0;
}

}  // namespace

RemoteNodes::RemoteNodes(RemoteAccess& access, std::uint64_t buckets_each, std::function<void()> leave)
    : access_(access), buckets_each_(buckets_each), leave_(std::move(leave)), kept_(most_kept) {}

RemoteNodes::Word RemoteNodes::wait(RemoteHandle handle) {
    const Word word = handle.wait();
    if (!handle.done()) leave_();
    return word;
}

// Its second word may be a moment late.
NodeWords RemoteNodes::read(std::uint64_t bucket) {
    const auto [owner, word] = where(bucket);
    std::array<Word, 2> words{};
    do wait(access_.get(owner, word, words));
    while (words[1] == 0);
    return {words[0], words[1]};
}

NodeWords RemoteNodes::node(Edge edge) {
    const std::uint64_t index = edge.index();
    if (const Kept& kept = kept_[index % kept_.size()]; kept.index == index) return kept.node;
    const NodeWords node = read(index);
    keep(index, node);
    return node;
}

RemoteNodes::Found RemoteNodes::find_or_put(const NodeWords& node) {
    const std::uint64_t hash = mix(node.first, node.second);
    const std::uint64_t groups = buckets() / ProbeSequence::group_buckets;
    std::uint64_t free = 0;  // 0: none was met
    Word free_word = 0;
    std::array<Word, group_words> group{};
    ProbeSequence probe(hash, groups);
    for (unsigned place = 0;; ++place) {
        const std::uint64_t bucket = probe.bucket();
        if (place % ProbeSequence::group_buckets == 0) {
            const auto [owner, word] = where(bucket / ProbeSequence::group_buckets * ProbeSequence::group_buckets);
            wait(access_.get(owner, word, group));
        }
        const Word first = group[2 * (bucket % ProbeSequence::group_buckets)];
        if (first == node.first && read(bucket).second == node.second) {
            keep(bucket, node);
            return {bucket};
        }
        if (!is_node(first) && free == 0) {
            free = bucket;
            free_word = first;
        }
        if (first != 0 && probe.next()) continue;
        if (free == 0) return {};
        const auto [owner, word] = where(free);
        if (wait(access_.compare_and_swap(owner, word, free_word, node.first)) == free_word) {
            access_.put(owner, word + 1, node.second);  // before anything else that this worker asks of the owner
            keep(free, node);
            return {free, true};
        }
        // Somebody else has claimed it, perhaps for the same node.
        free = 0;
        probe = ProbeSequence(hash, groups);
        place = std::numeric_limits<unsigned>::max();
    }
}

// --- While nobody else uses the table

bool RemoteNodes::mark(std::uint64_t index) {
    const NodeWords now = read(index);
    keep(index, now);
    if (is_marked(now.second)) return false;
    const auto [owner, word] = where(index);
    wait(access_.put(owner, word + 1, now.second | NodeWords::top_bit));
    return true;
}

// Calls `see(first bucket, words)` for all that an owner has.
template <class See>
void RemoteNodes::each_block(unsigned owner, const See& see) {
    std::array<Word, block_words> block{};
    for (std::size_t word = 0; word < 2 * buckets_each_; word += block_words) {
        wait(access_.get(owner, word, block));
        see(word, std::span<Word>(block));
    }
}

std::uint64_t RemoteNodes::keep_marked() {
    std::uint64_t left = 0;
    for (unsigned owner = 0; owner < access_.owners(); ++owner) left += free_unmarked(owner);
    for (unsigned owner = 0; owner < access_.owners(); ++owner) keep_reachable(owner);
    access_.fence();
    return left;
}

void RemoteNodes::unmark() {
    for (unsigned owner = 0; owner < access_.owners(); ++owner) {
        each_block(owner, [&](std::size_t at, std::span<const Word> block) {
            for (std::size_t word = 0; word < block.size(); word += 2)
                if ((owner > 0 || at + word > 0) && is_marked(block[word + 1]))
                    access_.put(owner, at + word + 1, block[word + 1] & ~NodeWords::top_bit);
        });
    }
    access_.fence();
}

std::uint64_t RemoteNodes::free_unmarked(unsigned owner) {
    std::uint64_t left = 0;
    each_block(owner, [&](std::size_t at, std::span<Word> block) {
        for (std::size_t word = 0; word < block.size(); word += 2) {
            if (owner == 0 && at + word == 0) continue;  // the constant
            if (is_node(block[word]) && is_marked(block[word + 1])) {
                ++left;
            } else {
                block[word] = block[word + 1] = 0;
            }
        }
        wait(access_.put(owner, at, std::span<const Word>(block)));
    });
    return left;
}

// What is free before a node in its sequence is vacant, and no node is marked.
void RemoteNodes::keep_reachable(unsigned owner) {
    const std::uint64_t groups = buckets() / ProbeSequence::group_buckets;
    each_block(owner, [&](std::size_t at, std::span<const Word> block) {
        for (std::size_t word = 0; word < block.size(); word += 2) {
            const std::uint64_t index = owner * buckets_each_ + (at + word) / 2;
            if (index == 0 || !is_node(block[word])) continue;
            const NodeWords node{block[word], block[word + 1] & ~NodeWords::top_bit};
            access_.put(owner, at + word + 1, node.second);
            for (ProbeSequence probe(mix(node.first, node.second), groups); probe.bucket() != index; probe.next()) {
                const Where before = where(probe.bucket());
                access_.compare_and_swap(before.owner, before.word, 0, vacant);
            }
        }
    });
}

}  // namespace scrump::detail
