#pragma once
// The workers of all localities as equals: each has words that all others can read and change, and gets messages from
// them. So a protocol is written once, for threads, processes and hosts.
//
// Words are remote memory (remote_array.hpp). Messages to another locality go through the thread that serves this one.
// What a worker wants of another is done in the order in which it wants it. A worker that waits gives up when the run
// ends.

#include <scrump/base/detail/cache_line.hpp>
#include <scrump/base/detail/event_count.hpp>
#include <scrump/base/detail/platform.hpp>
#include <scrump/runtime/detail/remote_memory.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

namespace scrump::detail {

class WorkerEndpoints;

/// What one worker wrote to another.
struct WorkerMessage {
    unsigned from = 0;
    Bytes text;
};

/// One worker's end. Used by its worker alone.
class alignas(cache_line) WorkerEndpoint {
  public:
    using Word = Window::Word;

    WorkerEndpoint(WorkerEndpoints& endpoints, unsigned self, RemoteAccess& memory)
        : endpoints_(endpoints), self_(self), memory_(memory) {}
    WorkerEndpoint(const WorkerEndpoint&) = delete;
    WorkerEndpoint& operator=(const WorkerEndpoint&) = delete;
    ~WorkerEndpoint() = default;

    /// From 0 on through all localities; the workers of a locality follow each other.
    unsigned self() const { return self_; }
    unsigned size() const;
    /// Whether another worker is on this one's host.
    bool same_host(unsigned other) const;
    /// Whether another worker is of this one's locality.
    bool same_locality(unsigned other) const;
    /// Whether another worker's words are in memory that this one shares: else what is done with them travels.
    bool shares_memory(unsigned other) const;

    /// Whether the run is ending: operations do nothing any more, and what they return means nothing.
    bool ending() const { return memory_.ending(); }

    /// This worker's own words.
    std::atomic<Word>* words();

    // --- On the words of any worker. Who reads one that another worker wrote has seen all that this one wrote before.

    Word read(unsigned of, std::size_t index);
    /// Waits for nobody.
    void write(unsigned of, std::size_t index, Word value);
    /// Waits for nobody.
    void add(unsigned of, std::size_t index, Word amount);
    /// The word as it was.
    Word fetch_add(unsigned of, std::size_t index, Word amount);
    /// Whether the word was `expected`, and is `desired` now.
    bool compare_and_swap(unsigned of, std::size_t index, Word expected, Word desired);
    /// Many words, of which one was read before that says that they are there. Each is whole.
    void read(unsigned of, std::size_t first, std::span<Word> to);
    /// The same words of each of several workers, one worker's after another's. All are asked before any is waited for:
    /// it takes no longer than the slowest of them.
    void read_of_each(std::span<const unsigned> workers, std::size_t first, std::span<Word> to);

    // --- Messages, in order between any two

    void send(unsigned to, Bytes text);
    /// Whether there is some. Cheap.
    bool has_message() const { return waiting_.load(std::memory_order_acquire) > 0; }
    std::optional<WorkerMessage> receive();
    /// Sleeps until there is a message or the run ends.
    void wait_for_message();

    // --- Waiting for others to change words

    /// To be called again and again, `round` being counted up from 0: each time a little slower.
    void pause(unsigned round) const;

    /// Held while something is expected of another worker, so that the serving thread looks often enough.
    class Expecting {
      public:
        explicit Expecting(WorkerEndpoint& self);
        ~Expecting();
        Expecting(const Expecting&) = delete;
        Expecting& operator=(const Expecting&) = delete;

      private:
        WorkerEndpoints& endpoints_;
    };

  private:
    friend class WorkerEndpoints;

    void deliver(WorkerMessage message);
    // Where time passes only as it is said to: another worker's word is about to be used.
    void pay_for(unsigned of) const {
        if (pace_ != nullptr && of != self_) pace_->pass(Platform::Pace::Work::access, 1);
    }

    WorkerEndpoints& endpoints_;
    const unsigned self_;
    RemoteAccess& memory_;
    Platform::Pace* const pace_ = Platform::current().pace();
    EventCount events_;
    std::vector<RemoteHandle> asked_;  // while several are
    std::mutex mutex_;                 // guards the messages
    std::deque<WorkerMessage> messages_;
    alignas(cache_line) std::atomic<std::size_t> waiting_ = 0;
};

/// Those of one locality. Made and closed by all localities together, with the same figures.
class WorkerEndpoints {
  public:
    using Word = Window::Word;
    /// Sends a message to another locality.
    using Send = std::function<void(unsigned to, Bytes message)>;

    /// So many words for each worker, zero at first.
    WorkerEndpoints(RemoteMemory& memory, std::size_t words);

    unsigned size() const { return topology_.size() * workers_; }
    WorkerEndpoint& endpoint(unsigned worker) { return *endpoints_[worker]; }

    // --- For the thread that serves

    /// Sends off what workers want of others; says whether there was anything.
    bool serve(const Send& send);
    /// Whether something is expected of other localities.
    bool awaits_reply() const { return memory_.awaits_reply() || expecting_.load(std::memory_order_relaxed) > 0; }
    /// WorkerMessage from another locality.
    void deliver(Bytes message);
    /// The run ends: nobody waits any more.
    void end();

  private:
    friend class WorkerEndpoint;

    struct Posted {
        unsigned from = 0;
        unsigned to = 0;
        Bytes text;
    };

    unsigned locality_of(unsigned worker) const { return worker / workers_; }
    std::size_t first_word(unsigned worker) const { return std::size_t{worker % workers_} * stride_; }
    bool here(unsigned worker) const { return locality_of(worker) == self_; }
    void post(Posted message);

    RemoteMemory& memory_;
    const unsigned self_;
    const Topology topology_;  // of the localities
    const unsigned workers_;
    const std::size_t stride_;             // words from one worker to the next
    std::atomic<unsigned> expecting_ = 0;  // workers
    std::vector<std::unique_ptr<WorkerEndpoint>> endpoints_;

    std::mutex mutex_;  // guards the messages to other localities
    std::vector<Posted> posted_;
};

}  // namespace scrump::detail
