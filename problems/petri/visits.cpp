#include <scrump/problems/petri/detail/evaluation.hpp>
#include <scrump/problems/petri/detail/groups.hpp>
#include <scrump/problems/petri/detail/visits.hpp>
#include <scrump/problems/petri/markings.hpp>
#include <scrump/states.hpp>

#include <algorithm>
#include <cstddef>
#include <span>

namespace scrump::petri {
namespace {

// What is seen in a marking as figures, of which an exploration keeps the greatest: 1 for what is seen.
class Figures {
  public:
    Figures(const Markings& markings, const Sought& sought)
        : markings_(markings),
          net_(markings.net()),
          places_(Groups::of_places(net_)),
          transitions_(Groups::of_transitions(net_)),
          sought_(sought) {
        const std::vector<Tokens> tokens = markings.decode(markings.initial());
        for (std::size_t i = 0; i < places_.size(); ++i) initial_.push_back(places_.tokens(i, tokens));
    }

    std::size_t count() const {
        return sought_.goals.size() + sought_.sums.size() + 1 + transitions_.size() + places_.size();
    }

    void raise(MarkingSpan marking, std::span<std::uint64_t> figures) const {
        const std::vector<Tokens> tokens = markings_.decode(marking);
        auto figure = figures.begin();
        for (const Formula& goal : sought_.goals) {
            if (*figure == 0 && holds_in(net_, goal, tokens)) *figure = 1;
            ++figure;
        }
        for (const Sum& sum : sought_.sums) {
            *figure = std::max(*figure, static_cast<std::uint64_t>(value_in(sum, tokens)));
            ++figure;
        }
        std::uint64_t& overfull = *figure++;
        if (sought_.enabled) {
            for (std::uint32_t i = 0; i < net_.transitions.size(); ++i) {
                std::uint64_t& enabled = figure[static_cast<std::ptrdiff_t>(transitions_.of(i))];
                if (enabled == 0 && is_enabled(net_.transitions[i], tokens)) enabled = 1;
            }
        }
        figure += static_cast<std::ptrdiff_t>(transitions_.size());
        for (std::size_t i = 0; i < places_.size(); ++i, ++figure) {
            const std::uint64_t there = places_.tokens(i, tokens);
            if (there > 1) overfull = 1;
            if (there != initial_[i]) *figure = 1;
        }
    }

    Seen seen(std::span<const std::uint64_t> figures) const {
        Seen seen;
        auto figure = figures.begin();
        const auto take = [&](std::vector<bool>& to, std::size_t count) {
            for (std::size_t i = 0; i < count; ++i) to.push_back(*figure++ != 0);
        };
        take(seen.goals, sought_.goals.size());
        for (std::size_t i = 0; i < sought_.sums.size(); ++i) seen.most.push_back(static_cast<std::int64_t>(*figure++));
        seen.overfull = *figure++ != 0;
        take(seen.enabled, transitions_.size());
        take(seen.changed, places_.size());
        seen.goal_paths.resize(sought_.goals.size());
        seen.most_paths.resize(sought_.sums.size());
        return seen;
    }

  private:
    static bool is_enabled(const Transition& transition, const std::vector<Tokens>& tokens) {
        return std::ranges::all_of(transition.takes, [&](const Arc& arc) { return tokens[arc.place] >= arc.weight; });
    }

    const Markings& markings_;
    const Net& net_;
    Groups places_, transitions_;
    const Sought& sought_;
    std::vector<std::uint64_t> initial_;  // tokens of each group of places
};

}  // namespace

Visits visit_markings(const Net& net, const Sought& sought, NetReduction reduction, const ExploreOptions& options) {
    const bool needs_all = sought.overfull || sought.enabled || sought.changed;
    const Markings markings(net, needs_all ? NetReduction::none : reduction,
                            {.goals = sought.goals, .sums = sought.sums});
    const Figures figures(markings, sought);
    Properties<Marking> properties;
    properties.greatest = {figures.count(), [&](MarkingSpan marking, std::span<std::uint64_t> greatest) {
                               figures.raise(marking, greatest);
                           }};
    if (!needs_all && sought.sums.empty() && sought.goals.size() == 1)
        properties.goal = [&](MarkingSpan marking) {
            return holds_in(net, sought.goals.front(), markings.decode(marking));
        };
    const ExploreResult<Marking> result = explore(markings, options, properties);
    Visits visits{.all = result.status == Status::complete && result.all_expanded,
                  .markings = result.statistics.states,
                  .status = result.status};
    if (!result.greatest.empty()) visits.seen = figures.seen(result.greatest);
    return visits;
}

}  // namespace scrump::petri
