#pragma once
// The loop of a search with restarts: it searches the same tree again and again, depth first, each time in another
// order and for longer, until it has seen all of one.
//
// When a run is abandoned, the subtrees that it has searched completely leave nogoods: the literals of their roots
// (Lecoutre, Saïs, Tabary and Vidal, "Recording and minimizing nogoods from restarts", JSAT 1, 2007: reduced
// nld-nogoods). Those of a completely searched node stand for all below it, so only the siblings along the path of the
// abandoned branch count. They hold for the whole tree, so all workers share them.
//
// Unlike Engine it gives no subtrees away, and remembers what it has refuted.

#include <scrump/base/random.hpp>
#include <scrump/metrics/counters.hpp>
#include <scrump/runtime/detail/attention.hpp>
#include <scrump/search/detail/biased_children.hpp>
#include <scrump/search/detail/verdict.hpp>
#include <scrump/search/nogoods.hpp>
#include <scrump/search/restarts.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

namespace scrump::detail {

template <class Search>
class RestartEngine {
  public:
    using Visitor = typename Search::Visitor;
    using Node = typename Search::Node;

    RestartEngine(Visitor& visitor, Attention& attention, Counters& counters, unsigned /*depth_limit*/)
        : visitor_(visitor), attention_(attention), counters_(counters) {}

    /// Searches the whole tree below `root` until it is known whether there is a solution. Returns false, as the
    /// search ends then.
    template <class Host>
    bool explore(const Node& root, unsigned /*depth*/, Host& host) {
        Search& search = visitor_.search();
        Nogoods nogoods(search.nogoods(), root.seed);
        seeds_ = SplitMix64(~root.seed);
        root_ = &root;
        finished_ = true;
        until_polled_ = host.polling_interval();
        for (std::uint64_t run = 1;; ++run) {
            const std::uint64_t excluded = nogoods.excluded();
            const bool abandoned = search_once(nogoods, luby(run) * search.settings().unit, host);
            RestartStatistics statistics{.restarts = abandoned ? 1U : 0U, .excluded = nogoods.excluded() - excluded};
            search.publish(abandoned ? take_nogoods() : NogoodBatch(), statistics);
            leave();
            if (!abandoned) break;
        }
        finished_ = false;
        return false;
    }

    /// Passes a copy of the root with another seed to `take(node, depth)`: work for a worker without any. To be called
    /// from `host.attend()` only.
    template <class Take>
    void give(Take&& take) {
        take(Node{root_->node, seeds_()}, 0U);
    }
    /// There are no tasks but copies of the root.
    template <class Take>
    void spawn_children(const Node& /*node*/, unsigned /*depth*/, Take&& /*take*/) {}

    bool finished() const { return finished_; }

  private:
    using G = typename Search::Plain;
    using Children = std::conditional_t<UsesNogoods<G>, G, BiasedChildren<G>>;

    struct Place {
        Node node{};
        std::optional<Children> children{};
        NogoodBatch refuted{};  // children below which there is nothing, as nogoods
    };

    enum class End : std::uint8_t { none, searched, abandoned, stopped };

    Place& at(std::size_t depth) {
        while (places_.size() <= depth) places_.push_back(std::make_unique<Place>());
        return *places_[depth];
    }

    // Whether it was abandoned: otherwise the search is over.
    template <class Host>
    bool search_once(Nogoods& nogoods, std::uint64_t backtracks, Host& host) {
        nogoods.catch_up();
        Node& root = at(0).node;
        root = *root_;
        if (!Children::begin(space(), plain(root), nogoods)) return false;
        backtracks_left_ = backtracks;
        enter(0, nogoods);
        End end = End::none;
        while (end == End::none) end = step(nogoods, host);
        return end == End::abandoned;
    }

    template <class Host>
    End step(Nogoods& nogoods, Host& host) {
        if (attention_.raised()) {
            if (!host.attend()) return End::stopped;
            until_polled_ = host.polling_interval();
        }
        Node& child = at(depth_ + 1).node;
        if (!at(depth_).children->next(plain(child))) return backtrack();
        ++counters_.nodes;
        const Verdict verdict = visitor_.visit(child, static_cast<unsigned>(depth_ + 1));
        if (verdict == Verdict::finish) return End::stopped;
        if (verdict != Verdict::descend) {
            ++counters_.prunes;
        } else {
            enter(depth_ + 1, nogoods);
        }
        return End::none;
    }

    void enter(std::size_t depth, Nogoods& nogoods) {
        depth_ = depth;
        Place& place = at(depth);
        place.refuted.clear();
        place.children.emplace(make(plain(place.node), nogoods));
    }

    // From a node whose children are all done.
    End backtrack() {
        ++counters_.backtracks;
        if (--until_polled_ == 0) attention_.expire();
        if (depth_ == 0) return End::searched;
        note_refuted(at(depth_ - 1).refuted, plain(at(depth_).node));
        at(depth_).children.reset();
        --depth_;
        return --backtracks_left_ == 0 ? End::abandoned : End::none;
    }

    void note_refuted(NogoodBatch& refuted, const typename G::Node& node) {
        literals_.clear();
        for (const auto literal : G::conflict(space(), node)) literals_.push_back(static_cast<Literal>(literal));
        refuted.add(literals_);
    }

    NogoodBatch take_nogoods() {
        NogoodBatch all;
        for (std::size_t depth = 0; depth <= depth_; ++depth)
            for (std::size_t i = 0; i < at(depth).refuted.size(); ++i) all.add(at(depth).refuted[i]);
        return all;
    }

    void leave() {
        for (std::size_t depth = depth_ + 1; depth-- > 0;) at(depth).children.reset();
        depth_ = 0;
    }

    Children make(const typename G::Node& parent, Nogoods& nogoods) {
        if constexpr (UsesNogoods<G>) {
            return G(space(), parent, nogoods);
        } else if constexpr (KnowsIncumbent<G>) {
            return Children(space(), parent, G(space(), parent, visitor_.search().to_beat()), nogoods);
        } else {
            return Children(space(), parent, G(space(), parent), nogoods);
        }
    }

    static typename G::Node& plain(Node& node) { return node.node; }
    const typename G::Space& space() const { return visitor_.search().space(); }

    Visitor& visitor_;
    Attention& attention_;
    Counters& counters_;
    const Node* root_ = nullptr;
    SplitMix64 seeds_{0};  // of the copies of the root
    std::vector<std::unique_ptr<Place>> places_;
    std::size_t depth_ = 0;  // of the node whose children are drawn
    std::uint64_t backtracks_left_ = 0;
    std::uint64_t until_polled_ = 0;
    std::vector<Literal> literals_;
    bool finished_ = true;
};

}  // namespace scrump::detail
