#pragma once
// A model of list decision diagrams within the program of run_diagrams(): as SymbolicSystem, for lists. Each entry is a
// level. Values that occur in the model are numbered, for each entry by itself, in their order.

#include "carry_out.hpp"
#include "list_images.hpp"

#include <scrump/base/deadline.hpp>
#include <scrump/states/diagrams/list_model.hpp>
#include <scrump/states/diagrams/reachability.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace scrump::detail {

/// A set of states, kept alive.
class ListSet {
  public:
    ListSet(HeldByHandles& home, Edge edge) : home_(&home), slot_(home.add(edge)) {}
    ListSet(const ListSet& other) : ListSet(*other.home_, other.edge()) {}
    ListSet(ListSet&& other) noexcept : home_(std::exchange(other.home_, nullptr)), slot_(other.slot_) {}
    ListSet& operator=(ListSet other) noexcept {
        std::swap(home_, other.home_);
        std::swap(slot_, other.slot_);
        return *this;
    }
    ~ListSet() {
        if (home_ != nullptr) home_->remove(slot_);
    }

    Edge edge() const { return (*home_)[slot_]; }
    bool operator==(const ListSet& other) const { return edge() == other.edge(); }

  private:
    HeldByHandles* home_;
    HeldByHandles::Slot slot_;
};

class ListSystem {
  public:
    using Set = ListSet;

    /// Makes the model's diagrams. `deadline`: of counting.
    ListSystem(Diagrams& diagrams, const ListModel& model, const Deadline& deadline);

    struct Round {
        unsigned number = 0;
        const ListSet& reached;
        bool last = false;
    };
    ListSet reachable(ReachStrategy strategy, const std::function<void(const Round&)>& see);
    ListSet deadlocks(const ListSet& states);
    std::optional<std::vector<StateVector>> path(const ListSet& reached, const ListSet& targets);
    std::vector<std::size_t> relations_of(std::span<const StateVector> path);

    /// Number of states, and of nodes.
    std::pair<Count, std::uint64_t> census(const ListSet& states);

    // --- For searches (state_search.hpp)

    ListSet none() { return hold(Edge::no()); }
    const ListSet& initial() const { return initial_; }
    std::size_t relations() const { return relations_.size(); }
    ListSet either(const ListSet& a, const ListSet& b);
    ListSet both(const ListSet& a, const ListSet& b);
    ListSet without(const ListSet& a, const ListSet& b);
    static bool is_empty(const ListSet& set) { return set.edge() == Edge::no(); }
    ListSet after(const ListSet& set, std::size_t relation);
    ListSet after(const ListSet& set);
    ListSet before(const ListSet& set, std::size_t relation, const ListSet& within);
    ListSet enabling(const ListSet& set, std::size_t relation);
    ListSet saturated();
    /// No state if a value does not occur in the model. Throws UsageError if the number of values is not that of the
    /// entries.
    ListSet state(const StateVector& values);
    StateVector pick(const ListSet& states);

    /// A relation, and what it does from the first level on.
    struct Relation {
        ListSet root;
        ListShapes::Number shape;
    };

  private:
    struct Layout;

    static Layout layout_of(const StoredListRelation& relation);
    void number_values(const Layout& layout);
    std::uint32_t number_of(std::uint32_t entry, std::uint32_t value) const;
    ListSet make(const Layout& layout);
    void add(const StoredListRelation& relation);

    ListSet hold(Edge edge) { return {parts_.handles, edge}; }
    template <class Operation>
    ListSet carry_out(const Operation& operation) {
        return hold(detail::carry_out(parts_.locality, [&] { return operation(parts_.fork); }));
    }

    DiagramParts parts_;
    const Deadline deadline_;
    const ListModel& model_;
    std::vector<std::uint32_t> lengths_;              // of vectors, by the number of their diagram
    std::vector<std::vector<std::uint32_t>> values_;  // of each entry, ascending
    ListSet initial_;
    ListRelations by_;
    std::vector<Relation> relations_;
};

}  // namespace scrump::detail
