#pragma once
// The workers of all localities as equals: each has words that all others can read and change, and gets messages from
// them. So a protocol is written once, for threads, processes and hosts.
//
// Where memory can be shared, an operation is an atomic one, done by whoever wants it. Elsewhere only the thread that
// serves a locality talks to others: a worker hands it the operation or the message, and waits for the outcome if there
// is one. What a worker wants of another is done in the order in which it wants it. A worker that waits gives up when
// the run ends.

#include <scrump/base/cache_line.hpp>
#include <scrump/base/event_count.hpp>
#include <scrump/net/transport.hpp>

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

namespace scrump {

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

    WorkerEndpoint(WorkerEndpoints& endpoints, unsigned self) : endpoints_(endpoints), self_(self) {}
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

    /// Whether the run is ending: operations do nothing any more, and what they return means nothing.
    bool ending() const;

    /// This worker's own words.
    std::atomic<Word>* words() { return words_of(self_); }

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

    enum class Operation : std::uint8_t { get, put, compare_and_swap, fetch_add };

    // What the serving thread is to do for a worker.
    struct Request {
        Operation operation = Operation::get;
        unsigned owner = 0;
        std::size_t first = 0;
        std::size_t count = 1;
        Word expected = 0;
        Word value = 0;
        WorkerEndpoint* waiting = nullptr;  // for the outcome
    };

    std::atomic<Word>* words_of(unsigned worker) const;
    // has the request executed and waits for its outcome, which is empty if the run ended.
    std::span<const Word> execute(Request request);
    void deliver(WorkerMessage message);

    WorkerEndpoints& endpoints_;
    const unsigned self_;
    std::vector<Word> outcome_;  // the serving thread's until it is there
    std::atomic<bool> outcome_there_ = false;
    EventCount events_;
    std::mutex mutex_;  // guards the messages
    std::deque<WorkerMessage> messages_;
    alignas(cache_line) std::atomic<std::size_t> waiting_ = 0;
};

/// Those of one locality. Made and closed by all localities together, with the same figures.
class WorkerEndpoints {
  public:
    using Word = Window::Word;
    /// Sends a message to another locality.
    using Send = std::function<void(unsigned to, Bytes message)>;

    /// `workers` in each locality, each with so many words, zero at first; `server_events` wakes the thread that
    /// serves.
    WorkerEndpoints(Transport& transport, unsigned workers, std::size_t words, EventCount& server_events);

    unsigned size() const { return static_cast<unsigned>(direct_.size()) * workers_; }
    WorkerEndpoint& endpoint(unsigned worker) { return *endpoints_[worker]; }

    // --- For the thread that serves

    /// Does what workers wait for; says whether it did something.
    bool serve(const Send& send);
    /// Whether answers of other localities are awaited.
    bool awaits_reply() const { return awaited_ > 0 || expecting_.load(std::memory_order_relaxed) > 0; }
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
    void post(const WorkerEndpoint::Request& request);
    void post(Posted message);
    void begin(const WorkerEndpoint::Request& request);

    const unsigned self_;
    const Topology topology_;  // of the localities
    const unsigned workers_;
    const std::size_t stride_;  // words from one worker to the next
    EventCount& server_events_;
    std::atomic<bool> ending_ = false;
    std::atomic<unsigned> expecting_ = 0;  // workers
    std::vector<std::unique_ptr<WorkerEndpoint>> endpoints_;

    std::mutex mutex_;  // guards what workers want
    std::vector<WorkerEndpoint::Request> requests_;
    std::vector<Posted> posted_;

    unsigned awaited_ = 0;                    // requests under way, of the serving thread
    std::vector<std::atomic<Word>*> direct_;  // the words of each locality, or null
    std::unique_ptr<Window> window_;          // last: what it calls back is above
};

}  // namespace scrump
