#pragma once
// Places or transitions of a net as a coloured net has them, if the net was unfolded from one; otherwise each is a
// group by itself.

#include <scrump/problems/petri/net.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace scrump::petri {

/// The groups of a net must outlive it.
class Groups {
  public:
    Groups(const std::vector<Group>& coloured, std::size_t members)
        : coloured_(coloured), size_(coloured.empty() ? members : coloured.size()) {
        for (std::uint32_t group = 0; group < coloured.size(); ++group)
            group_of_.insert(group_of_.end(), coloured[group].count, group);
    }
    static Groups of_places(const Net& net) { return {net.coloured_places, net.places.size()}; }
    static Groups of_transitions(const Net& net) { return {net.coloured_transitions, net.transitions.size()}; }

    std::size_t size() const { return size_; }
    /// The group of a place or transition.
    std::uint32_t of(std::uint32_t member) const { return group_of_.empty() ? member : group_of_[member]; }
    /// The places or transitions of a group, ascending.
    std::vector<std::uint32_t> members(std::size_t group) const {
        std::vector<std::uint32_t> all;
        for (std::uint32_t i = 0; i < count(group); ++i) all.push_back(static_cast<std::uint32_t>(first(group) + i));
        return all;
    }
    /// The tokens of a group of places.
    std::uint64_t tokens(std::size_t group, std::span<const Tokens> marking) const {
        std::uint64_t sum = 0;
        for (const Tokens each : marking.subspan(first(group), count(group))) sum += each;
        return sum;
    }

  private:
    std::size_t first(std::size_t group) const { return coloured_.empty() ? group : coloured_[group].first; }
    std::size_t count(std::size_t group) const { return coloured_.empty() ? 1 : coloured_[group].count; }

    const std::vector<Group>& coloured_;
    std::size_t size_;
    std::vector<std::uint32_t> group_of_;  // only of an unfolded net
};

}  // namespace scrump::petri
