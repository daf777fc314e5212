#pragma once
// Random walks through the markings of a net, from the initial one on: what they come across is known at once, without
// knowledge of all other markings.

#include <scrump/base/deadline.hpp>
#include <scrump/base/random.hpp>
#include <scrump/problems/petri/detail/groups.hpp>
#include <scrump/problems/petri/detail/questions.hpp>
#include <scrump/problems/petri/net.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace scrump::petri {

/// A marking in which transitions are fired, with the transitions that are enabled. The net must outlive it.
class FiringMarking {
  public:
    explicit FiringMarking(const Net& net);

    /// Back to the initial marking.
    void reset();
    /// Fires an enabled transition. False, and nothing changes, if a place would have more tokens than can be counted.
    bool fire(std::uint32_t transition);
    /// Undoes the firing of a transition.
    void undo(std::uint32_t transition);

    const std::vector<Tokens>& tokens() const { return tokens_; }
    bool is_enabled(std::uint32_t transition) const { return missing_[transition] == 0; }
    /// All enabled transitions, in some order.
    const std::vector<std::uint32_t>& enabled() const { return enabled_; }
    /// Number of arcs that were looked at.
    std::uint64_t steps() const { return steps_; }

  private:
    struct Taker {
        std::uint32_t transition;
        Tokens weight;
    };

    void set(std::uint32_t place, Tokens tokens);
    void add(std::uint32_t transition);
    void remove(std::uint32_t transition);

    const Net& net_;
    std::vector<std::vector<Taker>> takers_;  // of each place
    std::vector<Tokens> tokens_;
    std::vector<std::uint32_t> missing_;  // for each transition, places that have too few tokens
    std::vector<std::uint32_t> enabled_;
    std::vector<std::size_t> place_in_enabled_;
    std::uint64_t steps_ = 0;
};

/// The walks, one after the other; the same for the same seed. The net must outlive them.
class Walks {
  public:
    Walks(const Net& net, Sought sought, std::uint64_t seed);

    /// Walks for some steps of work more, or until all is seen that can be, or until a deadline.
    void walk(std::uint64_t work, const Deadline& deadline);
    /// Whether the last call of walk() ended because of the deadline.
    bool stopped() const { return stopped_; }
    /// What was seen, with paths without loops.
    const Seen& seen() const { return seen_; }
    /// Number of transitions fired.
    std::uint64_t fired() const { return fired_; }

    /// A goal that is not sought any longer.
    void drop_goal(std::size_t goal) { open_goals_[goal] = false; }
    /// A sum that is not sought any longer.
    void drop_sum(std::size_t sum) { open_sums_[sum] = false; }

  private:
    // What a walk prefers to fire.
    enum class Strategy : std::uint8_t { any, rare, nearer };

    bool has_open() const;
    void one_walk(std::size_t number, const Deadline& deadline);
    void choose_target(std::size_t number);
    std::uint32_t choose(Strategy strategy);
    std::uint32_t choose_nearer();
    std::int64_t distance();
    std::int64_t distance(const Formula& formula);
    void look();
    void look_at_enabled();
    void look_at_changes(std::uint32_t transition);
    void keep_paths();
    FiringPath path_of_length(std::size_t length) const;

    const Net& net_;
    Groups places_, transitions_;
    Sought sought_;
    SplitMix64 random_;
    FiringMarking marking_;
    Seen seen_;
    std::vector<std::uint64_t> initial_;  // tokens of each group of places
    std::vector<bool> open_goals_, open_sums_;
    std::size_t unseen_enabled_ = 0, unseen_changed_ = 0;
    std::vector<std::uint64_t> times_fired_;

    // Of this walk: its path, and where on it something was seen first.
    FiringPath path_;
    std::vector<std::pair<std::size_t, std::size_t>> new_goals_;  // with the length of the path
    std::vector<std::size_t> most_at_;                            // of each sum; not_here: not on this walk
    std::optional<std::size_t> overfull_at_;
    std::size_t target_ = 0;  // a goal, or behind these a sum

    std::size_t walks_ = 0;
    std::uint64_t fired_ = 0;
    std::uint64_t evaluated_ = 0;  // parts of formulas
    bool stopped_ = false;
};

/// The same path without transitions that only come back to a marking that it has had.
FiringPath without_loops(const Net& net, const FiringPath& path);

}  // namespace scrump::petri
