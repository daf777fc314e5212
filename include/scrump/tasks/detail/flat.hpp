#pragma once
// A task that nobody steals is a call, and a call of a small function costs more than what the function does. Compilers
// expand such calls, but hesitate where a function calls itself. This helps them, as each of them needs it:
//
// - g++ expands a recursion into itself until it has reached a size. The fast path of a Fork is therefore written so
//   that g++ counts few instructions (deque_memory.hpp).
// - clang never expands a function into itself. So a task that is called by name is called through Flat::run<level>,
//   a chain of functions of which each calls the next one: clang sees no recursion and expands the whole chain, at
//   whose end a call begins the chain again. A task takes its level from its fork, whose lowest bits hold it; where the
//   task is expanded the level is a constant. Elsewhere nobody looks at it.
//
// Either way it is the compiler that decides whether the function itself is small enough to be expanded.

#include <scrump/tasks/detail/descriptor.hpp>

#include <array>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace scrump::detail {

#ifdef __clang__

/// The length of the chain. A task with s spawns and calls of itself is expanded at most 1 + s + s² times.
inline constexpr unsigned flat_levels = 3;
static_assert(flat_levels < alignof(Descriptor));

/// The top of a deque, in a fork of this level.
[[gnu::always_inline]] inline Descriptor* with_level(Descriptor* top, unsigned level) {
    // NOLINTNEXTLINE(performance-no-int-to-ptr): bits that alignment leaves free
    return reinterpret_cast<Descriptor*>(reinterpret_cast<std::uintptr_t>(top) | level);
}
[[gnu::always_inline]] inline unsigned level_of(const Descriptor* top) {
    return static_cast<unsigned>(reinterpret_cast<std::uintptr_t>(top) % alignof(Descriptor));
}
[[gnu::always_inline]] inline Descriptor* without_level(Descriptor* top) {
    // NOLINTNEXTLINE(performance-no-int-to-ptr): the same
    return reinterpret_cast<Descriptor*>(reinterpret_cast<std::uintptr_t>(top) & ~(alignof(Descriptor) - 1));
}

/// A function that can be called through a chain: by its name, and what it is given can be passed on as it is.
template <auto function>
struct Flat;

template <class Result, class... Parameters, Result (*function)(Fork, Parameters...)>
requires((std::is_reference_v<Parameters> || std::is_trivially_copyable_v<Parameters>)&&...)  //
    struct Flat<function> {
    /// From a task whose fork has this level, with a fork for the same top.
    template <class AnyFork, class... Args>
    requires std::is_invocable_v<decltype(function), AnyFork, Args...>
    [[gnu::always_inline]] static Result call(const AnyFork& fork, Args&&... args) {
        const unsigned level = level_of(fork.top_);
        Descriptor* const top = without_level(fork.top_);
        if (__builtin_constant_p(level) && level != 0 && level < flat_levels)
            return next<AnyFork>[level](top, std::forward<Args>(args)...);
        return begin<AnyFork>(top, std::forward<Args>(args)...);
    }

  private:
    /// The first of a chain. The function is expanded here whatever its size, so that its caller calls once.
    template <class AnyFork>
    [[gnu::noinline]] static Result begin(Descriptor* top, Parameters... given) {
#if __has_cpp_attribute(clang::always_inline)  // from clang 15 on, for a statement
        [[clang::always_inline]]
#endif
        return function(AnyFork(with_level(without_level(top), 1)), std::forward<Parameters>(given)...);
    }
    /// One of the others.
    template <class AnyFork, unsigned level>
    [[gnu::always_inline]] static Result run(Descriptor* top, Parameters... given) {
        return function(AnyFork(with_level(without_level(top), level)), std::forward<Parameters>(given)...);
    }
    /// These, each at the level of its caller. While the level is not known, no recursion is to be seen.
    template <class AnyFork>
    static constexpr std::array<Result (*)(Descriptor*, Parameters...), flat_levels> next{nullptr, &run<AnyFork, 2>,
                                                                                          &run<AnyFork, 3>};
};

template <class Result, class... Parameters, Result (*function)(Fork, Parameters...) noexcept>
requires((std::is_reference_v<Parameters> || std::is_trivially_copyable_v<Parameters>)&&...)  //
    struct Flat<function> : Flat<static_cast<Result (*)(Fork, Parameters...)>(function)> {
};

#else

[[gnu::always_inline]] inline Descriptor* with_level(Descriptor* top, unsigned /*level*/) {
    return top;
}
[[gnu::always_inline]] inline unsigned level_of(const Descriptor* /*top*/) {
    return 0;
}
[[gnu::always_inline]] inline Descriptor* without_level(Descriptor* top) {
    return top;
}

#endif

}  // namespace scrump::detail
