#include "list_levels.hpp"

#include "list_items.hpp"

#include <scrump/states/diagrams/detail/node_hash.hpp>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <utility>

namespace scrump::detail {

std::vector<SharedLevel> levels_of(const ListNodes& nodes, std::span<const std::uint32_t> counters) {
    const std::span<const ListNodes::Node> all = nodes.all();
    std::vector<std::uint32_t> place_in_level(all.size());
    std::vector<std::uint32_t> head_of(all.size());  // of the list that begins there, from 1 on
    head_of[nodes.root()] = 1;
    std::vector<std::uint32_t> lists{nodes.root()};  // to which the level before leads
    std::vector<SharedLevel> levels;
    for (Level level = 0; level < counters.size(); ++level) {
        auto made = std::make_shared<ListLevel>();
        made->counter = counters[level];
        made->values = values_at(nodes, level);
        std::vector<std::uint32_t> next_lists;
        for (const std::uint32_t place : nodes.at(level)) {
            const ListNodes::Node& node = all[place];
            std::uint32_t& head = head_of[node.down];
            if (head == 0) {
                next_lists.push_back(node.down);
                head = static_cast<std::uint32_t>(next_lists.size());
            }
            const auto value = std::ranges::lower_bound(made->values, node.value) - made->values.begin();
            place_in_level[place] = static_cast<std::uint32_t>(made->nodes.size());
            made->nodes.push_back({static_cast<std::uint32_t>(value), head - 1, place_in_level[node.right]});
        }
        for (const std::uint32_t list : lists) made->heads.push_back(place_in_level[list]);
        lists = std::move(next_lists);
        levels.push_back(std::move(made));
    }
    return levels;
}

Edge set_of(DiagramWorker& worker, std::span<const SharedLevel> levels) {
    ListRow made(worker);  // nodes of all levels, the last one first
    std::vector<Edge> below{Edge::yes()};
    for (std::size_t level = levels.size(); level-- > 0;) {
        const ListLevel& of = *levels[level];
        const std::size_t first = made.size();
        made.push(Edge::no());
        for (std::size_t place = 1; place < of.nodes.size(); ++place) {
            const ListLevel::Node& node = of.nodes[place];
            made.push(worker.make(of.values[node.value], made[first + node.right], below[node.down]));
        }
        below.clear();
        for (const std::uint32_t head : of.heads) below.push_back(made[first + head]);
    }
    return below.front();
}

namespace {

// A level in the making: each node once.
class ListLevelMaker {
  public:
    ListLevelMaker(const ListLevel& like, std::size_t heads) : level_(std::make_shared<ListLevel>()) {
        level_->counter = like.counter;
        level_->values = like.values;
        level_->nodes.reserve(like.nodes.size());
        level_->heads.reserve(heads);
        index_.resize(std::bit_ceil(2 * like.nodes.size() + fewest_buckets));
    }

    /// Place of a node.
    std::uint32_t put(const ListLevel::Node& node) {
        std::vector<ListLevel::Node>& nodes = level_->nodes;
        if (2 * nodes.size() > index_.size()) enlarge();
        std::uint32_t& bucket = bucket_of(node);
        if (bucket != ListLevel::end) return bucket;
        bucket = static_cast<std::uint32_t>(nodes.size());
        nodes.push_back(node);
        return bucket;
    }
    std::vector<std::uint32_t>& heads() { return level_->heads; }
    std::uint64_t size() const { return level_->size(); }
    SharedLevel take() { return std::move(level_); }

  private:
    static constexpr std::size_t fewest_buckets = 16;

    // Its own one, or an empty one for it.
    std::uint32_t& bucket_of(const ListLevel::Node& node) {
        const std::size_t last = index_.size() - 1;
        std::size_t at = mix(std::uint64_t{node.value} << 32U | node.down, node.right) & last;
        while (index_[at] != ListLevel::end && level_->nodes[index_[at]] != node) at = (at + 1) & last;
        return index_[at];
    }
    void enlarge() {
        index_.assign(2 * index_.size(), ListLevel::end);
        for (std::uint32_t place = 1; place < level_->nodes.size(); ++place) bucket_of(level_->nodes[place]) = place;
    }

    std::shared_ptr<ListLevel> level_;
    std::vector<std::uint32_t> index_;  // places; their number is a power of two
};

// The values of a set that are present, from the greatest down.
class PresentValues {
  public:
    explicit PresentValues(std::size_t values) : words_(values / word_bits + 1) {}

    void flip(std::uint32_t value) { words_[value / word_bits] ^= std::uint64_t{1} << value % word_bits; }
    template <class See>
    void each_descending(const See& see) const {
        for (std::size_t word = words_.size(); word-- > 0;) {
            for (std::uint64_t left = words_[word]; left != 0;) {
                const auto bit = static_cast<unsigned>(std::bit_width(left) - 1);
                left ^= std::uint64_t{1} << bit;
                see(static_cast<std::uint32_t>(word * word_bits + bit));
            }
        }
    }

  private:
    static constexpr unsigned word_bits = 64;

    std::vector<std::uint64_t> words_;
};

// Lists that end alike share nodes, so the upper level is a forest: the parent of a node is the next one of its list.
// On the way from the root to a node, for each value of the lower level, the list of the values of the upper level that
// have it is made, one value after the other; on the way back each step is undone. So what lists share is done once.
class LevelSwap {
  public:
    LevelSwap(const ListLevel& upper, const ListLevel& lower)
        : from_upper_(upper),
          from_lower_(lower),
          first_child_(upper.nodes.size()),
          sibling_(upper.nodes.size()),
          list_of_(upper.nodes.size()),
          by_value_(lower.values.size()),
          present_(lower.values.size()),
          upper_(lower, upper.heads.size()),
          lower_(upper, lower.heads.size()) {
        for (std::uint32_t place = 1; place < upper.nodes.size(); ++place)
            sibling_[place] = std::exchange(first_child_[upper.nodes[place].right], place);
        for (std::uint32_t list = 0; list < upper.heads.size(); ++list) list_of_[upper.heads[list]] = list + 1;
        upper_.heads().resize(upper.heads.size());
    }

    std::optional<ListLevels> operator()(const SwapLimits& most, std::uint64_t& steps) {
        std::vector<Open> way;
        std::uint32_t next = first_child_[ListLevel::end];
        while (next != ListLevel::end) {
            way.push_back({next, changes_.size()});
            add(from_upper_.nodes[next]);
            if (list_of_[next] != 0) upper_.heads()[list_of_[next] - 1] = list_here();
            if (upper_.size() + lower_.size() > most.nodes || steps_ > most.steps) break;
            next = first_child_[next];
            while (next == ListLevel::end && !way.empty()) {
                next = sibling_[way.back().node];
                undo(way.back().changes);
                way.pop_back();
            }
        }
        steps += steps_;
        if (next != ListLevel::end) return std::nullopt;
        return ListLevels{upper_.take(), lower_.take()};
    }

  private:
    struct Open {
        std::uint32_t node;
        std::size_t changes;  // number of those before it
    };
    struct Change {
        std::uint32_t value;
        std::uint32_t before;
    };

    void add(const ListLevel::Node& node) {
        std::uint32_t next = from_lower_.heads[node.down];
        for (; next != ListLevel::end; next = from_lower_.nodes[next].right, ++steps_) {
            const auto [value, down, right] = from_lower_.nodes[next];
            std::uint32_t& first = by_value_[value];
            changes_.push_back({value, first});
            if (first == ListLevel::end) present_.flip(value);
            first = lower_.put({node.value, down, first});
        }
    }
    void undo(std::size_t changes) {
        for (; changes_.size() > changes; changes_.pop_back()) {
            const auto [value, before] = changes_.back();
            by_value_[value] = before;
            if (before == ListLevel::end) present_.flip(value);
        }
    }
    std::uint32_t list_here() {
        std::uint32_t list = ListLevel::end;
        present_.each_descending([&](std::uint32_t value) {
            list = upper_.put({value, head_of(by_value_[value]), list});
            ++steps_;
        });
        return list;
    }
    std::uint32_t head_of(std::uint32_t first) {
        if (first >= lower_heads_.size()) lower_heads_.resize(2 * std::size_t{first} + 1);
        std::uint32_t& head = lower_heads_[first];
        if (head == 0) {
            lower_.heads().push_back(first);
            head = static_cast<std::uint32_t>(lower_.heads().size());
        }
        return head - 1;
    }

    const ListLevel& from_upper_;
    const ListLevel& from_lower_;
    std::vector<std::uint32_t> first_child_, sibling_;  // of the upper level's nodes
    std::vector<std::uint32_t> list_of_;                // that begins there, from 1 on; 0: none
    std::vector<std::uint32_t> by_value_;               // for each value of the lower level, the list that has it
    PresentValues present_;                             // those that some list has
    std::vector<Change> changes_;
    ListLevelMaker upper_, lower_;
    std::vector<std::uint32_t> lower_heads_;  // number of the list that begins there, from 1 on
    std::uint64_t steps_ = 0;
};

}  // namespace

std::optional<ListLevels> swapped(const ListLevel& upper, const ListLevel& lower, const SwapLimits& most,
                                  std::uint64_t& steps) {
    return LevelSwap(upper, lower)(most, steps);
}

}  // namespace scrump::detail
