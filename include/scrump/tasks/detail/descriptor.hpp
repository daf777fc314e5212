#pragma once
// A spawned task as it lies in its worker's deque: what to call, with what, and later what came of it.

#include <atomic>
#include <cstddef>
#include <cstdint>
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

    enum class State : std::uint32_t { given, done, failed };

    static constexpr std::size_t room = 48;
    static constexpr std::size_t alignment = 16;

    State state;          // read and written by get() and set()
    std::uint32_t thief;  // who has it
    Execute execute;
    alignas(alignment) std::byte content[room];  // arguments, then the result or a std::exception_ptr

    /// Releases and acquires what is in `content`.
    void set(State now) { std::atomic_ref(state).store(now, std::memory_order_release); }
    State get() { return std::atomic_ref(state).load(std::memory_order_acquire); }
    bool finished() { return get() != State::given; }

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
