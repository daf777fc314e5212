#pragma once
// Good orders, quickly: the heuristic of Nawaz, Enscore and Ham (NEH) for a beginning, and iterated greedy search,
// which takes some jobs out and puts them back where they do least harm.
//
// M. Nawaz, E. E. Enscore and I. Ham, "A heuristic algorithm for the m-machine, n-job flow-shop sequencing problem",
// Omega 11 (1983); R. Ruiz and T. Stützle, "A simple and effective iterated greedy algorithm for the permutation
// flowshop scheduling problem", EJOR 177 (2007). All places for a job are evaluated together: É. Taillard, "Some
// efficient heuristic methods for the flow shop sequencing problem", EJOR 47 (1990).

#include <scrump/base/random.hpp>
#include <scrump/problems/flowshop/instance.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace scrump::flowshop {

/// Where a job goes into an order, and when that then ends.
struct Insertion {
    std::size_t place = 0;
    Time makespan = 0;
};

class LocalSearch {
  public:
    /// Begins with the order of NEH. The instance has to outlive it. Once `hurried()`, if that is given, it improves
    /// nothing further.
    LocalSearch(const Instance& instance, std::uint64_t seed, std::function<bool()> hurried = {});

    /// The best order so far.
    const Order& best() const { return best_; }
    Time best_makespan() const { return best_makespan_; }

    /// One step of iterated greedy search: takes jobs out, puts them back, and moves single jobs as long as that helps.
    /// Takes O(jobs² machines) a few times. Returns the best order if that now ends before `to_beat`.
    std::optional<Order> step(Time to_beat);

  private:
    Insertion best_insertion(const Order& order, Job job);
    Time insert_best(Order& order, Job job);
    Time move_single_jobs(Time makespan);
    bool accepts(Time makespan);
    void shuffle_turns();

    const Instance& instance_;
    SplitMix64 random_;
    std::function<bool()> hurried_;
    double temperature_;
    Order current_;
    Time current_makespan_ = 0;
    Order best_;
    Time best_makespan_ = 0;

    Order trial_;
    Order turns_;              // in which jobs are moved
    std::vector<Time> heads_;  // when each machine is done with each beginning of an order
    std::vector<Time> tails_;  // and how long it takes from each end of it on
};

}  // namespace scrump::flowshop
