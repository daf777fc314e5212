#pragma once
// The depth-first loop for enumerations whose generators make batches: the counterpart of engine.hpp, for the same
// workers and skeletons. Open nodes, not generators, are kept; all of them are already visited.

#include <scrump/metrics/counters.hpp>
#include <scrump/runtime/detail/attention.hpp>
#include <scrump/search/detail/batch.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace scrump::detail {

/// The loop itself: until the stack is empty, or the host ends it, in which case it returns false. `after(nodes)` is
/// called after each batch, with its number of nodes. The flag is tested, and the polling interval counted down, once
/// per batch.
template <class G, class Visitor, class Host, class After>
bool explore_batches(Batch<G, Visitor>& batch, typename Batch<G, Visitor>::Columns& stack, const Counters& counters,
                     Attention& attention, Host&& host, const After& after) {
    std::uint64_t left = host.polling_interval();
    while (!stack.empty()) {
        if (attention.raised()) [[unlikely]] {
            if (!host.attend()) return false;
            left = host.polling_interval();
        }
        const std::uint64_t nodes = counters.nodes;
        const std::uint64_t backtracks = counters.backtracks;
        const std::size_t explored = batch.expand_top(stack, left);
        after(std::max<std::uint64_t>(counters.nodes - nodes, explored));
        left -= std::min(left, counters.backtracks - backtracks);
        if (left == 0) [[unlikely]]
            attention.expire();
    }
    return true;
}

/// As Engine.
template <GeneratesBatches G, class Visitor>
class BatchEngine {
  public:
    using Node = typename G::Node;

    BatchEngine(Visitor& visitor, Attention& attention, Counters& counters, unsigned depth_limit)
        : attention_(attention),
          counters_(counters),
          depth_limit_(depth_limit),
          batch_(visitor.space(), visitor, counters, depth_limit) {}

    /// As Engine::explore().
    template <class Host>
    bool explore(const Node& root, unsigned depth, Host& host) {
        if (depth >= depth_limit_) return true;
        stack_.clear();
        stack_.push(root, depth);
        return explore_batches(batch_, stack_, counters_, attention_, host, [](std::uint64_t) {});
    }

    /// As Engine::give(): the oldest nodes of the stack that have the same depth. One node is left.
    template <class Take>
    void give(Take&& take) {
        if (stack_.empty()) return;
        const unsigned depth = stack_.depth(0);
        std::size_t given = 0;
        for (bool more = true; more && given + 1 < stack_.size() && stack_.depth(given) == depth; ++given)
            more = take(stack_.node(given), depth);
        stack_.drop_front(given);
    }

    /// As Engine::spawn_children().
    template <class Take>
    void spawn_children(const Node& node, unsigned depth, Take&& take) {
        if (depth >= depth_limit_) return;
        spawned_.clear();
        batch_.expand_one(node, depth, spawned_);
        for (std::size_t index = 0; index < spawned_.size(); ++index) {
            if (!take(spawned_.node(index), spawned_.depth(index))) return;
        }
    }

    static constexpr bool shows_visited = true;

    /// As Engine::show_unexplored().
    template <class Look>
    void show_unexplored(const Look& look) const {
        for (std::size_t index = stack_.size(); index-- > 0;) look(stack_.node(index), stack_.depth(index));
    }

    /// No result can end an enumeration.
    static constexpr bool finished() { return true; }

  private:
    Attention& attention_;
    Counters& counters_;
    const unsigned depth_limit_;
    Batch<G, Visitor> batch_;
    typename Batch<G, Visitor>::Columns stack_;
    typename Batch<G, Visitor>::Columns spawned_;
};

}  // namespace scrump::detail
