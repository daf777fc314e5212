#pragma once
// Loops that combine values: in any order, or in one that depends on the number of iterations alone.

#include <scrump/base/detail/cache_line.hpp>
#include <scrump/base/detail/reduction_tree.hpp>
#include <scrump/loops/chunk.hpp>
#include <scrump/loops/detail/loop_run.hpp>
#include <scrump/loops/options.hpp>
#include <scrump/loops/result.hpp>
#include <scrump/net/codec.hpp>

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace scrump::detail {

/// Combines a value with those of the iterations from `first` up to `last`, as LoopChunk::run_each(), and adds how many
/// were run to `done`. A function of its own, so that the value stays in a register.
template <class T, class Map, class Combine>
[[gnu::noinline]] T fold_chunk(LoopChunk& chunk, std::uint64_t first, std::uint64_t last, T value, const Map& map,
                               const Combine& combine, std::uint64_t& done) {
    done += chunk.run_each(
        first, last, [&](std::uint64_t i) __attribute__((always_inline)) {
            value = std::invoke(combine, std::move(value), static_cast<T>(std::invoke(map, i)));
        });
    return value;
}

/// A value for each worker of this process.
template <class T>
class PerWorker {
  public:
    explicit PerWorker(T none) : none_(std::move(none)) {}

    void prepare(unsigned locality, unsigned workers) { of_[locality].resize(workers, Padded{none_}); }
    T& at(const LoopChunk& chunk) { return of_.find(chunk.locality())->second[chunk.worker()].value; }
    /// Calls `take(value)` for each worker of a locality.
    template <class Take>
    void take_each(unsigned locality, const Take& take) {
        for (Padded& each : of_[locality]) take(std::move(each.value));
    }

  private:
    struct alignas(cache_line) Padded {
        T value;
    };

    T none_;
    std::map<unsigned, std::vector<Padded>> of_;  // by locality
};

/// Combines in the order in which chunks are run and localities end.
template <class T, class Map, class Combine>
class AnyOrder {
  public:
    AnyOrder(T none, const Map& map, const Combine& combine)
        : map_(map), combine_(combine), none_(none), partials_(std::move(none)) {}

    void prepare(unsigned locality, unsigned workers) { partials_.prepare(locality, workers); }
    std::uint64_t run(LoopChunk& chunk) {
        std::uint64_t done = 0;
        T& sum = partials_.at(chunk);
        sum = detail::fold_chunk(chunk, chunk.first(), chunk.last(), std::move(sum), map_, combine_, done);
        return done;
    }
    Bytes found(unsigned locality) {
        T sum = none_;
        partials_.take_each(locality, [&](T part) { sum = std::invoke(combine_, std::move(sum), std::move(part)); });
        return Encoder().put(sum).take();
    }
    void merge(Bytes found) { sum_ = std::invoke(combine_, std::move(sum_), Decoder(std::move(found)).get<T>()); }
    /// The value of all localities, in the first process.
    T& whole() { return sum_; }

  private:
    const Map& map_;
    const Combine& combine_;
    const T none_;
    T sum_ = none_;
    PerWorker<T> partials_;
};

/// Combines as ReductionTree says. A chunk gets the pieces that begin in it, so that none is divided.
template <class T, class Map, class Combine>
class FixedOrder {
  public:
    FixedOrder(std::uint64_t iterations, T none, const Map& map, const Combine& combine)
        : map_(map), combine_(combine), sum_(std::move(none)), tree_(iterations), own_(Own()) {}

    void prepare(unsigned locality, unsigned workers) { own_.prepare(locality, workers); }
    std::uint64_t run(LoopChunk& chunk) {
        Own& own = own_.at(chunk);
        if (chunk.first() > own.piece.first && chunk.last() <= own.piece.second) return 0;
        std::uint64_t done = 0;
        tree_.visit_pieces(chunk.first(), chunk.last(),
                           [&](std::uint64_t half, std::uint64_t begin, std::uint64_t end) {
                               const auto piece = [&](std::uint64_t from, std::uint64_t to) {
                                   return value_of(chunk, from, to, done);
                               };
                               auto value = reduce_halves<T>(begin, end, tree_.piece_size(), piece, combine_);
                               if (value) own.halves.add(half, std::move(*value), combine_);
                           });
        own.piece = tree_.piece_of(chunk.last() - 1);
        return done;
    }
    Bytes found(unsigned locality) {
        HalfValues<T> all;
        own_.take_each(locality, [&](Own own) {
            own.halves.take_each([&](std::uint64_t half, T value) { all.add(half, std::move(value), combine_); });
        });
        Encoder to;
        to.put(static_cast<std::uint64_t>(all.size()));
        all.take_each([&](std::uint64_t half, const T& value) { to.put(half).put(value); });
        return to.take();
    }
    void merge(Bytes found) {
        Decoder from(std::move(found));
        for (auto left = from.get<std::uint64_t>(); left > 0; --left) {
            const auto half = from.get<std::uint64_t>();
            found_.add(half, from.get<T>(), combine_);
        }
    }
    /// The value of all localities, in the first process.
    T& whole() {
        std::optional<T> sum;
        found_.take_each([&](std::uint64_t /*half*/, T value) {
            sum = sum ? std::invoke(combine_, std::move(*sum), std::move(value)) : std::move(value);
        });
        if (sum) sum_ = std::move(*sum);
        return sum_;
    }

  private:
    struct Own {
        HalfStack<T> halves{};
        // The piece in which the last chunk ended: chunks that do not leave it begin none.
        std::pair<std::uint64_t, std::uint64_t> piece{};
    };

    std::optional<T> value_of(LoopChunk& chunk, std::uint64_t first, std::uint64_t last, std::uint64_t& done) const {
        if (chunk.was_left() || !chunk.go_on()) return std::nullopt;
        ++done;
        return detail::fold_chunk(chunk, first + 1, last, static_cast<T>(std::invoke(map_, first)), map_, combine_,
                                  done);
    }

    const Map& map_;
    const Combine& combine_;
    T sum_;
    const ReductionTree tree_;
    PerWorker<Own> own_;
    HalfValues<T> found_;  // in the first process, of all localities
};

/// Runs a loop whose values are combined by an order.
template <class T, class Order>
ReducedLoop<T> run_reduction(const LoopOptions& options, std::uint64_t iterations, Order order, const CallSite& site) {
    LoopWork work;
    work.run = [&](LoopChunk& chunk) { return order.run(chunk); };
    work.prepare = [&](unsigned locality, unsigned workers) { order.prepare(locality, workers); };
    work.gathering.found = [&](unsigned locality) { return order.found(locality); };
    work.gathering.merge = [&](Bytes found) { order.merge(std::move(found)); };
    work.gathering.whole = [&] { return Encoder().put(order.whole()).take(); };
    work.gathering.take_over = [&](Bytes whole) { order.whole() = Decoder(std::move(whole)).get<T>(); };
    LoopResult result = run_loop(options, iterations, work, site);
    return {.status = result.status, .value = std::move(order.whole()), .statistics = std::move(result.statistics)};
}

}  // namespace scrump::detail
