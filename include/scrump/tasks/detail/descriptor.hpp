#pragma once
// A spawned task as it lies in its worker's deque: what to call, with what, and later what came of it.

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>

namespace scrump {

class Fork;

}  // namespace scrump

namespace scrump::detail {

/// What is to become of a task.
enum class Fate : std::uint8_t {
    run,                 ///< call it; its result, or its exception, takes the arguments' place
    run_without_result,  ///< call it; nobody asks for the result
    drop_arguments,      ///< it will not be called
    drop_result,         ///< nobody asks for the result any more
};

/// One cache line. Who spawns writes `execute` and the arguments, and no more: the first word has a meaning only once
/// the task is given to a thief, or dropped.
struct alignas(64) Descriptor {
    /// Knows what is in `content`. `fork` is for the task's own children.
    using Execute = void (*)(Descriptor& self, Fate fate, Fork fork) noexcept;

    /// `kept`: a thief took it along with an older one, and has not begun it. Whoever claims it runs it.
    enum class State : std::uint32_t { given, done, failed, kept };

    static constexpr std::uint32_t nobody = std::numeric_limits<std::uint32_t>::max();
    static constexpr std::size_t room = 48;
    static constexpr std::size_t alignment = 16;

    State state;          // read and written by get(), set() and claim()
    std::uint32_t thief;  // who has it: read and written by holder() and give_to()
    Execute execute;
    alignas(alignment) std::byte content[room];  // arguments, then the result or a std::exception_ptr

    /// Releases and acquires what is in `content`.
    void set(State now) { std::atomic_ref(state).store(now, std::memory_order_release); }
    State get() { return std::atomic_ref(state).load(std::memory_order_acquire); }
    bool finished() {
        const State now = get();
        return now == State::done || now == State::failed;
    }
    /// Takes what a thief keeps into one's own hands, to run it: at most one of those who try does. Acquires what is in
    /// `content`, as the thief that keeps it had acquired it.
    bool claim() {
        State expected = State::kept;
        return std::atomic_ref(state).compare_exchange_strong(expected, State::given, std::memory_order_acquire,
                                                              std::memory_order_relaxed);
    }

    /// Who has it: to be asked for its children. Relaxed, as who asks in vain asks another one.
    std::uint32_t holder() { return std::atomic_ref(thief).load(std::memory_order_relaxed); }
    void give_to(std::uint32_t worker) { std::atomic_ref(thief).store(worker, std::memory_order_relaxed); }

    /// What is in it.
    template <class T>
    [[gnu::always_inline]] T& as() {
        return *static_cast<T*>(static_cast<void*>(content));
    }
    /// Moves that out; nothing is left.
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
