#pragma once
// A wanted state, as a probe compares it with buckets and puts it into one. One class for states that lie in their
// buckets, another for those that do not; the probes are templates over them.

#include <scrump/states/table/detail/bucket.hpp>
#include <scrump/states/table/detail/record_space.hpp>
#include <scrump/states/table/detail/state_hash.hpp>
#include <scrump/states/table/place.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace scrump::detail {

/// Requirements of a probe within direct reach on a state.
template <class Key>
concept NearKey = requires(Key& key, const Key& same, std::uint64_t bucket) {
    { same.is(bucket) } -> std::same_as<bool>;       // whether a taken bucket has this state
    { key.claim() } -> std::same_as<std::uint64_t>;  // the value to put into an empty one; `empty` if there is no room
    { same.place(std::size_t{}, bucket) } -> std::same_as<Place>;  // its place, given that of its bucket
    key.put_back();                                                // gives back what was claimed without need
};

/// A state of at most 63 bits.
class InlineKey {
  public:
    InlineKey(std::uint64_t state, unsigned owner) : wanted_(Bucket::of_state(state)), owner_(owner) {}

    bool is(std::uint64_t bucket) const { return bucket == wanted_; }
    std::uint64_t claim() const { return wanted_; }
    Place place(std::size_t index, std::uint64_t /*bucket*/) const { return {owner_, 0, index}; }
    void put_back() const {}

  private:
    std::uint64_t wanted_;
    unsigned owner_;
};

static_assert(NearKey<InlineKey>);

/// A state of several words, which are written before the bucket that has their place: a worker that sees the bucket
/// sees them.
class RecordKey {
  public:
    RecordKey(std::span<const std::uint64_t> state, std::uint64_t hash, unsigned owner,
              std::atomic<std::uint64_t>* records, RecordSpace& space, std::uint64_t& compared)
        : state_(state),
          wanted_(Bucket::of_record(state.size(), hash)),
          owner_(owner),
          records_(records),
          space_(space),
          compared_(compared) {}

    bool is(std::uint64_t bucket) const {
        if (!Bucket::alike(bucket, wanted_)) return false;
        ++compared_;
        const std::atomic<std::uint64_t>* const there = records_ + Bucket::index(bucket);
        for (std::size_t i = 0; i < state_.size(); ++i)
            if (there[i].load(std::memory_order_relaxed) != state_[i]) return false;
        return true;
    }
    std::uint64_t claim() {
        if (!first_) write();
        return first_ ? wanted_ | *first_ : Bucket::empty;
    }
    Place place(std::size_t /*index*/, std::uint64_t bucket) const {
        return {owner_, state_.size(), Bucket::index(bucket)};
    }
    void put_back() {
        if (first_) space_.give_back(owner_, *first_, state_.size());
    }

  private:
    // The swap that makes the words known releases them.
    void write() {
        first_ = space_.take(owner_, state_.size());
        if (!first_) return;
        for (std::size_t i = 0; i < state_.size(); ++i)
            records_[*first_ + i].store(state_[i], std::memory_order_relaxed);
    }

    std::span<const std::uint64_t> state_;
    std::uint64_t wanted_;
    unsigned owner_;
    std::atomic<std::uint64_t>* records_;
    RecordSpace& space_;
    std::uint64_t& compared_;
    std::optional<std::size_t> first_{};  // first of its words
};

static_assert(NearKey<RecordKey>);

}  // namespace scrump::detail
