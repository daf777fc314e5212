#pragma once
// Relational products of list decision diagrams (lists.hpp) whose relations are such diagrams, too: sets of short
// vectors, with the values before and after of the entries that a relation touches, as models in files have them. Lists
// of relations have each value plus one; 0 stands for all values: where a relation reads, for any value; where it only
// writes, for the value that is there.

#include <scrump/states/diagrams/detail/diagram_worker.hpp>
#include <scrump/tasks/fork.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace scrump::detail {

/// What a relation does with an entry.
enum class ListTouch : std::uint8_t { nothing, reads, writes, reads_and_writes };

/// What relations do from an entry on, level by level, without their diagrams: alike ones have one number.
class ListShapes {
  public:
    using Number = std::uint32_t;
    static constexpr Number end = 0;  ///< the relation has no more levels

    struct Shape {
        ListTouch touch;
        Number next;  ///< at the next level
    };

    const Shape& operator[](Number number) const { return shapes_[number - 1]; }
    /// The number of a relation that does this at a level, and then that of `next`.
    Number add(ListTouch touch, Number next);

  private:
    std::vector<Shape> shapes_;
    std::map<std::pair<ListTouch, Number>, Number> known_;
};

/// All relations of a system, and those that begin at each level, from this level on. Its owner holds
/// their diagrams.
struct ListRelations {
    struct Part {
        Edge relation{};
        ListShapes::Number shape = ListShapes::end;
    };

    ListShapes shapes{};
    std::vector<std::vector<Part>> beginning{};  ///< up to the last level at which one begins
};

/// What a product gives.
enum class ListProduct : std::uint8_t {
    image,  ///< the vectors to which the relation leads from those of the set
    domain  ///< the vectors of the set from which the relation leads to others
};

/// The product of a set and a relation of a shape.
template <ListProduct product>
Edge multiply(Fork fork, Edge set, Edge relation, const ListRelations* by, ListShapes::Number shape);

/// The vectors of a set from which a relation leads to one of `targets`.
Edge preimage(Fork fork, Edge set, Edge relation, Edge targets, const ListRelations* by, ListShapes::Number shape);

/// All vectors that can be reached from those of a set at a level by transitions that begin at this level or below:
/// saturation as of binary diagrams (operations.hpp). To close each product before it is added, as saturation of
/// counters does (lists.hpp), takes more operations here in most models.
Edge saturate_lists(Fork fork, Edge set, const ListRelations* by, Level level);

}  // namespace scrump::detail
