#include <scrump/base/version.hpp>
#include <scrump/runtime/detail/agreement.hpp>
#include <scrump/search/detail/search_agreement.hpp>

#include <chrono>
#include <optional>
#include <sstream>

namespace scrump::detail {
namespace {

template <class Number>
std::string limit(std::optional<Number> number) {
    return number ? std::to_string(*number) : "none";
}

std::string seconds(std::chrono::nanoseconds time) {
    std::ostringstream text;
    text << std::chrono::duration<double>(time).count() << " s";
    return text.str();
}

std::string files(const Checkpoints& checkpoints) {
    std::string text = checkpoints.wanted() ? "written" : "not written";
    if (checkpoints.resumes()) text += ", one resumed";
    return text;
}

std::string yes_or_no(bool it) {
    return it ? "yes" : "no";
}

}  // namespace

// Readable parts come first. Not compared are values that only the first process uses, and those that may differ: the
// number of workers, where they run, and their seed.
Agreement search_agreement(const SearchOptions& options, const SearchTypes& types) {
    return Agreement(
        {{"version of Scrump", version()},
         {"problem", options.checkpoints.problem},
         {"kind of search", types.kind},
         {"depth limit",
          limit(options.depth_limit == unlimited_depth ? std::nullopt : std::optional(options.depth_limit))},
         {"skeleton", options.skeleton.describe()},
         {"policy", options.policy.describe()},
         {"node limit", limit(options.node_limit)},
         {"time of silence after which a process is given up", seconds(options.dead_after)},
         {"checkpoints", files(options.checkpoints)},
         {"shard", options.shard ? options.shard->describe() : "none"},
         {"file of incumbents", yes_or_no(!options.incumbents.empty())},
         {"estimate", options.estimate ? "a dry run" : yes_or_no(options.estimates)},
         {"history", yes_or_no(options.history)},
         {"trace", yes_or_no(options.trace.wanted())},
         {"space", types.space},
         {"types of the search", digest(types.types)}});
}

}  // namespace scrump::detail
