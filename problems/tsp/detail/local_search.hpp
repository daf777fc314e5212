#pragma once
// Good tours by iterated local search: 2-opt (G. A. Croes, 1958) and Or-opt (I. Or, 1976) with neighbour lists and a
// queue of cities to examine (J. L. Bentley, "Fast algorithms for geometric traveling salesman problems", ORSA Journal
// on Computing 4, 1992), kicked out of local optima by exchanges of two neighbouring segments (O. Martin, S. W. Otto
// and E. W. Felten, "Large-step Markov chains for the TSP", Operations Research Letters 11, 1992).

#include <scrump/base/random.hpp>
#include <scrump/problems/tsp/instance.hpp>
#include <scrump/problems/tsp/tour.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace scrump::tsp {

/// One walk through tours. Its results depend only on the instance, the seed and the number of kicks.
class LocalSearch {
  public:
    /// `instance` must outlive it. Starts with the nearest-neighbour tour.
    LocalSearch(const Instance& instance, std::uint64_t seed);

    const Instance& instance() const { return *instance_; }

    /// Makes `kicks` kicks, and returns the best tour that is shorter than `best_so_far`, if any. The first call also
    /// makes the first tour locally optimal.
    std::optional<Tour> improve(std::size_t kicks, Length best_so_far);

  private:
    using Place = std::size_t;

    City after(City city) const { return at_[places_[city] + 1 == at_.size() ? 0 : places_[city] + 1]; }
    City before(City city) const { return at_[places_[city] == 0 ? at_.size() - 1 : places_[city] - 1]; }
    Length distance(City a, City b) const { return instance_->distance(a, b); }
    std::span<const City> neighbours(City city) const {
        return {neighbours_.data() + city * neighbour_count_, neighbour_count_};
    }

    void make_neighbours();
    void make_first_tour();
    void optimise();
    bool improve_at(City city);
    bool exchange_edges(City city, bool forwards);
    bool move_stretch(City city, bool forwards);
    bool insert(City first, City last, bool forwards);
    void move_between(City near, City far);
    void note_places();
    void kick();
    void exchange_stretches(Place begin, std::size_t first, std::size_t second);
    void reverse(City from, City to);
    void look_at(City city);

    const Instance* instance_;
    SplitMix64 random_;
    std::size_t neighbour_count_ = 0;
    std::vector<City> neighbours_;  // nearest cities of each city, the nearest first
    std::vector<City> at_;          // the tour
    std::vector<Place> places_;     // place of each city in the tour
    Length length_ = 0;
    std::vector<City> queue_;  // cities whose edges are new
    std::vector<std::uint8_t> queued_;
    std::vector<City> kept_;  // the tour before a kick
    std::vector<City> moved_;
};

}  // namespace scrump::tsp
