#pragma once
// The nogoods that the workers of a locality share: a list of batches, each of which is what a worker learned in one of
// its runs, or what came from another locality.
//
// Protocol. A batch is written before it is appended, and never changes afterwards. Appending swings the null pointer
// `next` of the last batch to it: a compare-and-swap with release order, so a reader that follows `next` with acquire
// order sees the whole batch. Nothing is removed while the store lives, so readers need no locks, and may refer to the
// literals of a batch as long as the store lives.

#include <scrump/base/detail/cache_line.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace scrump {

/// A decision of a search, as a number that the search gives it: for example, that a variable has a value.
using Literal = std::uint64_t;

namespace detail {

/// Nogoods, each of which is a set of literals that no solution has all of.
class NogoodBatch {
  public:
    /// Adds one. Its literals must differ from each other.
    void add(std::span<const Literal> nogood) {
        literals_.insert(literals_.end(), nogood.begin(), nogood.end());
        ends_.push_back(literals_.size());
    }

    void clear() {
        literals_.clear();
        ends_.clear();
    }

    std::size_t size() const { return ends_.size(); }
    std::size_t literals() const { return literals_.size(); }
    std::span<const Literal> operator[](std::size_t index) const {
        const std::size_t first = index == 0 ? 0 : ends_[index - 1];
        return std::span(literals_).subspan(first, ends_[index] - first);
    }

    /// Whether it was read completely and makes sense: for batches of other processes.
    bool valid() const;

    template <class Archive>
    void serialize(Archive& archive) {
        archive(literals_, ends_);
    }

  private:
    std::vector<Literal> literals_;  // of all nogoods, one after another
    std::vector<std::uint64_t> ends_;
};

class NogoodStore {
    struct Link {
        NogoodBatch batch;
        bool foreign = false;
        std::atomic<Link*> next = nullptr;
    };

  public:
    NogoodStore() : last_(&first_) {}
    NogoodStore(const NogoodStore&) = delete;
    NogoodStore& operator=(const NogoodStore&) = delete;
    ~NogoodStore();

    /// Appends a batch; `foreign`: it came from another locality. Returns whether there was room: a store that has
    /// `max_literals` takes no more, which costs a search time but no answers.
    bool append(NogoodBatch batch, bool foreign);

    /// Reads all batches once, in their order. Each reader belongs to one thread.
    class Reader {
      public:
        explicit Reader(const NogoodStore& store) : at_(&store.first_) {}

        /// The next batch; null if there is none yet.
        const NogoodBatch* next() {
            const Link* const found = at_->next.load(std::memory_order_acquire);
            if (found == nullptr) return nullptr;
            at_ = found;
            return &found->batch;
        }
        /// Whether the last one came from another locality.
        bool was_foreign() const { return at_->foreign; }

      private:
        const Link* at_;
    };

    static constexpr std::size_t max_literals = std::size_t{1} << 24;

  private:
    Link first_;                                   // empty, before all batches
    alignas(cache_line) std::atomic<Link*> last_;  // at the end, or a little before it
    std::atomic<std::size_t> literals_ = 0;
};

}  // namespace detail
}  // namespace scrump
