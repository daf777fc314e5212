#pragma once
// Goes through a tree as a search does, but trusts nothing: at each node it checks whether the contract holds.
//
// Half of the nodes are visited depth first. If that does not cover the tree, the other half lies on random paths from
// the root, with some siblings at each step: so all depths are covered, and claims high up are compared with nodes far
// below. Under a node whose subtree was visited completely, and is small, it checks whether generators that know the
// incumbent still lead to the best node when given a value just worse.

#include <scrump/base/clock.hpp>
#include <scrump/base/random.hpp>
#include <scrump/pools/node_columns.hpp>
#include <scrump/search/check_report.hpp>
#include <scrump/search/detail/checks.hpp>
#include <scrump/search/detail/children_check.hpp>
#include <scrump/search/detail/findings.hpp>
#include <scrump/search/detail/incumbent.hpp>
#include <scrump/search/detail/node_look.hpp>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <utility>

namespace scrump::detail {

template <NodeGenerator G, class Sense>
class ContractCheck {
  public:
    using Space = typename G::Space;
    using Node = typename G::Node;

    using Objective = typename Asked<G, Sense>::Objective;

    /// As for a search that has to beat a value from the beginning. Stops soon after `until`, if that comes first.
    ContractCheck(const Space& space, const CheckOptions& options, Objective to_beat = Asked<G, Sense>::worst(),
                  std::optional<Clock::time_point> until = {})
        : space_(space),
          options_(options),
          to_beat_(to_beat),
          findings_(until),
          children_(space_, options_, to_beat_, findings_) {}

    CheckReport check(const Node& root) {
        CheckReport report;
        try {
            report.whole = depth_first(root);
            while (!report.whole && nodes_ < options_.nodes) random_way(root);
        } catch (const Findings::TimeIsUp&) {
            report.whole = false;
        }
        report.nodes = nodes_;
        report.violations = findings_.take();
        return report;
    }

  private:
    using Ask = Asked<G, Sense>;

    // A node on the path from the root to the checked one.
    struct Step {
        Node node;
        Objective objective{};
        Objective bound{};         // tightest bound on the path to here,
        std::size_t bound_at = 0;  // and its depth
        std::optional<EnteredGenerator<G>> generator{};
        std::uint64_t drawn = 0;  // number of drawn children
        Objective least_bound{};  // least bound of the drawn children,
        std::uint64_t least = 0;  // and the number of that child
        std::uint64_t below = 0;  // number of nodes, once it is left depth first
        Objective best{};         // best objective of these,
        NodePath path_to_best{};  // and its place
    };

    // Visits half of the allowed number of nodes; returns whether that was the whole tree.
    bool depth_first(const Node& root) {
        const std::uint64_t most = options_.nodes - options_.nodes / 2;
        begin(root);
        while (!way_.empty()) {
            Node child{};
            if (draw(way_.back(), child)) {
                if (nodes_ >= most) return false;
                visit(std::move(child));
                open();
            } else {
                look_back();
                leave();
            }
        }
        return true;
    }

    // Down to the end of the path, each time through the last one of some siblings.
    void random_way(const Node& root) {
        constexpr std::uint32_t siblings = 4;
        begin(root);
        for (bool goes_on = true; goes_on && nodes_ < options_.nodes;) {
            goes_on = false;
            Step& parent = way_.back();
            for (std::uint32_t left = 1 + random_.below(siblings); left > 0 && nodes_ < options_.nodes; --left) {
                Node child{};
                if (!draw(parent, child)) break;
                if (goes_on) step_back();
                visit(std::move(child));
                goes_on = true;
            }
            if (goes_on) open();
        }
    }

    void begin(const Node& root) {
        const bool again = nodes_ > 0;
        way_.clear();
        path_.clear();
        visit(root);
        open(again);
    }

    void step_back() {
        way_.pop_back();
        if (!path_.empty()) path_.pop_back();
    }

    // --- A node

    // Visits a node, to which the next step leads, without its surroundings.
    void visit(Node node) {
        findings_.stop_in_time();
        ++nodes_;
        if (!way_.empty()) path_.push_back(way_.back().drawn - 1);
        way_.push_back({.node = std::move(node)});
        Step& step = way_.back();
        if (!may_be_searched<G>(space_, step.node, depth()))
            findings_.add(Contract::valid, path_, "is one that `valid` does not hold for");
        if constexpr (Ask::objectives) {
            step.objective = Ask::objective(space_, step.node);
            if (is_no_number(step.objective))
                findings_.add(Contract::objective, path_, "has no number as its objective");
        }
        if constexpr (Ask::bounds) look_at_bound(step);
    }

    void look_at_bound(Step& step) requires Ask::bounds {
        const Objective own = Ask::bound(space_, step.node);
        if (is_no_number(own)) findings_.add(Contract::objective, path_, "has no number as its bound");
        step.bound = Ask::tightest_bound(space_, step.node);
        step.bound_at = depth();
        if (!path_.empty()) {
            Step& parent = way_[way_.size() - 2];
            if (Sense::better(step.bound, parent.bound)) {
                step.bound = parent.bound;
                step.bound_at = parent.bound_at;
            }
            if constexpr (BoundsNeverImprove<G>) compare_with_siblings(parent, own);
        }
        if (Sense::better(step.objective, step.bound)) blame_bound(step);
    }

    void compare_with_siblings(Step& parent, Objective own) {
        if (parent.drawn > 1 && Sense::better(own, parent.least_bound)) {
            findings_.add(Contract::bounds_never_improve, path_,
                          "has the bound " + in_digits(own) + ", which is better than " +
                              in_digits(parent.least_bound) + ", that of its parent's child " +
                              std::to_string(parent.least) + " before it");
        } else {
            parent.least_bound = own;
            parent.least = parent.drawn - 1;
        }
    }

    void blame_bound(const Step& step) {
        const NodePath blamed(path_.begin(), path_.begin() + static_cast<std::ptrdiff_t>(step.bound_at));
        findings_.add(Contract::bound, blamed,
                      "has the bound " + in_digits(step.bound) + ", but " +
                          (blamed == path_ ? std::string() : node_at(path_) + " ") + "has the objective " +
                          in_digits(step.objective) + ", which is better" + meant());
    }

    static bool is_no_number(Objective value) { return value != value; }
    static std::string meant() {
        return Sense::better(1, 0) ? " as the greatest is sought" : " as the least is sought";
    }

    unsigned depth() const { return static_cast<unsigned>(path_.size()); }

    // --- Its children

    void open(bool again = false) {
        if (depth() >= options_.depth_limit) return;
        Step& step = way_.back();
        if (!again) children_.look_below(step.node, path_);
        step.generator.emplace(Ask::generator(space_, step.node, to_beat_));
    }

    bool draw(Step& step, Node& child) {
        if (!step.generator) return false;
        findings_.stop_in_time();
        std::uint64_t before = 0;
        if constexpr (CountsChildren<G>) before = step.generator->remaining();
        const bool found = step.generator->next(child);
        if constexpr (CountsChildren<G>) compare_counts(step, before, found);
        if (found) {
            ++step.drawn;
        } else {
            ask_once_more(step);
        }
        return found;
    }

    void compare_counts(const Step& step, std::uint64_t before, bool found) requires CountsChildren<G> {
        const std::uint64_t after = step.generator->remaining();
        if (found ? before > 0 && after == before - 1 : before == 0 && after == 0) return;
        std::string what = "has a generator that says of " + std::to_string(before) + " children that they remain, ";
        if (found) {
            what += "and after one more of " + std::to_string(after);
        } else {
            what += before > 0 ? "and has none" : "and when there was none, of " + std::to_string(after);
        }
        findings_.add(Contract::remaining, path_of(step), what);
    }

    void ask_once_more(Step& step) {
        for (int times = 2; times > 0; --times) {
            Node child{};
            if (!step.generator->next(child)) continue;
            return findings_.add(Contract::next, path_of(step),
                                 "has a generator that yields a child after it said that none is left");
        }
    }

    // Path to the last step or the one before.
    NodePath path_of(const Step& step) const {
        NodePath path = path_;
        if (&step != &way_.back()) path.pop_back();
        return path;
    }

    // --- Checks once all of a subtree was visited

    void look_back() {
        if constexpr (Ask::to_beat) inform(way_.back());
        if constexpr (GeneratesBatches<G>) expand(way_.back());
    }

    // Back to the parent, with the results of the subtree.
    void leave() {
        Step& step = way_.back();
        if (way_.size() > 1) {
            Step& parent = way_[way_.size() - 2];
            if constexpr (Ask::to_beat) {
                if (parent.below == 0 || Sense::better(step.objective, parent.best)) {
                    parent.best = step.objective;
                    parent.path_to_best = path_;
                }
                if (step.below > 0 && Sense::better(step.best, parent.best)) {
                    parent.best = step.best;
                    parent.path_to_best = std::move(step.path_to_best);
                }
            }
            parent.below += step.below + 1;
        }
        step_back();
    }

    // A generator given a value just worse than the best node below must get to one as good.
    void inform(const Step& step) requires Ask::to_beat {
        constexpr std::uint64_t small = 256;
        const bool is_small = step.below <= small || way_.size() == 1;
        if (step.below == 0 || !is_small || findings_.has(Contract::to_beat)) return;
        if (!Sense::better(step.best, to_beat_)) return;
        const Objective to_beat = just_worse<Sense>(step.best);
        if (leads_to_better(step.node, to_beat, 2 * step.below + 16)) return;
        findings_.add(Contract::to_beat, path_,
                      "has nothing better than " + in_digits(to_beat) +
                          " below it if generators are made with that to beat, but " + node_at(step.path_to_best) +
                          " has the objective " + in_digits(step.best));
    }

    // Also true if that takes more than `most` nodes, or was checked too often.
    bool leads_to_better(const Node& root, Objective to_beat, std::uint64_t most) requires Ask::to_beat {
        struct Place {
            Node node;
            std::optional<EnteredGenerator<G>> generator{};
        };
        std::deque<Place> way;
        way.push_back({.node = root});
        way.back().generator.emplace(space_, way.back().node, to_beat);
        for (Node child{}; !way.empty(); child = Node{}) {
            if (most == 0 || informed_ == options_.nodes) return true;
            findings_.stop_in_time();
            if (!way.back().generator || !way.back().generator->next(child)) {
                way.pop_back();
                continue;
            }
            --most;
            ++informed_;
            if (Sense::better(Ask::objective(space_, child), to_beat)) return true;
            way.push_back({.node = std::move(child)});
            if (path_.size() + way.size() - 1 < options_.depth_limit)
                way.back().generator.emplace(space_, way.back().node, to_beat);
        }
        return false;
    }

    void expand(const Step& step) requires GeneratesBatches<G> {
        if (!step.generator || findings_.has(Contract::expand)) return;
        NodeColumns<Node> parents;
        NodeColumns<Node> children;
        parents.push(step.node, depth());
        G::expand(space_, parents, std::size_t{0}, std::size_t{1}, children);
        if (children.size() != step.drawn) {
            findings_.add(Contract::expand, path_,
                          "has " + std::to_string(step.drawn) + " children, but `expand` makes " +
                              std::to_string(children.size()));
        }
        for (std::size_t index = 0; index < children.size(); ++index) {
            if (children.depth(index) == depth() + 1) continue;
            findings_.add(Contract::expand, path_,
                          "has a child that `expand` gives the depth " + std::to_string(children.depth(index)));
        }
        if constexpr (DropsChildless<G>) {
            NodeColumns<Node> stack;
            G::append_inner(space_, parents, stack);
            if (stack.size() == 0 && step.drawn > 0)
                findings_.add(Contract::expand, path_, "has children, but `append_inner` leaves it out");
        }
    }

    const Space& space_;
    const CheckOptions options_;
    const Objective to_beat_;
    Findings findings_;
    ChildrenCheck<G, Sense> children_;
    SplitMix64 random_{options_.seed};
    std::uint64_t nodes_ = 0;     // number of visited nodes
    std::uint64_t informed_ = 0;  // number of nodes visited by generators with a value to beat
    std::deque<Step> way_;        // places in it do not move: generators point to them
    NodePath path_;               // path to the last step
};

}  // namespace scrump::detail
