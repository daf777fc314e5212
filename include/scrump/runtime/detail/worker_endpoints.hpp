#pragma once
// The workers of all localities as equals: each has words that all others can read and change, and gets messages from
// them. So a protocol is written once, for threads, processes and hosts.
//
// Words are remote memory (remote_array.hpp). Messages to another locality go through the thread that serves this one.
// A worker's requests to another are carried out in their order. A waiting worker gives up when the run ends.

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

/// A message of one worker to another.
struct WorkerMessage {
    unsigned from = 0;
    Bytes text;
};

/// One worker's endpoint. Used by its worker alone.
class alignas(cache_line) WorkerEndpoint {
  public:
    using Word = Window::Word;

    WorkerEndpoint(WorkerEndpoints& endpoints, unsigned self, RemoteAccess& memory)
        : endpoints_(endpoints), self_(self), memory_(memory) {}
    WorkerEndpoint(const WorkerEndpoint&) = delete;
    WorkerEndpoint& operator=(const WorkerEndpoint&) = delete;
    ~WorkerEndpoint() = default;

    /// Number of the worker through all localities, from 0 on; the workers of a locality have consecutive numbers.
    unsigned self() const { return self_; }
    unsigned size() const;
    /// Whether another worker is on the same host.
    bool same_host(unsigned other) const;
    /// Whether another worker is in the same locality.
    bool same_locality(unsigned other) const;
    /// Whether another worker's words are in shared memory; otherwise operations on them travel.
    bool shares_memory(unsigned other) const;

    /// Whether the run is ending: operations then do nothing, and their results are meaningless.
    bool ending() const { return memory_.ending(); }

    /// This worker's own words.
    std::atomic<Word>* words();

    // --- On the words of any worker. A worker that reads another's write has seen everything that the other wrote
    // before.

    Word read(unsigned of, std::size_t index);
    /// Writes a word, without waiting.
    void write(unsigned of, std::size_t index, Word value);
    /// Adds to a word, without waiting.
    void add(unsigned of, std::size_t index, Word amount);
    /// Adds to a word; returns the word as it was.
    Word fetch_add(unsigned of, std::size_t index, Word amount);
    /// Sets the word to `desired` if it was `expected`; returns whether it was.
    bool compare_and_swap(unsigned of, std::size_t index, Word expected, Word desired);
    /// Reads many words, after a word was read that announces them. Each is read as a whole.
    void read(unsigned of, std::size_t first, std::span<Word> to);
    /// Reads the same words of several workers, one worker's after another's. All requests are sent before any wait: it
    /// takes no longer than the slowest of them.
    void read_of_each(std::span<const unsigned> workers, std::size_t first, std::span<Word> to);

    // --- Messages, in order between any two

    void send(unsigned to, Bytes text);
    /// Whether there is a message. Cheap.
    bool has_message() const { return waiting_.load(std::memory_order_acquire) > 0; }
    std::optional<WorkerMessage> receive();
    /// Sleeps until there is a message or the run ends.
    void wait_for_message();

    // --- Waiting for others to change words

    /// To be called repeatedly, with `round` counting up from 0: each time a little slower.
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
    // If time passes only by reports: another worker's word is about to be used.
    void pay_for(unsigned of) const {
        if (pace_ != nullptr && of != self_) pace_->pass(Platform::Pace::Work::access, 1);
    }

    WorkerEndpoints& endpoints_;
    const unsigned self_;
    RemoteAccess& memory_;
    Platform::Pace* const pace_ = Platform::current().pace();
    EventCount events_;
    std::vector<RemoteHandle> asked_;  // during requests to several workers
    std::mutex mutex_;                 // guards the messages
    std::deque<WorkerMessage> messages_;
    alignas(cache_line) std::atomic<std::size_t> waiting_ = 0;
};

/// The endpoints of one locality. Made and closed by all localities together, with the same sizes.
class WorkerEndpoints {
  public:
    using Word = Window::Word;
    /// Sends a message to another locality.
    using Send = std::function<void(unsigned to, Bytes message)>;

    /// `words` words for each worker, initially zero.
    WorkerEndpoints(RemoteMemory& memory, std::size_t words);

    unsigned size() const { return topology_.size() * workers_; }
    WorkerEndpoint& endpoint(unsigned worker) { return *endpoints_[worker]; }

    // --- For the thread that serves

    /// Sends the workers' requests to others; returns whether there were any.
    bool serve(const Send& send);
    /// Whether something is expected of other localities.
    bool awaits_reply() const { return memory_.awaits_reply() || expecting_.load(std::memory_order_relaxed) > 0; }
    /// Delivers a WorkerMessage from another locality.
    void deliver(Bytes message);
    /// Ends the run: no worker waits any more.
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
    std::atomic<unsigned> expecting_ = 0;  // number of workers
    std::vector<std::unique_ptr<WorkerEndpoint>> endpoints_;

    std::mutex mutex_;  // guards the messages to other localities
    std::vector<Posted> posted_;
};

}  // namespace scrump::detail
