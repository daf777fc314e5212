#include <scrump/base/version.hpp>
#include <scrump/search/agreement.hpp>

#include <chrono>
#include <sstream>
#include <utility>

namespace scrump {
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

// What people can read comes first. Not here is what only the first process looks at, and what may differ: how many
// workers there are, where they run, and their seed.
Agreement::Agreement(const Options& options, const Types& types)
    : entries_{{"version of Scrump", version()},
               {"problem", options.checkpoints.problem},
               {"kind of search", types.kind},
               {"depth limit",
                limit(options.depth_limit == unlimited_depth ? std::nullopt : std::optional(options.depth_limit))},
               {"skeleton", options.skeleton.describe()},
               {"policy", options.policy.describe()},
               {"node limit", limit(options.node_limit)},
               {"time of silence after which a process is given up", seconds(options.dead_after)},
               {"checkpoints", files(options.checkpoints)},
               {"history", yes_or_no(options.history)},
               {"trace", yes_or_no(options.trace.wanted())},
               {"space", types.space},
               {"types of the search", digest(types.types)}} {}

Agreement::Agreement(Bytes bytes) : entries_(Decoder(std::move(bytes)).get<std::vector<Entry>>()) {}

Bytes Agreement::bytes() const {
    return Encoder().put(entries_).take();
}

std::optional<std::string> Agreement::difference_from(const Agreement& other) const {
    for (std::size_t i = 0; i < entries_.size(); ++i) {
        const std::string theirs = i < other.entries_.size() ? other.entries_[i].value : "nothing";
        if (entries_[i].value != theirs)
            return entries_[i].what + ": '" + entries_[i].value + "' instead of '" + theirs + "'";
    }
    return std::nullopt;
}

}  // namespace scrump
