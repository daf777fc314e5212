#pragma once
// A task that nobody steals is a call, and a call of a small function costs more than the function itself. A compiler
// expands few calls of a function within itself, or none: g++ until it has reached a size, and only while other
// functions of the source have not used up the allowed growth of a source; clang hardly any.
//
// So a function that takes a FlatFork is called through Flat::run<level>, a chain of functions of which each calls the
// next one, and in each of which the compiler is told to expand the function. At its end a call begins the chain again.
// The level is a value in the fork: within the chain the compiler knows it, so that the table of the chain is not
// looked up at run time. As the table hides that the chain calls itself through the function, no compiler sees a
// recursion.

#include <scrump/tasks/detail/descriptor.hpp>
#include <scrump/tasks/fork.hpp>

#include <type_traits>
#include <utility>

namespace scrump::detail {

/// The length of the chain. A function with s spawns and calls of itself is expanded 1 + s + … + s⁴ times.
inline constexpr unsigned flat_levels = 5;

// To be expanded in its caller, together with its callees. g++ would not begin with the latter early enough, before it
// has seen levels, in a function that is always to be expanded.
#ifdef __clang__
#define SCRUMP_FLATTENED [[gnu::flatten, gnu::always_inline]]
#else
#define SCRUMP_FLATTENED [[gnu::flatten]]
#endif

/// Only for functions that take a FlatFork.
template <auto function>
struct Flat;

template <class Result, class... Parameters, bool never_throws,
          Result (*function)(FlatFork, Parameters...) noexcept(never_throws)>
struct Flat<function> {
    /// Calls from a task whose fork has this level, with a fork for the function.
    template <class... Args>
    requires std::is_invocable_v<decltype(function), FlatFork, Args...>
    [[gnu::always_inline]] static Result call(const Fork& fork, unsigned level, Args&&... args) {
        if (__builtin_constant_p(level) && level != 0 && level < flat_levels)
            return chain[level](fork.top_, std::forward<Args>(args)...);
        return begin(fork.top_, std::forward<Args>(args)...);
    }

  private:
    [[gnu::noinline, gnu::flatten]] static Result begin(Descriptor* top, Parameters... given) {
        return function(FlatFork(top, 1), std::forward<Parameters>(given)...);
    }
    template <unsigned level>
    SCRUMP_FLATTENED static Result run(Descriptor* top, Parameters... given) {
        return function(FlatFork(top, level), std::forward<Parameters>(given)...);
    }
    /// By the level of the caller.
    static constexpr Result (*chain[flat_levels])(Descriptor*, Parameters...) = {&begin, &run<2>, &run<3>, &run<4>,
                                                                                 &run<5>};
};

#undef SCRUMP_FLATTENED

}  // namespace scrump::detail
