#pragma once
// The pieces of a loop in a plain call: how large they are, whether to continue, and how they come to workers.
//
// A range is halved until its pieces are small, as for loops with a fork (parallel.hpp); but how small is found as the
// loop runs. The first piece is one iteration, or as many as the last call with functions of the same types suggests. A
// worker whose piece took less than `enough` doubles the size for the pieces that follow. So a loop of fast iterations
// makes few tasks, and one of slow iterations a task for each. The size is bounded, for iterations may become slower.

#include <scrump/base/clock.hpp>
#include <scrump/base/detail/cache_line.hpp>
#include <scrump/base/detail/reduction_tree.hpp>
#include <scrump/tasks/affinity.hpp>
#include <scrump/tasks/detail/piece_history.hpp>
#include <scrump/tasks/parallel.hpp>
#include <scrump/tasks/parallel_options.hpp>
#include <scrump/tasks/pool.hpp>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <functional>
#include <numeric>
#include <optional>
#include <stop_token>
#include <utility>

namespace scrump::detail {

class alignas(cache_line) RangePieces {
  public:
    /// For a loop of `iterations` on the workers of this thread's plain call.
    RangePieces(std::size_t iterations, const ParallelOptions& options, PieceHistory& history)
        : stop_(options.stop),
          iterations_(iterations),
          largest_(options.grain > 0 ? options.grain
                                     : std::max<std::size_t>(iterations / (usual_pieces * workers_here()), 1)),
          size_(options.grain > 0 ? options.grain : 1),
          stoppable_(stop_.stop_possible()),
          settled_(options.grain > 0 || options.affinity != nullptr || iterations == 1 || alone()),
          measured_(!settled_),
          history_(history) {
        if (options.grain > 0 && iterations > largest_) call_helpers(iterations / largest_);
        if (measured_) begin_as_before();
    }

    bool isolated() const { return isolated_; }
    /// To be called before a piece. What was spawned can be stolen after it, which is soon if it is short.
    void come_to(Fork& fork) const {
        if (few_) {
            Frame::expose_all(fork);
        } else if (long_.load(std::memory_order_relaxed)) {
            Frame::expose(fork);
        } else {
            fork.communicate();
        }
    }
    /// The present size of a piece.
    std::size_t size() const { return size_.load(std::memory_order_relaxed); }

    /// Whether nothing may be begun any more.
    bool stopped() {
        if (stopped_.load(std::memory_order_relaxed)) return true;
        if (!stoppable_ || !stop_.stop_requested()) return false;
        cancelled_.store(true, std::memory_order_relaxed);
        stop();
        return true;
    }
    /// No further piece begins.
    void stop() { stopped_.store(true, std::memory_order_relaxed); }
    /// To be called when all pieces have ended. Throws Cancelled if some did not begin because of the token.
    void check() {
        if (measured_ && !stopped_.load(std::memory_order_relaxed)) remember();
        if (cancelled_.load(std::memory_order_relaxed)) throw Cancelled("a parallel call was cancelled");
    }

    /// Carries out a piece, unless the loop is stopped. Its exception stops the loop.
    template <class Piece>
    void carry_out(const Piece& piece) {
        if (stopped()) return;
        try {
            piece();
        } catch (...) {
            stop();
            throw;
        }
    }
    /// The same for a piece of `iterations`, whose time may decide on the size of those that follow.
    template <class Piece>
    void measure(std::size_t iterations, const Piece& piece) {
        if (called_.load(std::memory_order_relaxed) && !settled_.load(std::memory_order_relaxed) &&
            first_ticks_.load(std::memory_order_relaxed) == 0)
            last_.store(now(), std::memory_order_relaxed);  // what it took to give tasks away does not count
        carry_out(piece);
        if (!settled_.load(std::memory_order_relaxed)) learn(iterations);
    }
    /// Size of the pieces of a worker that is alone.
    std::size_t size_alone() const { return stoppable_ ? largest_ : iterations_; }

  private:
    static Clock::rep now() { return Clock::now().time_since_epoch().count(); }
    // Time of the loop, if each iteration takes this number of ticks.
    std::chrono::duration<float, Clock::period> whole(float ticks) const {
        return std::chrono::duration<float, Clock::period>(ticks * static_cast<float>(iterations_));
    }

    // Two long iterations may be all: helpers are woken at once, unless that is known not to be worth it.
    void begin_as_before() {
        const PieceHistory::Known known = history_.known();
        if (known.ticks > 0) {  // twice as large, for halving makes some that are hardly more than half as large
            const float usual = 2 * static_cast<float>(enough.count()) / known.ticks;
            size_.store(static_cast<std::size_t>(std::clamp(usual, 1.0F, static_cast<float>(largest_))),
                        std::memory_order_relaxed);
        }
        expected_brief_ = known.brief;
        few_ = largest_ == 1 && !known.brief;
        const bool seems_brief = known.ticks > 0 && whole(known.ticks) < PieceHistory::brief;
        if (few_ || (!known.brief && !seems_brief)) {
            call();
            settled_.store(known.ticks > 0 && size() == largest_, std::memory_order_relaxed);
        }
        began_ = now();
        last_.store(began_, std::memory_order_relaxed);
    }
    void call() {
        called_.store(true, std::memory_order_relaxed);
        call_helpers(iterations_ - 1);
    }
    void remember() {
        const Clock::rep ended =
            settled_.load(std::memory_order_relaxed) ? now() : last_.load(std::memory_order_relaxed);
        const Clock::duration taken(ended - began_);
        if (expected_brief_ && taken < PieceHistory::brief) return;  // nothing new
        const float first = first_ticks_.load(std::memory_order_relaxed);
        history_.add({.iterations = iterations_,
                      .workers = workers_here(),
                      .taken = taken,
                      .as_first = first > 0 ? std::chrono::duration_cast<Clock::duration>(whole(first)) : taken,
                      .woke = called_.load(std::memory_order_relaxed)});
    }

    // Of the time since the last piece ended, on any worker: where several work, that is not known better, and enough
    // to have called the others for.
    void learn(std::size_t iterations) {
        const Clock::rep ended = now();
        const Clock::duration taken(ended - last_.exchange(ended, std::memory_order_relaxed));
        const float ticks = static_cast<float>(taken.count()) / static_cast<float>(iterations);
        if (first_ticks_.load(std::memory_order_relaxed) == 0) first_ticks_.store(ticks, std::memory_order_relaxed);
        if (!called_.load(std::memory_order_relaxed) && whole(ticks) > PieceHistory::brief) call();
        const std::size_t size = this->size();
        long_.store(taken >= enough, std::memory_order_relaxed);
        if (taken >= enough) {
            settled_.store(true, std::memory_order_relaxed);
        } else if (iterations > size / 2) {  // as large as halving makes them: some are hardly more than half as large
            size_.store(std::min(2 * size, largest_), std::memory_order_relaxed);
        }
    }

    static constexpr std::size_t usual_pieces = 8;  // of each worker, at least
    static constexpr Clock::duration enough = std::chrono::microseconds(4);

    // What each worker uses, in one cache line.
    const std::stop_token stop_;
    const std::size_t iterations_;
    const std::size_t largest_;
    std::atomic<std::size_t> size_;
    std::atomic<Clock::rep> last_ = 0;    // when a piece ended
    std::atomic<float> first_ticks_ = 0;  // what an iteration of the piece that ended first took; 0: not known
    const bool stoppable_;
    const bool isolated_ = here.isolated > 0;
    bool few_ = false;                  // each iteration is a piece, and may be long
    std::atomic<bool> settled_;         // the size does not change any more
    std::atomic<bool> long_ = true;     // the next piece may take long
    std::atomic<bool> called_ = false;  // sleeping helpers were woken
    std::atomic<bool> stopped_ = false;
    std::atomic<bool> cancelled_ = false;  // by the token
    // What the caller uses.
    const bool measured_;   // its time is added to the history
    Clock::rep began_ = 0;  // if it is measured
    bool expected_brief_ = false;
    PieceHistory& history_;
};

/// Carries out `piece(begin, end)` for the pieces of a range.
template <class Index, class Piece>
void split_range(Fork fork, Index begin, Index end, RangePieces& pieces, const Piece& piece) {
    const std::size_t iterations = count_between(begin, end);
    if (iterations <= pieces.size()) {
        pieces.come_to(fork);
        const Frame frame(fork, pieces.isolated());
        return pieces.measure(iterations, [&] { piece(begin, end); });
    }
    const Index middle = std::midpoint(begin, end);
    auto upper = fork.spawn(
        [middle, end, &pieces, &piece](Fork inner) { split_range(std::move(inner), middle, end, pieces, piece); });
    fork.call([&](Fork inner) { split_range(std::move(inner), begin, middle, pieces, piece); });
    fork.sync(upper);
}

/// The same by a worker that is alone.
template <class Index, class Piece>
void run_alone(Index begin, Index end, RangePieces& pieces, const Piece& piece) {
    while (begin < end) {
        const std::size_t iterations = std::min(pieces.size_alone(), count_between(begin, end));
        const auto next = static_cast<Index>(begin + static_cast<Index>(iterations));
        pieces.carry_out([&] { piece(begin, next); });
        begin = next;
    }
}

/// The same as a task for each of `workers`, which takes pieces of the worker that comes to it.
template <class Index, class Piece>
void run_near(Fork fork, unsigned workers, Index begin, AffinityRound& round, RangePieces& pieces, const Piece& piece) {
    const auto take_pieces = [&, begin](Fork inner) {
        const Frame frame(inner, pieces.isolated());
        const unsigned worker = worker_here();
        while (const std::optional<AffinityRound::Part> part = round.next(worker)) {
            pieces.carry_out([&] {
                piece(static_cast<Index>(begin + static_cast<Index>(part->begin)),
                      static_cast<Index>(begin + static_cast<Index>(part->end)));
            });
        }
    };
    if (workers == 1) return take_pieces(std::move(fork));
    auto others = fork.spawn(
        [&, workers, begin](Fork inner) { run_near(std::move(inner), workers - 1, begin, round, pieces, piece); });
    Frame::expose(fork);
    fork.call(take_pieces);
    fork.sync(others);
}

/// The same by all workers of a plain call.
template <class Index, class Piece>
void run_range(const IndexRange<Index>& range, const Piece& piece, const ParallelOptions& options) {
    if (range.empty()) return;
    const PlainCall call;
    RangePieces pieces(count_between(range.begin, range.end), options, piece_history<Piece>);
    if (alone()) {
        run_alone(range.begin, range.end, pieces, piece);
    } else if (options.affinity != nullptr) {
        AffinityRound round(*options.affinity, count_between(range.begin, range.end), workers_here(), options.grain);
        call_helpers(workers_here() - 1);
        run_near(call.fork(), workers_here(), range.begin, round, pieces, piece);
    } else {
        split_range(call.fork(), range.begin, range.end, pieces, piece);
    }
    pieces.check();
}

/// Combines `map(i)` for each i of a piece, which is not empty. A function of its own, so that the value is in a
/// register and not in the place where it is kept in the end.
template <class T, class Index, class Map, class Combine>
[[gnu::noinline]] T fold_piece(Index begin, Index end, const Map& map, const Combine& combine) {
    T value = std::invoke(map, begin);
    while (++begin < end) value = std::invoke(combine, std::move(value), static_cast<T>(std::invoke(map, begin)));
    return value;
}

/// A value for each piece, combined in order; none if the loop was stopped before. `value_of(begin, end)` is the value
/// of a piece.
template <class T, class Index, class ValueOf, class Combine>
std::optional<T> reduce_range(Fork fork, Index begin, Index end, RangePieces& pieces, const ValueOf& value_of,
                              const Combine& combine) {
    const std::size_t iterations = count_between(begin, end);
    std::optional<T> below;
    if (iterations <= pieces.size()) {
        pieces.come_to(fork);
        const Frame frame(fork, pieces.isolated());
        pieces.measure(iterations, [&] { below.emplace(value_of(begin, end)); });
        return below;
    }
    const Index middle = std::midpoint(begin, end);
    std::optional<T> above;
    auto upper = fork.spawn([middle, end, &pieces, &value_of, &combine, &above](Fork inner) {
        above = reduce_range<T>(std::move(inner), middle, end, pieces, value_of, combine);
    });
    below = fork.call(
        [&](Fork inner) { return reduce_range<T>(std::move(inner), begin, middle, pieces, value_of, combine); });
    fork.sync(upper);
    const Frame frame(fork, pieces.isolated());
    if (below && above) below.emplace(std::invoke(combine, std::move(*below), std::move(*above)));
    return below;
}

/// The same by a worker that is alone: in the same order.
template <class T, class Index, class ValueOf, class Combine>
std::optional<T> reduce_alone(Index begin, Index end, std::size_t size, RangePieces& pieces, const ValueOf& value_of,
                              const Combine& combine) {
    const auto piece = [&](Index from, Index to) {
        std::optional<T> value;
        pieces.carry_out([&] { value.emplace(value_of(from, to)); });
        return value;
    };
    return reduce_halves<T>(begin, end, size, piece, combine);
}

}  // namespace scrump::detail
