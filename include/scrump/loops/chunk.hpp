#pragma once
// A chunk of a loop, in the form in which its body gets it.

#include <scrump/loops/chunk_rule.hpp>
#include <scrump/runtime/detail/attention.hpp>

#include <cstdint>

namespace scrump {

namespace detail {

/// Lets a worker find out, in the middle of a chunk, whether to continue with it.
class ChunkGuard {
  public:
    explicit ChunkGuard(const Attention& attention) : flag_(attention) {}
    ChunkGuard(const ChunkGuard&) = delete;
    ChunkGuard& operator=(const ChunkGuard&) = delete;
    virtual ~ChunkGuard() = default;

    // In large sources g++ would otherwise make a call of it, for each iteration; go_on() of a chunk likewise.
    [[gnu::always_inline]] bool go_on() {
        if (flag_.raised()) [[unlikely]]  // so that a tiny body costs one jump, not two
            return answer_attention();
        return true;
    }
    /// Raised if go_on() has something to find out.
    const Attention& attention() const { return flag_; }

  protected:
    /// Raises the flag again if it returns false: then each further call returns false as well.
    virtual bool answer_attention() = 0;

  private:
    const Attention& flag_;
};

}  // namespace detail

/// Consecutive iterations that one worker runs.
class LoopChunk {
  public:
    /// For the worker, which makes it.
    LoopChunk(ChunkRule::Range range, unsigned owner, unsigned locality, unsigned worker, detail::ChunkGuard& guard)
        : range_(range), owner_(owner), locality_(locality), worker_(worker), guard_(&guard) {}

    /// The first iteration.
    std::uint64_t first() const { return range_.first; }
    /// One past the last iteration.
    std::uint64_t last() const { return range_.last; }
    /// Number of iterations.
    std::uint64_t size() const { return range_.size(); }
    /// For a loop over data of which each locality has a part: the locality that owns these iterations and counts them.
    unsigned owner() const { return owner_; }
    /// The locality that runs the chunk, from 0: the process, if there are several.
    unsigned locality() const { return locality_; }
    /// The worker of that locality that runs the chunk, from 0: an index for data that each worker has to itself.
    unsigned worker() const { return worker_; }

    /// Whether to continue: false if the loop ended for another reason. Bodies of long chunks may call it from time to
    /// time, and return if it is false: then the chunk does not count as run. One relaxed load if nothing has happened.
    [[gnu::always_inline]] bool go_on() {
        if (guard_->go_on()) return true;
        left_ = true;
        return false;
    }
    /// Calls `step(i)` for each i from `first` up to `last`, until the loop ends for another reason, as if go_on() were
    /// called before each, but finds the flag that this tests only once. Returns the number of calls.
    template <class Step>
    [[gnu::always_inline]] std::uint64_t run_each(std::uint64_t first, std::uint64_t last, const Step& step) {
        const detail::Attention& attention = guard_->attention();
        std::uint64_t i = first;
        while (i < last && go_on()) {
            do {
                step(i++);
                if (i == last) [[unlikely]]  // so that an iteration costs one jump, not two
                    return i - first;
            } while (!attention.raised());
        }
        return i - first;
    }
    /// Whether go_on() has returned false.
    bool was_left() const { return left_; }
    /// Number of its iterations that count as run, once a body has returned that runs all of them unless go_on()
    /// returns false.
    std::uint64_t iterations_run() const { return left_ ? 0 : size(); }

  private:
    ChunkRule::Range range_;
    unsigned owner_;
    unsigned locality_;
    unsigned worker_;
    detail::ChunkGuard* guard_;
    bool left_ = false;  // perhaps before the last of its iterations
};

}  // namespace scrump
