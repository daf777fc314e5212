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
#include <span>
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

/// The transitions that begin at a level, by the values that they read there.
struct ListBeginning {
    struct Branch {
        std::uint32_t before = 0;  ///< value that it reads, if it reads one
        std::uint32_t after = 0;   ///< value that it writes, unless it keeps the value that is there
        bool keeps = false;        ///< whether it does
        Edge relation{};           ///< at the next level
        ListShapes::Number next = ListShapes::end;
    };

    std::vector<Branch> any{};
    std::vector<Branch> exact{};  ///< those that read one value, by that

    /// Adds those of a relation.
    void add(DiagramWorker& worker, Edge relation, const ListShapes::Shape& shape);
    /// To be called after these.
    void sort();
    bool empty() const { return any.empty() && exact.empty(); }
    /// Shows those that allow a value.
    template <class See>
    void each(std::uint32_t value, const See& see) const {
        for (const Branch& branch : any) see(branch);
        for (const Branch& branch : exact_of(value)) see(branch);
    }

  private:
    std::span<const Branch> exact_of(std::uint32_t value) const;
};

/// All relations of a system. Whoever has it holds their diagrams.
struct ListRelations {
    ListShapes shapes{};
    std::vector<ListBeginning> beginning{};  ///< of each level up to the last at which one begins
};

/// What a product gives.
enum class ListProduct : std::uint8_t {
    image,         ///< the vectors to which the relation leads from those of the set
    closed_image,  ///< these, and all that can be reached from them by transitions that begin at that level or below;
                   ///< what can be reached by these from the set must be in it
    domain         ///< the vectors of the set from which the relation leads to others
};

/// The product of a set at a level and a relation of a shape.
template <ListProduct product>
Edge multiply(Fork fork, Edge set, Edge relation, const ListRelations* by, ListShapes::Number shape, Level level);

/// The vectors of a set from which a relation leads to one of `targets`.
Edge preimage(Fork fork, Edge set, Edge relation, Edge targets, const ListRelations* by, ListShapes::Number shape);

/// All vectors that can be reached from those of a set at a level by transitions that begin at this level or below, by
/// saturation (Ciardo, Lüttgen and Siminiscu, TACAS 2001).
Edge saturate_lists(Fork fork, Edge set, const ListRelations* by, Level level);

}  // namespace scrump::detail
