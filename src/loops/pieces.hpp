#pragma once
// The iterations of one locality that nobody has begun yet: its own part of the loop, and pieces of other localities'
// parts that it has stolen. A worker takes the next chunk of a piece from its front, by the locality's technique; a
// thief gets some from its back, by the steal amount. Without threads: who uses it holds a lock.

#include <scrump/loops/chunk_rule.hpp>
#include <scrump/loops/detail/part_run.hpp>
#include <scrump/loops/options.hpp>
#include <scrump/loops/stealing.hpp>
#include <scrump/loops/technique.hpp>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <span>
#include <utility>

namespace scrump::detail {

/// Iterations of one owner's part, with their data where these were stolen.
struct Piece {
    unsigned owner = 0;
    ChunkRule::Range range{};  ///< by the owner's count
    StolenData stolen{};       ///< nothing in the owner

    const StolenData* stolen_data() const { return stolen.data ? &stolen : nullptr; }
};

/// A locality that is to get some iterations: its workers, by their numbers among those of all localities.
struct ThiefWorkers {
    unsigned first = 0;
    unsigned count = 1;
};

class Pieces {
  public:
    /// For a loop that is divided as the options say, which must stay, among `workers` workers of all localities,
    /// `locality_workers` of them in this one. The locality's own part has `iterations` iterations.
    Pieces(const LoopOptions& options, std::uint64_t iterations, unsigned workers, unsigned locality_workers);

    void add(Piece piece);

    /// Some iterations, and whether none of their piece are left.
    struct Taken {
        Piece piece;
        bool last = false;
    };
    /// The next chunk for a worker, by its number among those of all localities.
    std::optional<Taken> take(unsigned worker, double now, std::span<const WorkerProgress> workers);
    /// For a thief; but not the last `kept` iterations, which this locality's own idle workers are about to take: else
    /// iterations might travel to and fro without ever being run. Where a technique says how many and they depend on
    /// the worker, the mean of the thief's workers.
    std::optional<Taken> give(ThiefWorkers thief, double now, std::span<const WorkerProgress> workers,
                              std::uint64_t kept);

    /// Whether its chunks depend on what workers have done.
    bool depends_on_progress() const { return depends_on_progress_; }
    bool empty() const { return pieces_.empty(); }
    /// Iterations that nobody has begun.
    std::uint64_t left() const;

  private:
    struct Divided {
        Piece piece;          // its range: what is left
        std::uint64_t whole;  // how many it had
        std::unique_ptr<ChunkRule> rule;
        std::unique_ptr<ChunkRule> steal_rule;  // if there is one
        std::uint64_t chunks = 0;
        std::uint64_t steals = 0;
    };

    std::uint64_t amount(const Divided& from, ThiefWorkers thief, double now,
                         std::span<const WorkerProgress> workers) const;
    // Takes `size` from the front, or from the back.
    Taken split(std::deque<Divided>::iterator from, std::uint64_t size, bool front);

    std::unique_ptr<ChunkRule> rule_for(const Technique& technique, std::uint64_t iterations) const;

    const LoopOptions& options_;
    const LoopStealing& stealing_;
    const unsigned workers_;
    const unsigned locality_workers_;
    bool depends_on_progress_ = false;
    std::deque<Divided> pieces_;  // the own part first
};

}  // namespace scrump::detail
