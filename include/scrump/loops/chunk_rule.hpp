#pragma once
// Rules of self-scheduling techniques: the size of a loop's next chunk, given the loop's progress. Pure: a rule keeps
// nothing between two calls, reads no clock and sends nothing, so the same rule runs in one process, over MPI and in
// the simulation of chunks (loops/simulation.hpp), and can be tested with numbers alone.

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

namespace scrump {

/// Progress of one worker in a loop. Times are in seconds.
struct WorkerProgress {
    double weight = 1;  ///< speed in relation to the mean of all workers, as far as it was given or learned before
    std::uint64_t chunks = 0;      ///< number of chunks that it has finished
    std::uint64_t iterations = 0;  ///< number of iterations in these chunks
    double time = 0;               ///< time that these chunks took
    double squares = 0;            ///< sum of each chunk's time squared, divided by its iterations
    /// Sums over its chunks k = 1, 2, … of k times the chunk's iterations, its time, and its time including the time to
    /// get it: later chunks weigh more (Cariño and Banicescu 2008).
    double ranked_iterations = 0;
    double ranked_time = 0;        ///< see ranked_iterations
    double ranked_total_time = 0;  ///< see ranked_iterations
    double recent = 0;             ///< mean time of an iteration: half of it is that of its last chunk, and so on
    double recent_wait = 0;        ///< mean time to get a chunk, in the same way
    std::uint64_t current = 0;     ///< iterations of its current chunk; 0: none
    double current_since = 0;      ///< time when it began the current chunk

    /// Mean time of an iteration in seconds; 0 if nothing is known.
    double mean() const { return iterations > 0 ? time / static_cast<double>(iterations) : 0; }
    /// Variance of an iteration's time, estimated from the times of whole chunks; 0 with fewer than two chunks.
    double variance() const;
    /// Adds a chunk that took `seconds`, and `total` including the time to get it.
    void finish(std::uint64_t size, double seconds, double total);
};

/// A worker's request for a chunk.
struct ChunkRequest {
    std::uint64_t step = 0;       ///< number of chunks that were handed out before
    std::uint64_t scheduled = 0;  ///< number of iterations in these chunks; of a block, those of it
    std::uint64_t block = 0;      ///< number of iterations of the block, if the chunk is taken from one
    unsigned worker = 0;          ///< worker that makes the request
    double now = 0;               ///< seconds since the loop began
    /// Progress of all workers; of a block, that of the worker in it, which is number 0. Empty unless the rule uses it.
    std::span<const WorkerProgress> workers{};
};

/// Costs of a loop, as far as they are known beforehand; 0: unknown.
struct IterationCosts {
    double mean = 0;      ///< mean time of an iteration in seconds
    double sigma = 0;     ///< standard deviation of that time in seconds
    double overhead = 0;  ///< time to get a chunk in seconds

    /// Whether both are the same.
    bool operator==(const IterationCosts&) const = default;
};

/// The loop for which a rule is made.
struct LoopShape {
    std::uint64_t iterations = 0;  ///< number of iterations, N
    unsigned workers = 1;          ///< number of workers, P
    /// Speeds of the workers in relation to their mean; empty: all the same.
    std::vector<double> weights{};
    IterationCosts costs{};  ///< known costs
};

/// Progress of the workers before the loop begins: their weights, in relation to the mean.
std::vector<WorkerProgress> progress_before(const LoopShape& shape);

/// A technique applied to one loop. Users may write their own: Technique::custom().
class ChunkRule {
  public:
    /// Inputs on which the size of a chunk depends.
    enum class Depends : std::uint8_t {
        assigned,  ///< no requests are made: each worker knows its chunks from the beginning, see assigned()
        steps,     ///< number of chunks and iterations that were handed out: the same chunks, whichever worker asks
        worker,    ///< worker that makes the request
        progress,  ///< progress of all workers so far
        /// Progress of the worker in the block from which it takes the chunk. Each worker has a block, all of the same
        /// size, and takes chunks of its own one until that is empty, then of the others'.
        block,
    };

    ChunkRule() = default;
    ChunkRule(const ChunkRule&) = delete;
    ChunkRule& operator=(const ChunkRule&) = delete;
    virtual ~ChunkRule() = default;

    /// Inputs on which this rule depends.
    virtual Depends depends() const = 0;
    /// Number of iterations of the next chunk. More than the remaining ones means all of them; 0 means 1.
    virtual std::uint64_t size(const ChunkRequest& request) const = 0;
    /// Size of all chunks except the last, if they have the same size; otherwise 0.
    virtual std::uint64_t fixed_size() const { return 0; }
    /// Iterations of one chunk.
    struct Range {
        std::uint64_t first = 0;  ///< first iteration
        std::uint64_t last = 0;   ///< one past the last iteration

        /// Number of iterations.
        std::uint64_t size() const { return last - first; }
        /// Whether both are the same.
        bool operator==(const Range&) const = default;
    };
    /// The k-th chunk, from 0, that is assigned to a worker; empty if it has no more. Together the chunks must contain
    /// each iteration once: otherwise loop() throws Error at the end.
    virtual Range assigned(unsigned /*worker*/, std::uint64_t /*k*/) const { return {}; }
};

/// Makes the rule for one loop.
using MakeChunkRule = std::function<std::unique_ptr<ChunkRule>(const LoopShape&)>;

}  // namespace scrump
