#pragma once
// A system's transitions as operations on list decision diagrams fire them: by levels, those that begin alike together.

#include <scrump/states/diagrams/counters.hpp>
#include <scrump/states/diagrams/detail/node.hpp>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <functional>
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

/// A system's transitions by the levels of its counters, and how many operations they may cost. Each of its relations
/// has a number of its own, by which cached results name it. Those of firings name `trial`, too; all others are to be
/// forgotten before another one of these is used, as a collection does.
class ListTransitions {
  public:
    /// `levels`: counters from the first level to the last.
    ListTransitions(const CounterSystem& system, std::span<const std::uint32_t> levels, std::uint32_t trial);

    std::uint32_t trial() const { return trial_; }

    /// Allows this number of firings from now on.
    void allow(std::int64_t firings) { left_.store(firings, std::memory_order_relaxed); }
    /// Number of firings that are still allowed.
    std::int64_t left() const { return left_.load(std::memory_order_relaxed); }
    /// Before a firing. Throws OverBudget.
    void spend() {
        const std::int64_t left = left_.fetch_sub(1, std::memory_order_relaxed);
        if (left <= 0) throw OverBudget{};
        if (left % firings_between_looks_ == 0 && cut_short_if_ && cut_short_if_())
            cut_short_.store(true, std::memory_order_relaxed);
    }
    /// Every that many firings from now on, asks whether to cut the operations short.
    void cut_short_if(std::function<bool()> wanted, std::int64_t firings_between_looks);
    /// Whether operations are cut short: they end soon, as if further firings led nowhere, and what they come to is a
    /// part of the result.
    bool is_cut_short() const { return cut_short_.load(std::memory_order_relaxed); }
    /// Level from which on the search for all vectors that can be reached from one is done.
    Level done_from() const { return done_from_.load(std::memory_order_relaxed); }
    void done_from(Level level) { done_from_.store(level, std::memory_order_relaxed); }

    Level levels() const { return static_cast<Level>(names_.size()); }
    Level level_of(std::uint32_t counter) const { return level_of_[counter]; }
    /// First step of each transition; `none` for one without steps.
    std::span<const std::uint32_t> firsts() const { return firsts_; }
    const ListStep& step(std::uint32_t number) const { return steps_[number]; }

    const ListRelation& relation(ListRelation::Number number) const { return relations_[number]; }

    /// Some transitions, or the reverses of some.
    struct Group {
        /// For each level, those that begin there and change something; `none` if there are none.
        std::vector<ListRelation::Number> beginning{};
        Level end = 0;                                  ///< none of these begins at this level or below
        ListRelation::Number all = ListRelation::none;  ///< all of them; `none` if there are none
    };
    const Group& forward() const { return forward_; }
    /// The reverses of all transitions, once added.
    const Group& backward() const { return backward_; }

    // --- Between operations

    /// Adds the reverses of a system's transitions.
    void add_reverses(const CounterSystem& system);
    /// The relation of some transitions; `none` for none.
    ListRelation::Number relation_of(std::span<const std::uint32_t> transitions);
    /// The reverse of a transition that can be fired; once the reverses are added.
    ListRelation::Number reverse_of(std::uint32_t transition) {
        return relation_of(Steps{reverse_firsts_[transition]}, selected_);
    }

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
    using Known = std::map<Steps, ListRelation::Number>;

    Steps add_steps(std::span<const CounterTransition> transitions);
    Group group_of(std::span<const std::uint32_t> firsts);
    bool changes_something(std::uint32_t first) const;
    ListRelation::Number relation_of(Steps firsts, Known& known);

    std::uint32_t trial_;
    std::vector<Level> level_of_;
    std::vector<ListStep> steps_;
    std::vector<std::uint32_t> firsts_;
    std::vector<std::uint32_t> reverse_firsts_;
    std::vector<ListRelation> relations_;
    Known selected_;  // relations of some transitions, as requested
    Group forward_, backward_;
    std::vector<std::string> names_;
    std::atomic<std::int64_t> left_ = std::numeric_limits<std::int64_t>::max();
    std::function<bool()> cut_short_if_;
    std::int64_t firings_between_looks_ = std::numeric_limits<std::int64_t>::max();
    std::atomic<bool> cut_short_ = false;
    std::atomic<Level> done_from_;
};

}  // namespace scrump::detail
