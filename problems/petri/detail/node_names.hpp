#pragma once
// Places or transitions of a net by what files and users call them.

#include <scrump/problems/petri/net.hpp>

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

namespace scrump::petri {

/// Places or transitions by their ids, and by those names that are not ids of others; those of a coloured net come
/// before those with one colour or binding.
class NodeNames {
  public:
    struct Range {
        std::uint32_t first = 0, count = 1;
    };

    template <class Nodes>
    NodeNames(const std::vector<Group>& coloured, const Nodes& nodes) {
        add(coloured, [&](std::uint32_t i) { return Range{coloured[i].first, coloured[i].count}; });
        add(nodes, [](std::uint32_t i) { return Range{i}; });
    }

    static NodeNames of_places(const Net& net) { return {net.coloured_places, net.places}; }
    static NodeNames of_transitions(const Net& net) { return {net.coloured_transitions, net.transitions}; }

    std::optional<Range> find(const std::string& name) const {
        const auto found = ranges_.find(name);
        return found == ranges_.end() ? std::nullopt : std::optional(found->second);
    }
    /// What is wrong with a name that is not found; `kind` is "place" or "transition".
    std::string complaint(const std::string& kind, const std::string& name) const;
    /// All names and ids that stand for one.
    std::vector<std::string> all() const;

  private:
    template <class Nodes, class RangeOf>
    void add(const Nodes& nodes, const RangeOf& range_of) {
        for (std::uint32_t i = 0; i < nodes.size(); ++i)
            if (!nodes[i].id.empty()) ranges_.emplace(nodes[i].id, range_of(i));
        std::unordered_map<std::string, std::uint32_t> named;
        for (std::uint32_t i = 0; i < nodes.size(); ++i)
            if (!named.emplace(nodes[i].name, i).second) ambiguous_.insert(nodes[i].name);
        for (const auto& [name, i] : named)
            if (!ambiguous_.contains(name)) ranges_.emplace(name, range_of(i));
    }

    std::unordered_map<std::string, Range> ranges_;
    std::set<std::string> ambiguous_;
};

}  // namespace scrump::petri
