#pragma once
// Operations on list decision diagrams (Blom and van de Pol, Symbolic reachability for process algebras with recursive
// data types, ICTAC 2008), each a task, with cached results. They share the node table with binary diagrams: a node has
// a value, a list of what comes after that value, and the rest of its own list, which has greater values:
//
//     level of the node    the value
//     high edge            the set of vectors after this value, one level down; never empty
//     low edge             the rest of the list; the constant `no` at its end
//
// The empty set is `no`; the set that has the vector without elements is `yes`. Every vector of a set has one element
// for each level below the set's own, so a set's level follows from where it is.

#include <scrump/states/diagrams/counters.hpp>
#include <scrump/states/diagrams/detail/diagram_worker.hpp>
#include <scrump/tasks/ext/companion.hpp>
#include <scrump/tasks/fork.hpp>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <limits>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace scrump::detail {

/// A step of a transition, and the number of the next one, at a lower level. Transitions that end alike share steps.
struct ListStep {
    static constexpr std::uint32_t none = ~std::uint32_t{0};

    Level level = 0;
    std::uint32_t least = 0;
    std::uint32_t most = 0;
    std::int64_t change = 0;
    std::uint32_t next = none;

    bool allows(std::uint32_t value) const { return value >= least && value <= most; }
};

/// What some transitions do from a level on, together: so that those that begin alike are fired at once.
struct ListRelation {
    using Number = std::uint32_t;
    static constexpr Number none = ~Number{0};  ///< no transition
    static constexpr Number done = 0;           ///< a transition that has no more steps

    /// Transitions that make the same step at `level`, and what they do afterwards.
    struct Branch {
        std::uint32_t least = 0;
        std::uint32_t most = 0;
        std::int64_t change = 0;
        Number next = done;

        /// Whether it adds to each value from `least` on.
        bool raises_for_ever() const { return change > 0 && most == max_counter; }
    };

    Level level = below_all;
    bool has_done = false;  ///< whether one has no more steps
    Number others = none;   ///< those that have no step at this level
    std::vector<Branch> any{};
    std::vector<Branch> exact{};  ///< those that allow one value only, by that

    /// Shows those that allow a value.
    template <class See>
    void each(std::uint32_t value, const See& see) const {
        for (const Branch& branch : any)
            if (value >= branch.least && value <= branch.most) see(branch);
        auto next = std::ranges::lower_bound(exact, value, {}, &Branch::least);
        for (; next != exact.end() && next->least == value; ++next) see(*next);
    }
};

/// Thrown out of operations of which no more are wanted.
struct OverBudget {};

/// A system's transitions by the levels of its counters, and how many operations they may cost.
class ListTransitions {
  public:
    /// `levels`: counters from the first level to the last. Cached results name its relations by their numbers: they
    /// are to be forgotten before another one is used, as a collection does.
    ListTransitions(const CounterSystem& system, std::span<const std::uint32_t> levels);

    /// Allows this number of firings from now on.
    void allow(std::int64_t firings) { left_.store(firings, std::memory_order_relaxed); }
    /// Before a firing. Throws OverBudget.
    void spend() {
        if (left_.fetch_sub(1, std::memory_order_relaxed) <= 0) throw OverBudget{};
    }
    /// Level from which on the search for all reachable vectors is done.
    Level done_from() const { return done_from_; }
    void done_from(Level level) { done_from_ = level; }

    Level levels() const { return static_cast<Level>(names_.size()); }
    /// First step of each transition; `none` for one without steps.
    std::span<const std::uint32_t> firsts() const { return firsts_; }
    const ListStep& step(std::uint32_t number) const { return steps_[number]; }

    const ListRelation& relation(ListRelation::Number number) const { return relations_[number]; }
    /// Those that begin at a level and change something; `none` if there are none.
    ListRelation::Number beginning_at(Level level) const { return beginning_[level]; }
    /// All that there are; `none` if there are none.
    ListRelation::Number all() const { return all_; }

    /// Throws Error: the counter of a level exceeds all values, or has no bound.
    [[noreturn]] void fail_as_too_large(Level level) const;
    /// The value after a step at a level. Throws Error if it is too large.
    std::uint32_t value_after(std::int64_t change, std::uint32_t value, Level level) const {
        const std::int64_t after = std::int64_t{value} + change;
        if (after > std::int64_t{max_counter}) fail_as_too_large(level);
        return static_cast<std::uint32_t>(after);
    }

  private:
    using Steps = std::vector<std::uint32_t>;

    void add_steps(const CounterSystem& system, std::span<const Level> level_of);
    ListRelation::Number relation_of(Steps firsts);

    std::vector<ListStep> steps_;
    std::vector<std::uint32_t> firsts_;
    std::vector<ListRelation> relations_;
    std::map<Steps, ListRelation::Number> known_;
    std::vector<ListRelation::Number> beginning_;
    ListRelation::Number all_ = ListRelation::none;
    std::vector<std::string> names_;
    std::atomic<std::int64_t> left_ = std::numeric_limits<std::int64_t>::max();
    Level done_from_ = 0;
};

/// Union of two sets.
Edge unite(Fork fork, Edge a, Edge b);

/// The vectors to which a relation leads from those of a set at a level, and all that can be reached from these by
/// transitions that begin at this level or below: the relational product within saturation (Ciardo, Lüttgen and
/// Siminiscu). What can be reached by these from `set` must be in it.
Edge fire(Fork fork, ListTransitions* by, Edge set, Level level, ListRelation::Number relation);

/// All vectors that can be reached from one, which has a value for each level.
Edge reachable(Fork fork, ListTransitions* by, const std::vector<std::uint32_t>* initial);

/// The vectors of a set at a level that allow none of the transitions of a relation.
Edge forbidden(Fork fork, ListTransitions* by, Edge set, Level level, ListRelation::Number relation);

}  // namespace scrump::detail
