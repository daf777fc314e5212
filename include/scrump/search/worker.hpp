#pragma once
// One worker of a locality, as far as it need not know what is searched: when it gives work away, how it waits for
// work, and what it writes down of what it does.

#include <scrump/base/cache_line.hpp>
#include <scrump/metrics/counters.hpp>
#include <scrump/metrics/counting.hpp>
#include <scrump/metrics/meter.hpp>
#include <scrump/net/codec.hpp>
#include <scrump/runtime/attention.hpp>
#include <scrump/search/worker_record.hpp>
#include <scrump/stealing/victim_selector.hpp>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace scrump {

class Locality;

class Worker {
  public:
    using Clock = std::chrono::steady_clock;

    Worker(Locality& home, unsigned index);
    Worker(const Worker&) = delete;
    Worker& operator=(const Worker&) = delete;
    virtual ~Worker();

    /// The worker's life: until the run ends. Its meter runs already.
    void run();

    // --- For others, at any time

    Attention& attention() { return attention_; }
    bool busy() const { return busy_.load(std::memory_order_relaxed); }
    /// Where in heuristic order the first task is that could be had here: one that waits, or what a split would give.
    virtual std::uint64_t first_task() = 0;
    WorkerRecord& record() { return record_; }
    const WorkerRecord& record() const { return record_; }

    // --- For others while it stands still

    const Counters& counters() const { return counters_; }
    /// What was in this worker's hands when it came to the last rendezvous.
    const Bytes& state() const { return state_; }

    // --- For whatever explores on behalf of this worker

    void begin_task();
    void end_task(unsigned depth);
    /// Under a protocol of steal stacks: worker `self` looked for nodes at another one, and got so many.
    void note_try(unsigned victim, std::size_t nodes, unsigned self);

  protected:
    virtual void work() = 0;

    /// So many siblings at once are enough to feed everybody, and take no time worth speaking of.
    static constexpr std::size_t most_given = 1024;

    /// The time, where anybody wants to know.
    Clock::time_point now() const;
    /// Brings up to date what others know of this worker.
    void settle(Clock::time_point time);
    /// How often it found something better than what it knew.
    virtual std::uint64_t improvements() const = 0;

    /// The number of backtracks until this worker wants to be asked again in any case.
    std::uint64_t credit() const;
    /// How many of `period` are left, at least one, if they began after so many backtracks.
    std::uint64_t until(std::uint64_t since, std::uint64_t period) const {
        const std::uint64_t passed = counters_.backtracks - since;
        return passed < period ? period - passed : 1;
    }
    void look_at_grain(Clock::time_point now);
    /// Whether to give work away now; `waiting` tasks that were given before are still there.
    bool should_give(Clock::time_point now, std::size_t waiting);
    /// How many tasks to give at least, as far as there are any.
    std::size_t least_gift() const;
    /// The places of the least numbers first, and in their order among equals.
    static std::vector<std::size_t> fewest_first(const std::vector<unsigned>& numbers);
    /// A task was begun, or some of it given away: a budget starts anew.
    void renew_budget() { budgeted_ = counters_.backtracks; }

    /// Whom to steal from next; none if nobody is left.
    std::optional<unsigned> choose_victim();
    void stole_from(unsigned victim);
    void failed_at(unsigned victim);
    /// Asks a busy worker to split, looks around for about a beat, and then sleeps until there are tasks. Where nobody
    /// gives work without being asked, it wakes to ask again, less and less often.
    void wait_for_work(unsigned rounds);

    Locality& home_;
    const unsigned index_;
    Attention attention_;
    Counters counters_;
    Bytes state_;
    WorkerRecord record_;
    Meter& meter_ = record_.meter();
    std::atomic<std::uint64_t> splits_at_ = 0;  // where what would be given next is in heuristic order

  private:
    static constexpr std::size_t least_given = 4;
    static constexpr std::size_t least_stock = 32;  // where half of it may have to make a journey worth while

    static constexpr int beats_to_stock = 4;

    /// Backtracks between looks at the clock when a request waits for the beat, at first: less than a microsecond, of
    /// the cheapest nodes. Each time it is still too early they become twice as many.
    static constexpr std::uint64_t first_beat_poll = 64;

    /// How long an idle worker sleeps before it asks again, at first, and for each other one that is idle.
    static constexpr std::chrono::microseconds asks_again{20};

    std::unique_ptr<VictimSelector> victims_;
    std::optional<unsigned> asked_to_split_;  // the last one, until there was work
    bool asked_ = false;                      // a split was asked for: what comes of it is the same steal
    Clock::time_point next_beat_{};
    std::uint64_t beat_poll_ = first_beat_poll;
    std::uint64_t polled_after_ = 0;         // backtracks then
    bool awaits_beat_ = false;               // somebody asked for work since the last beat
    std::uint64_t budgeted_ = 0;             // backtracks when work was last given away, or the task began
    std::uint64_t look_ = 64;                // backtracks between looks at the grain, where a budget is chosen
    Clock::time_point looked_{};             // when it was looked at last
    std::uint64_t looked_after_ = 0;         // backtracks then
    std::uint64_t nodes_before_ = 0;         // the current task
    Clock::time_point out_of_work_since_{};  // when the last task ended

    alignas(cache_line) std::atomic<bool> busy_ = false;
};

}  // namespace scrump
