#pragma once
// Chooses the size of chunks, and whether the next one is requested ahead: the slides' future work, by their efficiency
// bound. Pure.
//
// The load factor is estimated from the chunks that arrived: the first chunk of an operation begins anywhere in the
// table, so its share of taken buckets is right on average. No additional requests are made.

#include <scrump/states/table/chunks.hpp>
#include <scrump/states/table/options.hpp>

#include <algorithm>
#include <cstddef>

namespace scrump::detail {

class ChunkChoice {
  public:
    explicit ChunkChoice(const TableOptions& options) : fixed_(options.chunk), prefetch_(options.prefetch) { forget(); }

    /// Size of the chunks of an operation that begins now.
    std::size_t size() const { return size_; }
    /// Whether the chunk after one of them is requested before that has been examined.
    bool requests_ahead() const { return ahead_; }
    /// The estimated load factor.
    double load() const { return load_; }

    /// Records the number of taken buckets among `size` buckets of a first chunk.
    void note(std::size_t taken, std::size_t size) {
        const double share = static_cast<double>(taken) / static_cast<double>(size);
        load_ += (share - load_) * weight;
        choose();
    }
    /// Discards the estimate.
    void forget() {
        load_ = 0;
        choose();
    }

  private:
    static constexpr double weight = 1.0 / 64;  // of the last chunk

    void choose() {
        size_ = fixed_ > 0 ? fixed_ : chunk_for(load_);
        ahead_ = prefetch_ == ChunkPrefetch::always ||
                 (prefetch_ == ChunkPrefetch::when_needed && load_ > efficiency_bound(size_));
    }

    std::size_t fixed_;
    ChunkPrefetch prefetch_;
    double load_ = 0;
    std::size_t size_ = buckets_of_a_line;
    bool ahead_ = false;
};

}  // namespace scrump::detail
