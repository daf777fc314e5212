#pragma once

// Include it for the table of states.
//
// Many operations of one worker on a table under way at a time: a caller that, like an explorer, has its next states
// before it knows the results of the last ones waits for memory and for other localities once for many of them.
//
// Within direct reach the first cache line of a state's buckets is prefetched, and examined after some other states
// have been asked for; half-way, its words are prefetched as well, if they lie elsewhere. Out of direct reach each
// operation proceeds as its answers come (detail/far_operation.hpp). Results are delivered in order of completion.

#include <scrump/base/error.hpp>
#include <scrump/states/table/detail/far_operation.hpp>
#include <scrump/states/table/detail/table_core.hpp>
#include <scrump/states/table/state_table.hpp>

#include <algorithm>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace scrump {

/// Result for a state that was given to a stream.
struct StreamedState {
    TableResult result;                    ///< result of the operation
    std::uint64_t token = 0;               ///< token that was given with the state
    std::span<const std::uint64_t> state;  ///< the state; valid only until done() returns
};

/// How many operations of a worker a stream keeps under way.
struct StreamOptions {
    std::size_t near = 32;   ///< within direct reach, rounded up to a power of two: as many as a processor can wait for
    std::size_t far = 1024;  ///< out of direct reach, each with a copy of two chunks
};

/// Calls `done` with each StreamedState, from within its own functions; `done` may use the table, but not this stream.
template <class Done>
class StateStream {
  public:
    /// A word of 64 bits.
    using Word = TableAccess::Word;

    static_assert(std::invocable<Done&, const StreamedState&>, "called with the outcome of each state");

    /// A stream of the worker of `table`.
    StateStream(TableAccess& table, Done done, StreamOptions options = {})
        : table_(table),
          done_(std::move(done)),
          near_(std::bit_ceil(std::max<std::size_t>(options.near, 1))),
          last_near_(near_.size() - 1),
          copies_(near_.size() * table.core_.state_words),
          most_far_(std::max<std::size_t>(options.far, 1)) {}
    StateStream(const StateStream&) = delete;
    StateStream& operator=(const StateStream&) = delete;
    /// Operations still under way may or may not be done: call finish() first.
    ~StateStream() = default;

    /// As TableAccess::find_or_put(). The token comes back with the result.
    void find_or_put(Word state, std::uint64_t token = 0) {
        table_.check(state);
        const Word hash = detail::hash_of(state);
        const detail::TableLayout::Home home = core().layout.home(hash);
        if (!core().is_near(home.owner)) return begin_far(home, state, hash, token);
        core().prefetch(home);
        NearState& slot = free_near();
        slot = {.bucket = home.bucket, .state = state, .token = token, .owner = home.owner, .words = 0, .waits = true};
    }
    /// The same; `state` may be overwritten afterwards.
    void find_or_put(std::span<const Word> state, std::uint64_t token = 0) {
        table_.check(state);
        const Word hash = detail::hash_of(state);
        const detail::TableLayout::Home home = core().layout.home(hash);
        if (!core().is_near(home.owner)) return begin_far(home, state, hash, token);
        core().prefetch(home);
        NearState& slot = free_near();
        const auto words = static_cast<std::uint16_t>(state.size());
        slot = {
            .bucket = home.bucket, .state = hash, .token = token, .owner = home.owner, .words = words, .waits = true};
        std::copy(state.begin(), state.end(), copy_of(slot).begin());
        // Half-way, when its buckets should have arrived: its words are elsewhere.
        const NearState& halfway = near_[(next_near_ + near_.size() / 2) & last_near_];
        if (halfway.waits)
            core().prefetch_record({.owner = halfway.owner, .bucket = halfway.bucket}, halfway.words, halfway.state);
    }

    /// Returns when all results have been delivered, or the run ends.
    [[gnu::noinline]] void finish() {
        for (std::size_t i = 0; i < near_.size(); ++i) free_near().waits = false;
        while (!far_.empty()) {
            if (!tell_those_over()) far_.front().operation->wait();
        }
    }

    /// Number of operations under way.
    std::size_t under_way() const {
        const auto waits = [](const NearState& slot) { return slot.waits; };
        return static_cast<std::size_t>(std::ranges::count_if(near_, waits)) + far_.size();
    }

  private:
    struct NearState {
        std::size_t bucket = 0;  // its home, in `owner`
        Word state = 0;          // the state, or its hash if it does not lie in its bucket
        std::uint64_t token = 0;
        unsigned owner = 0;
        std::uint16_t words = 0;  // 0: it lies in its bucket
        bool waits = false;
    };
    static_assert(sizeof(NearState) == 32);
    struct FarState {
        std::unique_ptr<detail::FarOperation> operation;
        std::uint64_t token = 0;
    };

    detail::TableCore& core() { return table_.core_; }

    // --- A ring of the states within direct reach

    // The slot of the oldest, whose result is delivered.
    [[gnu::always_inline]] NearState& free_near() {
        NearState& slot = near_[next_near_++ & last_near_];
        if (slot.waits) [[likely]]
            tell(slot);
        return slot;
    }
    std::span<Word> copy_of(const NearState& slot) {
        const auto index = static_cast<std::size_t>(&slot - near_.data());
        return std::span(copies_).subspan(index * core().state_words, slot.words);
    }
    [[gnu::always_inline]] void tell(const NearState& slot) {
        const detail::TableLayout::Home home{.owner = slot.owner, .bucket = slot.bucket};
        if (slot.words == 0) {
            const TableResult result = table_.count(core().template look_near<true>(home, slot.state));
            done_(StreamedState{.result = result, .token = slot.token, .state = {&slot.state, 1}});
        } else {
            const std::span<const Word> state = copy_of(slot);
            const TableResult result = table_.count(core().template look_near<true>(home, state, slot.state));
            done_(StreamedState{.result = result, .token = slot.token, .state = state});
        }
    }

    // --- The other states, oldest first

    // In a function of its own, so that the arguments of the others stay in registers.
    [[gnu::noinline]] void begin_far(detail::TableLayout::Home home, Word state, Word hash, std::uint64_t token) {
        begin_far(home, {&state, 1}, hash, token);
    }
    void begin_far(const detail::TableLayout::Home& home, std::span<const Word> state, Word hash, std::uint64_t token) {
        while (far_.size() == most_far_) {
            if (!tell_those_over()) far_.front().operation->wait();
        }
        if (idle_.empty()) idle_.push_back(std::make_unique<detail::FarOperation>(core()));
        far_.push_back({.operation = std::move(idle_.back()), .token = token});
        idle_.pop_back();
        far_.back().operation->begin(home, state, hash, true);
    }
    bool tell_those_over() {
        const auto over = [this](FarState& each) {
            if (!each.operation->go_on()) return false;
            done_(StreamedState{.result = table_.count(each.operation->result()),
                                .token = each.token,
                                .state = each.operation->state()});
            idle_.push_back(std::move(each.operation));
            return true;
        };
        return std::erase_if(far_, over) > 0;
    }

    TableAccess& table_;
    Done done_;
    std::vector<NearState> near_;
    const std::size_t last_near_;  // a mask; their number is a power of two
    std::vector<Word> copies_;     // copies of states of several words, by slot
    std::size_t next_near_ = 0;    // number of states asked for
    const std::size_t most_far_;
    std::vector<FarState> far_;
    std::vector<std::unique_ptr<detail::FarOperation>> idle_;
};

}  // namespace scrump
