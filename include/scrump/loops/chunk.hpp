#pragma once
// A piece of a loop, as its body gets it.

#include <scrump/loops/chunk_rule.hpp>
#include <scrump/runtime/detail/attention.hpp>

#include <cstdint>

namespace scrump {

namespace detail {

/// By which a worker is asked, in the middle of a chunk, whether to go on with it.
class ChunkGuard {
  public:
    explicit ChunkGuard(const Attention& attention) : flag_(attention) {}
    ChunkGuard(const ChunkGuard&) = delete;
    ChunkGuard& operator=(const ChunkGuard&) = delete;
    virtual ~ChunkGuard() = default;

    bool go_on() {
        if (flag_.raised()) [[unlikely]]  // so that a tiny body costs one jump, not two
            return answer_attention();
        return true;
    }

  protected:
    virtual bool answer_attention() = 0;

  private:
    const Attention& flag_;
};

}  // namespace detail

/// Consecutive iterations that one worker runs.
class LoopChunk {
  public:
    /// Made by the worker.
    LoopChunk(ChunkRule::Range range, unsigned owner, unsigned locality, unsigned worker, detail::ChunkGuard& guard)
        : range_(range), owner_(owner), locality_(locality), worker_(worker), guard_(&guard) {}

    /// The first iteration.
    std::uint64_t first() const { return range_.first; }
    /// One beyond the last.
    std::uint64_t last() const { return range_.last; }
    /// Number of iterations.
    std::uint64_t size() const { return range_.size(); }
    /// Of a loop over data that localities have a part of each: the locality whose iterations these are, by its count.
    unsigned owner() const { return owner_; }
    /// The locality that runs it, from 0: the process, where there are several.
    unsigned locality() const { return locality_; }
    /// The worker of that locality which runs it, from 0: an index for what each worker has to itself.
    unsigned worker() const { return worker_; }

    /// Whether to go on: the loop is not over for another reason. Bodies of long chunks may ask now and then, and
    /// return when it is not: then the chunk does not count as run. One relaxed load if nothing has happened.
    bool go_on() {
        if (guard_->go_on()) return true;
        left_ = true;
        return false;
    }
    /// How many of its iterations count as run, once a body has returned that runs all of them unless it is told not to
    /// go on.
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
