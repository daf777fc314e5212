#pragma once
// The joint answer of the shards of a search, from the objects that the command printed of each.

#include "results/run_report.hpp"

#include <scrump/search/shard.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace scrump::results {

/// What a job printed of its shard.
struct ShardFile {
    std::string name{};  ///< of the file, for messages
    Json run{};
};

/// Reads the object that `scrump --json` printed. Throws Error "name:line: …" for anything else.
ShardFile read_shard(std::string_view text, const std::string& name);

/// A shard that was stopped before its end.
struct UnfinishedShard {
    Shard part{};
    std::string file{};
    std::string stopped_by{};
};

/// What all shards came to.
struct MergedShards {
    RunReport report{};                         ///< of the whole search; complete if all shards are. Has `merged`
    std::vector<UnfinishedShard> unfinished{};  ///< to be run again
    double total_seconds = 0;                   ///< time of all jobs
};

/// Joins them. Throws Error that names the file if they are not the shards of one search, divided in the same way by
/// the same version, each once; and the missing ones, unless the search is decided without them.
MergedShards merge_shards(std::vector<ShardFile> files);

/// The part of an instance that is searched, without its source and the code that reads it.
Json what_is_searched(Json instance);

}  // namespace scrump::results
