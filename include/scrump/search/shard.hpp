#pragma once
// Shards: the parts of a search that independent jobs explore, each without knowing the others.

#include <cstdint>
#include <string>
#include <string_view>

namespace scrump {

/// One of the parts into which a search is divided. The parts of all jobs make the whole tree, each subtree once.
struct Shard {
    static constexpr unsigned max_count = 10'000;  ///< largest number of parts

    unsigned index = 1;  ///< number of the part, from 1
    unsigned count = 1;  ///< number of parts

    /// Reads "2/16". Throws UsageError.
    static Shard parse(std::string_view text);
    /// The text that parse() reads.
    std::string describe() const;

    /// Whether both are the same.
    bool operator==(const Shard&) const = default;
};

/// How a search was divided, and the part that was searched. The jobs of all parts must agree on everything except the
/// part: then their answers together are that of the whole search.
struct ShardStatistics {
    Shard part{};                    ///< the part that was searched
    std::string kind{};              ///< the kind of search: "enumeration", "maximisation", …
    std::string problem{};           ///< the search, as Checkpoints::problem identifies it
    std::string search{};            ///< digest of the search: of its types, root, target and depth limit
    std::string plan{};              ///< digest of the division; empty: the run ended before the tree was divided
    std::uint64_t subtrees = 0;      ///< number of subtrees into which the tree was divided
    std::uint64_t own_subtrees = 0;  ///< number of subtrees of this part
};

}  // namespace scrump
