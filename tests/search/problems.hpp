#pragma once
// Small searches that tests run with everything, and whose answers are known without them.

#include "support/sanitized.hpp"

#include <scrump/base/random.hpp>
#include <scrump/search.hpp>
#include <scrump/search/steal_stacks.hpp>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <vector>

namespace scrump::test {

using namespace detail;

/// A random tree: a node's shape and value follow from its label alone. About half of the nodes are leaves.
struct RandomTree {
    unsigned root_children = 6;
    unsigned most_children = 4;
    unsigned depth = 12;
    std::uint64_t seed = 1;

    struct Node {
        std::uint64_t label = 0;
        unsigned depth = 0;
        bool operator==(const Node&) const = default;
    };

    Node root() const { return {.label = SplitMix64(seed)(), .depth = 0}; }
    unsigned children(const Node& node) const {
        if (node.depth == 0) return root_children;
        if (node.depth >= depth) return 0;
        SplitMix64 random(node.label);
        return random.below(2) == 0 ? 0 : 1 + random.below(most_children);
    }
    Node child(const Node& node, unsigned index) const {
        SplitMix64 random(node.label + 0x1234567 * (index + 1));
        random();
        return {.label = random(), .depth = node.depth + 1};
    }
    /// In [0, 1000).
    static std::int64_t value(const Node& node) {
        return static_cast<std::int64_t>(SplitMix64(node.label ^ 99).below(1000));
    }

    template <class Visit>
    void walk(const Node& node, const Visit& visit) const {
        visit(node);
        for (unsigned i = 0; i < children(node); ++i) walk(child(node, i), visit);
    }
};

/// Its generator: counts its children, or hides that it could.
template <bool Counts>
class TreeGenerator {
  public:
    using Space = RandomTree;
    using Node = RandomTree::Node;
    static constexpr bool steal_stacks = true;

    TreeGenerator(const Space& space, const Node& parent)
        : space_(&space), parent_(&parent), size_(space.children(parent)) {}

    bool next(Node& child) {
        if (next_ == size_) return false;
        child = space_->child(*parent_, next_++);
        return true;
    }
    std::uint64_t remaining() const requires Counts { return size_ - next_; }
    static std::int64_t objective(const Space&, const Node& node) { return RandomTree::value(node); }

  private:
    const Space* space_;
    const Node* parent_;
    unsigned size_;
    unsigned next_ = 0;
};

/// The same, many nodes at once; says which have children, or hides it.
template <bool Drops>
class BatchedTreeGenerator : public TreeGenerator<true> {
  public:
    using TreeGenerator<true>::TreeGenerator;
    using Columns = NodeColumns<Node>;

    static void expand(const Space& space, const Columns& nodes, std::size_t first, std::size_t count,
                       Columns& children) {
        for (std::size_t index = first; index < first + count; ++index) {
            const Node parent = nodes.node(index);
            for (unsigned child = 0; child < space.children(parent); ++child)
                children.push(space.child(parent, child), nodes.depth(index) + 1);
        }
    }
    static void append_inner(const Space& space, const Columns& nodes, Columns& stack) requires Drops {
        for (std::size_t index = 0; index < nodes.size(); ++index) {
            if (space.children(nodes.node(index)) > 0) stack.append(nodes, index, 1);
        }
    }
};

/// A knapsack in the plainest way: items by falling value per weight, a node chooses the next item to put in. Its nodes
/// own memory, so they travel by the serialisation library.
struct Knapsack {
    struct Item {
        std::int64_t value;
        std::int64_t weight;
    };
    std::vector<Item> items;  // by falling value / weight
    std::int64_t capacity = 0;

    struct Node {
        std::vector<std::uint32_t> chosen;
        std::uint32_t next = 0;
        std::int64_t value = 0;
        std::int64_t room = 0;

        template <class Archive>
        void serialize(Archive& archive) {
            archive(chosen, next, value, room);
        }
    };

    Node root() const { return {.chosen = {}, .next = 0, .value = 0, .room = capacity}; }

    static Knapsack random(unsigned size, std::uint64_t seed) {
        SplitMix64 random(seed);
        Knapsack knapsack;
        std::int64_t total = 0;
        for (unsigned i = 0; i < size; ++i) {
            knapsack.items.push_back({1 + random.below(100), 1 + random.below(100)});
            total += knapsack.items.back().weight;
        }
        knapsack.capacity = total / 2;
        std::sort(knapsack.items.begin(), knapsack.items.end(),
                  [](const Item& a, const Item& b) { return a.value * b.weight > b.value * a.weight; });
        return knapsack;
    }

    std::int64_t best_by_brute_force() const {
        std::int64_t best = 0;
        for (std::uint32_t set = 0; set < (1U << items.size()); ++set) {
            std::int64_t value = 0;
            std::int64_t weight = 0;
            for (std::size_t i = 0; i < items.size(); ++i) {
                if ((set >> i & 1U) == 0) continue;
                value += items[i].value;
                weight += items[i].weight;
            }
            if (weight <= capacity) best = std::max(best, value);
        }
        return best;
    }
};

class KnapsackGenerator {
  public:
    using Space = Knapsack;
    using Node = Knapsack::Node;
    static constexpr bool bounds_never_improve = true;

    KnapsackGenerator(const Space& space, const Node& parent) : space_(&space), parent_(&parent), item_(parent.next) {}

    bool next(Node& child) {
        while (item_ < space_->items.size() && space_->items[item_].weight > parent_->room) ++item_;
        if (item_ == space_->items.size()) return false;
        child = *parent_;
        child.chosen.push_back(item_);
        child.value += space_->items[item_].value;
        child.room -= space_->items[item_].weight;
        child.next = ++item_;
        return true;
    }
    static std::int64_t objective(const Space&, const Node& node) { return node.value; }
    static std::int64_t bound(const Space& space, const Node& node) {
        std::int64_t value = node.value;
        std::int64_t room = node.room;
        for (std::size_t i = node.next; i < space.items.size(); ++i) {
            const Knapsack::Item& item = space.items[i];
            if (item.weight > room) return value + item.value * room / item.weight;
            value += item.value;
            room -= item.weight;
        }
        return value;
    }

  private:
    const Space* space_;
    const Node* parent_;
    std::uint32_t item_;
};

/// A skeleton that is no part of Scrump: a level is given away whenever a task has had so many backtracks.
class SplitsNowAndThen final : public SplitPolicy {
  public:
    explicit SplitsNowAndThen(std::uint64_t backtracks) : backtracks_(backtracks) {}

    Split split(const SplitView& view) override {
        return view.since_given >= backtracks_ ? Split::level() : Split::nothing();
    }
    std::uint64_t polling_interval(std::uint64_t since_given) const override {
        return backtracks_ - std::min(backtracks_, since_given);
    }
    std::vector<Knob> knobs() const override {
        return {{"backtracks", "backtracks", static_cast<double>(backtracks_)}};
    }

  private:
    std::uint64_t backtracks_;
};

inline Skeleton splitting_now_and_then(std::uint64_t backtracks) {
    return Skeleton::custom("now-and-then:backtracks=" + std::to_string(backtracks),
                            [=] { return std::make_unique<SplitsNowAndThen>(backtracks); });
}

/// A run that differs from the default in how it is made parallel.
struct Way {
    Skeleton skeleton;
    unsigned workers;
    unsigned localities;

    SearchOptions options() const {
        return {.skeleton = skeleton, .workers = workers, .localities = localities, .pin = false};
    }
};

/// Every skeleton that steals.
inline std::vector<Skeleton> stealing_skeletons() {
    return {Skeleton::depth_bounded(3), Skeleton::stack_stealing(true), Skeleton::stack_stealing(false),
            Skeleton::budget(20),       Skeleton::ordered(0, 4),        Skeleton::adaptive()};
}

/// Every protocol of steal stacks, with chunks of `chunk` nodes.
inline std::vector<Skeleton> stack_skeletons(unsigned chunk) {
    std::vector<Skeleton> all;
    for (std::size_t kind = 0; kind < StealProtocol::names.size(); ++kind) {
        all.push_back(Skeleton::steal_stack(
            {.kind = static_cast<StealProtocol::Kind>(kind), .chunk = chunk, .poll = 1 + 10 * chunk}));
    }
    return all;
}

/// The same with the paper's own stack, and those nearby looked at first.
inline std::vector<Skeleton> paper_stack_skeletons(unsigned chunk) {
    std::vector<Skeleton> all = stack_skeletons(chunk);
    for (Skeleton& skeleton : all) {
        skeleton.protocol.stack = StealProtocol::Stack::paper;
        skeleton.protocol.probe = StealProtocol::Probe::near_first;
    }
    return all;
}

/// Every policy, and every amount.
inline std::vector<const char*> all_policies() {
    // Some, with every amount: the selectors themselves have tests in stealing/, which sanitizers see whole.
    if (sanitized)
        return {"sticky-random:steal=one", "round-robin:steal=all", "hierarchical:steal=chunk,chunk=3",
                "naive-locality-aware:steal=half", "performance-driven"};
    return {"random",
            "sticky-random:steal=one",
            "round-robin:steal=all",
            "hierarchical:steal=chunk,chunk=3",
            "locality-aware",
            "naive-locality-aware:steal=half",
            "performance-driven",
            "performance-driven:tuned",
            "performance-driven:ordered,steal=one"};
}

/// These skeletons with several numbers of workers and localities.
inline std::vector<Way> ways_of(const std::vector<Skeleton>& skeletons) {
    std::vector<Way> ways;
    for (const Skeleton& skeleton : skeletons) {
        for (const auto& [workers, localities] : {std::pair{1U, 1U}, {2U, 1U}, {4U, 1U}, {1U, 2U}, {2U, 3U}}) {
            // Sanitizers need not see few do what many do.
            if (sanitized && workers != 4 && localities != 3) continue;
            ways.push_back({skeleton, workers, localities});
        }
    }
    return ways;
}

/// Every skeleton of tasks with several numbers of workers and localities.
inline std::vector<Way> all_ways() {
    return ways_of({Skeleton::sequential(), Skeleton::depth_bounded(0), Skeleton::depth_bounded(3),
                    Skeleton::stack_stealing(true), Skeleton::stack_stealing(false), Skeleton::budget(1),
                    Skeleton::budget(50), Skeleton::budget(), Skeleton::ordered(0, 4), Skeleton::ordered(2, 64),
                    Skeleton::adaptive(), splitting_now_and_then(30)});
}

/// Every protocol of steal stacks with every stack, and the default.
inline std::vector<Skeleton> all_stack_skeletons() {
    std::vector<Skeleton> all = stack_skeletons(2);
    for (const Skeleton& skeleton : paper_stack_skeletons(1)) {
        if (skeleton.protocol.kind != StealProtocol::Kind::message_passing) all.push_back(skeleton);
    }
    all.push_back(Skeleton::steal_stack());
    return all;
}

/// The same with several numbers of workers and localities, after all ways of tasks. No checkpoints are made on stacks.
inline std::vector<Way> all_ways_and_stacks() {
    std::vector<Way> ways = all_ways();
    for (const Way& way : ways_of(all_stack_skeletons())) ways.push_back(way);
    return ways;
}

}  // namespace scrump::test

// Those that many tests run are compiled once, in problems.cpp.
namespace scrump::detail {

extern template struct RunOf<Enumeration<test::TreeGenerator<false>, CountNodes>>;
extern template struct RunOf<Enumeration<test::TreeGenerator<true>, CountNodes>>;
extern template struct RunOf<Enumeration<test::TreeGenerator<true>, CountPerDepth>>;
extern template struct RunOf<Enumeration<test::BatchedTreeGenerator<true>, CountPerDepth>>;
extern template struct RunOf<BranchAndBound<test::TreeGenerator<false>, Maximise>>;
extern template struct RunOf<BranchAndBound<test::TreeGenerator<true>, Maximise>>;
extern template struct RunOf<BranchAndBound<test::KnapsackGenerator, Maximise>>;

}  // namespace scrump::detail
