#pragma once
// A worker and those of other localities: as a victim it gives them tasks and receives their results, as a thief it
// asks them. The worker decides when; the protocol is that of remote_cells.hpp.

#include <scrump/metrics/detail/shared_histogram.hpp>
#include <scrump/metrics/statistics.hpp>
#include <scrump/net/topology.hpp>
#include <scrump/runtime/detail/remote_memory.hpp>
#include <scrump/runtime/settings.hpp>
#include <scrump/stealing/victim_selector.hpp>
#include <scrump/tasks/detail/descriptor.hpp>
#include <scrump/tasks/detail/remote_cells.hpp>
#include <scrump/tasks/detail/task_deque.hpp>
#include <scrump/tasks/detail/task_messages.hpp>
#include <scrump/tasks/detail/travel.hpp>

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace scrump::detail {

class Translator;

/// The common data of a locality's workers for this. Workers of all localities are numbered together, those of a
/// locality consecutively.
struct LocalityStealing {
    LocalityStealing(RemoteMemory& memory, bool with_company);

    RemoteArray& array;
    TaskMessages messages;
    const unsigned self;                  ///< the locality
    const unsigned workers;               ///< number of workers of each
    const Topology places;                ///< positions of all workers: a locality is a domain of its host
    const bool has_company;               ///< whether other processes take part
    Translator* translator = nullptr;     ///< of the companion, if it has one
    std::atomic<unsigned> expecting = 0;  ///< number of workers that wait for another locality
};

/// A task of another locality, stolen by this worker.
struct RemoteTask {
    const TravellingCall* call = nullptr;  ///< null if it is unknown here
    unsigned owner = 0;                    ///< the worker that spawned it
    unsigned slot = 0;                     ///< the cell for its result
    Bytes arguments{};
};

class RemoteStealing {
  public:
    RemoteStealing(LocalityStealing& stealing, unsigned index, const Settings& settings);

    /// Number of workers.
    unsigned size() const { return stealing_.places.size(); }
    bool is_here(unsigned worker) const { return worker / stealing_.workers == stealing_.self; }
    unsigned index_of(unsigned worker) const { return worker % stealing_.workers; }
    unsigned locality_of(unsigned worker) const { return worker / stealing_.workers; }

    // --- Tasks in the deque that another locality has

    /// The worker that has it, in Descriptor::thief.
    static bool is_remote(unsigned thief) { return thief != Descriptor::nobody && (thief & remote) != 0; }
    static unsigned worker_of(unsigned thief) { return thief & ~remote; }
    /// Whether such a task has ended. If so, its result is then in the descriptor.
    bool has_ended(Descriptor& task);
    /// The same for all that have ended.
    void take_results_back();

    // --- As a victim

    /// Lets thieves on this host raise its boundary, if they can reach it. To be called before its first task.
    void share_boundary(TaskDeque& deque);
    void open() { cells_.open(); }
    /// Refuses the thief that is waiting.
    void close();
    bool is_asked() { return cells_.is_asked(); }
    /// Gives the oldest task, if it is below this one and can travel; otherwise refuses, or, where tasks need a
    /// translation, leaves the request until there is one that is worth it. Returns whether it gave one. Rethrows what
    /// the conversion of the arguments to bytes throws, having refused.
    bool answer(TaskDeque& deque, const Descriptor* below);

    // --- As a thief

    /// The next victim, among all workers; none if none is left. Its outcome must be reported.
    std::optional<unsigned> choose() { return victims_->choose(); }
    void succeeded(unsigned victim) { victims_->succeeded(victim); }
    void failed(unsigned victim) { victims_->failed(victim); }

    /// Asks a worker of another locality, and waits for the answer until `over()` returns true.
    std::optional<RemoteTask> steal(unsigned victim, const std::function<bool()>& over);
    /// Puts the stolen call into a task, and holds what its arguments refer to: returns how many.
    std::size_t unpack(const RemoteTask& stolen, Descriptor& task);
    /// Releases them, when the outcome was sent back.
    void release(std::size_t references);
    /// Sends back the outcome of `task`, which holds its result or its exception. Leaves nothing in it.
    void bring_back(const RemoteTask& stolen, Descriptor& task);

    /// While it waits for another locality, makes the serving thread look often enough.
    class Expecting {
      public:
        explicit Expecting(RemoteStealing& self) : stealing_(self.stealing_) { ++stealing_.expecting; }
        ~Expecting() { --stealing_.expecting; }
        Expecting(const Expecting&) = delete;
        Expecting& operator=(const Expecting&) = delete;

      private:
        LocalityStealing& stealing_;
    };

    /// Adds this worker's counts; at any time.
    void add_to(LocalityStatistics& figures) const;

  private:
    static constexpr unsigned remote = 1U << 31U;

    struct Given {
        Descriptor* task = nullptr;  // null: the cell is free
        const TravellingCall* call = nullptr;
    };

    bool await_answer(unsigned victim, const std::function<bool()>& over);
    std::optional<Bytes> pack(const TravellingCall& call, Descriptor& task, unsigned thief);
    bool is_too_small(const TaskDeque& deque, Descriptor& oldest);
    bool has_large_task(TaskDeque& deque, const Descriptor* below);
    Bytes pack_result(const RemoteTask& stolen, Descriptor& task);
    void unpack_result(const TravellingCall& call, Descriptor& task, Bytes content);
    std::optional<unsigned> free_slot();
    bool take_back(unsigned slot);
    void fail(Descriptor& task, std::exception_ptr exception);

    LocalityStealing& stealing_;
    const unsigned self_;
    RemoteCells cells_;
    std::array<Given, RemoteCells::result_slots> given_{};  // by result cell
    std::unique_ptr<VictimSelector> victims_;

    // Written by this worker alone.
    std::atomic<std::uint64_t> tried_ = 0;
    std::atomic<std::uint64_t> round_trips_ = 0;
    std::vector<std::atomic<std::uint64_t>> won_from_;  // by locality
    SharedHistogram latency_;
};

}  // namespace scrump::detail
