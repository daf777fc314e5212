#pragma once
// What a self-scheduling technique is: how large the next chunk of a loop is to be, told what is known. Pure: a rule
// keeps nothing between two calls, reads no clock and sends nothing, so the same rule runs in one process, over MPI and
// in the simulation of chunks (loops/simulation.hpp), and is tested on numbers.

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

namespace scrump {

/// What is known of one worker's part in a loop so far. Times are in seconds.
struct WorkerProgress {
    double weight = 1;         ///< its speed in relation to the mean of all, as far as it was given or learned before
    std::uint64_t chunks = 0;  ///< that it has finished
    std::uint64_t iterations = 0;  ///< in them
    double time = 0;               ///< that these took
    double squares = 0;            ///< sum of each chunk's time squared, divided by its iterations
    /// Sums over its chunks k = 1, 2, … of k times the chunk's iterations, its time, and its time with what it took to
    /// get it: later chunks weigh more (Cariño and Banicescu 2008).
    double ranked_iterations = 0;
    double ranked_time = 0;        ///< see ranked_iterations
    double ranked_total_time = 0;  ///< see ranked_iterations
    std::uint64_t current = 0;     ///< iterations of the chunk that it works on; 0: none
    double current_since = 0;      ///< when it began that

    /// Seconds an iteration; 0 if nothing is known.
    double mean() const { return iterations > 0 ? time / static_cast<double>(iterations) : 0; }
    /// Variance of an iteration's time, from what chunks took as wholes; 0 with fewer than two chunks.
    double variance() const;
    /// Takes in a chunk that took `seconds`, and `total` with getting it.
    void finish(std::uint64_t size, double seconds, double total);
};

/// A worker asks for a chunk.
struct ChunkRequest {
    std::uint64_t step = 0;       ///< how many chunks were handed out before
    std::uint64_t scheduled = 0;  ///< how many iterations are in these
    unsigned worker = 0;          ///< who asks
    double now = 0;               ///< seconds since the loop began
    /// Of all workers; empty unless the rule uses it.
    std::span<const WorkerProgress> workers{};
};

/// What a loop costs, as far as it is known beforehand; 0: not known.
struct IterationCosts {
    double mean = 0;      ///< seconds an iteration
    double sigma = 0;     ///< its standard deviation
    double overhead = 0;  ///< seconds to get a chunk

    /// Whether it is the same.
    bool operator==(const IterationCosts&) const = default;
};

/// What a rule is made for.
struct LoopShape {
    std::uint64_t iterations = 0;  ///< N
    unsigned workers = 1;          ///< P
    /// Speeds of the workers in relation to their mean; empty: all the same.
    std::vector<double> weights{};
    IterationCosts costs{};  ///< what is known
};

/// Of the workers before the loop begins: their weights, in relation to the mean.
std::vector<WorkerProgress> progress_before(const LoopShape& shape);

/// A technique at work on one loop. Users may write others: Technique::custom().
class ChunkRule {
  public:
    /// What the size of a chunk depends on.
    enum class Depends : std::uint8_t {
        assigned,  ///< nothing is asked for: each worker knows its chunks from the beginning, see assigned()
        steps,     ///< on how many chunks and iterations were handed out: the same chunks, whoever asks
        worker,    ///< on who asks
        progress,  ///< on what all workers have done so far
    };

    ChunkRule() = default;
    ChunkRule(const ChunkRule&) = delete;
    ChunkRule& operator=(const ChunkRule&) = delete;
    virtual ~ChunkRule() = default;

    /// See Depends.
    virtual Depends depends() const = 0;
    /// How many iterations the next chunk has. More than are left means all that are left; 0 means 1.
    virtual std::uint64_t size(const ChunkRequest& request) const = 0;
    /// If all chunks but the last have the same size, that size; else 0.
    virtual std::uint64_t fixed_size() const { return 0; }
    /// Iterations of one chunk.
    struct Range {
        std::uint64_t first = 0;  ///< its first iteration
        std::uint64_t last = 0;   ///< one beyond its last

        /// How many.
        std::uint64_t size() const { return last - first; }
        /// Whether it is the same.
        bool operator==(const Range&) const = default;
    };
    /// The k-th chunk, from 0, that a worker was assigned; empty if there are no more. Together they are each iteration
    /// once: loop() throws Error, in the end, where they are not.
    virtual Range assigned(unsigned /*worker*/, std::uint64_t /*k*/) const { return {}; }
};

/// Makes the rule for one loop.
using MakeChunkRule = std::function<std::unique_ptr<ChunkRule>(const LoopShape&)>;

}  // namespace scrump
