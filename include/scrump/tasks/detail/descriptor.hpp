#pragma once
// A spawned task in its worker's deque: the function and arguments, and later the result.

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>

namespace scrump {

class Fork;

}  // namespace scrump

namespace scrump::detail {

/// The handling of a task.
enum class Fate : std::uint8_t {
    run,                 ///< call it; its result, or its exception, replaces the arguments
    run_without_result,  ///< call it; the result is not needed
    drop_arguments,      ///< it will not be called
    drop_result,         ///< the result is not needed any more
};

/// One cache line. A spawning worker writes only `execute` and the arguments: the first word has a meaning only once
/// the task is given to a thief, or dropped.
struct alignas(64) Descriptor {
    /// Knows the type of `content`. `fork` is for the task's own children.
    using Execute = void (*)(Descriptor& self, Fate fate, Fork fork) noexcept;

    /// `kept`: a thief took it along with an older one, and has not begun it. The worker that claims it runs it.
    enum class State : std::uint32_t { given, done, failed, kept };

    static constexpr std::uint32_t nobody = std::numeric_limits<std::uint32_t>::max();
    static constexpr std::size_t room = 48;
    static constexpr std::size_t alignment = 16;

    State state;          // read and written by get(), set() and claim()
    std::uint32_t thief;  // the worker that has it: read and written by holder() and give_to()
    Execute execute;
    alignas(alignment) std::byte content[room];  // arguments, then the result or a std::exception_ptr

    /// Releases and acquires `content`.
    void set(State now) { std::atomic_ref(state).store(now, std::memory_order_release); }
    State get() { return std::atomic_ref(state).load(std::memory_order_acquire); }
    bool finished() {
        const State now = get();
        return now == State::done || now == State::failed;
    }
    /// Claims a task that a thief keeps, to run it: at most one of several attempts succeeds. Acquires `content`, as
    /// the thief that keeps it had acquired it.
    bool claim() {
        State expected = State::kept;
        return std::atomic_ref(state).compare_exchange_strong(expected, State::given, std::memory_order_acquire,
                                                              std::memory_order_relaxed);
    }

    /// The worker that has it, which can be asked for its children. Relaxed, as a failed request is followed by one to
    /// another worker.
    std::uint32_t holder() { return std::atomic_ref(thief).load(std::memory_order_relaxed); }
    void give_to(std::uint32_t worker) { std::atomic_ref(thief).store(worker, std::memory_order_relaxed); }

    /// What is in it.
    template <class T>
    [[gnu::always_inline]] T& as() {
        return *static_cast<T*>(static_cast<void*>(content));
    }
    /// Moves the content out; nothing is left.
    template <class T>
    [[gnu::always_inline]] T take() {
        struct Leaving {
            ~Leaving() { value.~T(); }
            T& value;
        } leaving{as<T>()};
        return std::move(leaving.value);
    }
};

static_assert(sizeof(Descriptor) == 64);

}  // namespace scrump::detail
