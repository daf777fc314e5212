#pragma once
// What a future and the task that makes its value share: one allocation, counted by reference.
//
// A state is unfinished, and then over, with a value or a failure. It may wait for inputs, other states: the futures
// among the arguments of a task, those that when_all() joins, or the future that a task returned. For each input it
// has a link, which it puts into the input's list.
//
// Protocol: `waiters` is the list of an unfinished state, as a stack, and then the mark `over`. The worker that
// finishes a state stores its outcome, exchanges the list for the mark, and takes one off `missing` of each state in
// the list; a worker that takes the last one off makes that state ready. A link that finds the mark is not put into the
// list: its input counts as there. The exchange releases the outcome; a link's compare-and-swap that finds the mark
// acquires it, as do the subtractions, which are a release sequence.
//
// `control` has the phase and the number of visitors. A ready task is begun by the worker whose compare-and-swap
// changes its phase: the one that takes it from a queue, or one that waits for it. A worker that looks for what an
// awaited state waits for visits it: visitors enter in the waiting phase only, and the worker that begins the state
// waits until they have left, since the inputs are dropped then.

#include <scrump/tasks/detail/future_memory.hpp>
#include <scrump/tasks/fork.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <new>
#include <optional>
#include <span>
#include <utility>

namespace scrump::detail {

class FutureState;
class TaskLocality;
class TaskWorker;

/// Counts as an owner of a state.
template <class State>
class StateRef {
  public:
    StateRef() = default;
    /// Takes over a count.
    explicit StateRef(State* counted) : state_(counted) {}
    StateRef(const StateRef& other) : state_(other.state_) {
        if (state_ != nullptr) state_->hold();
    }
    StateRef(StateRef&& other) noexcept : state_(std::exchange(other.state_, nullptr)) {}
    StateRef& operator=(StateRef other) noexcept {
        std::swap(state_, other.state_);
        return *this;
    }
    ~StateRef() {
        if (state_ != nullptr) state_->release();
    }

    State* get() const { return state_; }
    State& operator*() const { return *state_; }
    State* operator->() const { return state_; }
    explicit operator bool() const { return state_ != nullptr; }
    /// Gives the count away.
    State* leave() { return std::exchange(state_, nullptr); }

  private:
    State* state_ = nullptr;
};

/// An exception of a task, in all states that it reached.
struct FutureFailure {
    explicit FutureFailure(std::exception_ptr thrown) : exception(std::move(thrown)) {}

    const std::exception_ptr exception;
    std::atomic<bool> seen = false;  ///< whether it was thrown by a get()
};

class FutureState {
  public:
    /// One input of a state.
    struct Link {
        FutureState* state = nullptr;  ///< the one that waits
        FutureState* input = nullptr;  ///< kept alive by the one that waits, until that is begun
        Link* next = nullptr;
    };

    FutureState() = default;
    FutureState(const FutureState&) = delete;
    FutureState& operator=(const FutureState&) = delete;
    virtual ~FutureState() = default;

    void hold() { references_.fetch_add(1, std::memory_order_relaxed); }
    // The last owner needs no other operation: nobody can become one again.
    void release() {
        if (references_.load(std::memory_order_acquire) == 1 ||
            references_.fetch_sub(1, std::memory_order_acq_rel) == 1)
            delete this;
    }

    static void* operator new(std::size_t size) { return allocate_future(size); }
    static void operator delete(void* memory, std::size_t size) noexcept { free_future(memory, size); }
    // Where a value has an alignment of its own.
    static void* operator new(std::size_t size, std::align_val_t alignment) { return ::operator new(size, alignment); }
    static void operator delete(void* memory, std::align_val_t alignment) noexcept {
        ::operator delete(memory, alignment);
    }

    // --- For the owner of its future

    /// Whether it is over. Acquires the outcome.
    bool done() const { return waiters_.load(std::memory_order_acquire) == &over; }
    /// Once it is over: throws its failure, if there is one. Throws Error if its task was dropped.
    void rethrow() const;
    bool abandoned() const { return outcome_ == Outcome::abandoned; }
    /// Whether it belongs to this locality, if it is not over.
    bool is_of(const TaskLocality& home) const { return home_ == &home; }

    // --- Making

    /// Begins to wait for its inputs; it is a task that `worker` pushes if none is missing. Throws Error if an
    /// unfinished input belongs to another locality.
    void start_task(TaskWorker& worker);
    /// The same for a state that is not a task: the worker that finishes its last input finishes it. One without inputs
    /// is over at once.
    void start_join();

    // --- For a worker that has a ready task

    /// Begins it; returns false if another worker did.
    bool claim();
    /// Runs it; returns whether it is to be finished: otherwise it waits for the future that its function returned.
    bool run(TaskWorker& worker, Fork fork);
    /// The same without running it.
    void abandon(TaskWorker& worker);
    /// Tells those that wait for it, and gives its own count away.
    void finish(TaskWorker* worker);

    // --- For a worker that waits for it

    /// To be woken when it is over, which must be checked after this.
    void announce(TaskWorker& waiting);
    enum class Phase : std::uint32_t { waiting, ready, begun };
    Phase phase() const { return static_cast<Phase>(control_.load(std::memory_order_acquire) >> phase_shift); }
    /// One of the unfinished inputs for which it waits; none if it does not wait.
    StateRef<FutureState> unfinished_input();
    /// The worker that runs it, once it is begun.
    const TaskWorker* runner() const { return runner_.load(std::memory_order_relaxed); }

  protected:
    /// To be called before it is started: its inputs, and whether their failures become its own.
    void wait_for(std::span<Link> inputs, bool passes_failures) {
        links_ = inputs;
        passes_failures_ = passes_failures;
    }
    static void connect(Link& link, FutureState& input) { link.input = &input; }

  private:
    enum class Outcome : std::uint8_t { none, value, failure, abandoned };

    /// Calls the function, drops it, and stores the value; or returns true, as the function returned a future: that is
    /// the only input from now on.
    virtual bool call(Fork fork) = 0;
    /// Stores the value that the inputs of a join make.
    virtual void conclude() = 0;
    /// Drops function, arguments and inputs.
    virtual void drop() noexcept = 0;

    static constexpr std::uint32_t phase_shift = 16;
    static constexpr std::uint32_t phase_unit = std::uint32_t{1} << phase_shift;

    static Link over;  // the mark

    bool put_in(Link& waiting);
    void check_inputs(const TaskLocality& home) const;
    bool await_inputs();
    bool adopt_failure();
    void await_visitors() const;
    void conclude_now(TaskWorker* worker);
    bool follow(TaskWorker& worker);
    void fail(TaskWorker* worker);
    void wake();

    std::atomic<Link*> waiters_ = nullptr;
    std::atomic<std::uint32_t> references_ = 2;  // its future's, and its own until it is over
    std::atomic<std::uint32_t> missing_ = 0;
    std::atomic<std::uint32_t> control_ = 0;
    Outcome outcome_ = Outcome::none;
    bool is_join_ = false;  // finished without being run
    bool passes_failures_ = false;
    TaskLocality* home_ = nullptr;
    std::span<Link> links_;
    FutureState* next_ = nullptr;  // in a list of finished states
    std::shared_ptr<FutureFailure> failure_;
    std::atomic<TaskWorker*> awaiting_ = nullptr;
    std::atomic<const TaskWorker*> runner_ = nullptr;
};

/// A state whose value has this type.
template <class T>
class FutureValue : public FutureState {
  public:
    using Value = T;

    /// Once it is over, and has not failed.
    T& value() { return *value_; }

  protected:
    template <class... From>
    void set(From&&... from) {
        value_.emplace(std::forward<From>(from)...);
    }

  private:
    std::optional<T> value_;
};

template <>
class FutureValue<void> : public FutureState {
  public:
    using Value = void;
};

/// The slow path of a Fork, for futures. All throw Error if the fork is lent.
///
/// To be called before a task is made: throws Abandoned if the computation is to end.
void begin_future(Descriptor* top);
void start_future(FutureState& task, Descriptor* top);
/// Waits until a state is over; meanwhile the worker runs other tasks. Throws its failure, Abandoned if the computation
/// is to end, and Error if it belongs to another computation.
void await_future(FutureState& state, Descriptor* top);

}  // namespace scrump::detail
