#pragma once
// What tells the vertices of one side of a node apart: for each the number of vertices of each class, by the kind of
// their pairs with it. Of twins only the first in their class, their leader, has a profile.

#include <scrump/problems/mcs/detail/bytes.hpp>
#include <scrump/problems/mcs/detail/node.hpp>
#include <scrump/problems/mcs/detail/space.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace scrump::mcs {

/// The vertices of one side of a node, one class after another; positions among them stand for them.
struct SideOfNode {
    const Side& side;
    std::span<const Vertex> vertices;
    std::span<const LabelClass> classes;
    Vertex LabelClass::*size;
};

class Profiles {
  public:
    /// Counts are bytes.
    static constexpr std::size_t max_vertices = std::numeric_limits<std::uint8_t>::max();

    void find_leaders(const SideOfNode& of);
    /// Counts of one kind stand together, `stride` bytes, whole blocks, for all classes; after find_leaders(), for at
    /// most `max_vertices` vertices.
    void count(const SideOfNode& of, unsigned kinds, std::size_t stride);

    bool leads(std::size_t position) const { return leaders_[position] == position; }
    std::uint32_t leader(std::size_t position) const { return leaders_[position]; }
    const std::uint8_t* of(std::size_t leader) const { return profiles_.data() + leader * length_; }
    /// Number of twins of a leader in its class, itself among them; `end` is that of the class.
    unsigned twins(std::size_t leader, std::size_t end) const {
        return static_cast<unsigned>(std::count(leaders_.begin() + static_cast<std::ptrdiff_t>(leader),
                                                leaders_.begin() + static_cast<std::ptrdiff_t>(end), leader));
    }
    /// Whether some of the vertices has this first twin.
    bool has_twin(const SideOfNode& of, Vertex first_twin) const {
        const std::uint32_t at = met_[first_twin];
        return at < of.vertices.size() && of.side.first_twin(of.vertices[at]) == first_twin;
    }

  private:
    void add_rows(const SideOfNode& of);
    void count_adjacent(const SideOfNode& of, std::size_t stride);
    void count_kinds(const SideOfNode& of, std::size_t stride);

    std::vector<std::uint32_t> leaders_;
    std::vector<std::uint32_t> met_;  // where a twin of a first twin was met; also what earlier nodes have left there
    std::size_t length_ = 0;
    std::vector<std::uint8_t> profiles_;
    std::vector<std::uint8_t> sums_;
};

}  // namespace scrump::mcs
