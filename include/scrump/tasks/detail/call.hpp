#pragma once
// A deferred call: function and arguments in a descriptor, and later the result in their place. And the fast path of a
// Fork, which makes and runs such calls.

#include <scrump/tasks/detail/descriptor.hpp>
#include <scrump/tasks/detail/flat.hpp>
#include <scrump/tasks/detail/travel.hpp>
#include <scrump/tasks/fork.hpp>

#include <cstddef>
#include <exception>
#include <functional>
#include <new>
#include <tuple>
#include <type_traits>
#include <utility>

namespace scrump::detail {

/// A function by its name, which is the same in all processes.
template <auto function>
struct Named {
    static constexpr auto named = function;

    template <class... Args>
    requires std::is_invocable_v<decltype(function), Args...>
    [[gnu::always_inline]] decltype(auto) operator()(Args&&... args) const {
        return function(std::forward<Args>(args)...);
    }
};

/// Whether it gives another function access to a fork.
template <class T>
inline constexpr bool leads_to_fork = std::is_base_of_v<Fork, std::remove_cv_t<std::remove_pointer_t<T>>>;
template <class T>
inline constexpr bool leads_to_fork<std::reference_wrapper<T>> = std::is_base_of_v<Fork, std::remove_cv_t<T>>;

/// Calls with a fork, if the function takes one.
template <class Function, class... Args>
inline constexpr bool takes_fork = std::is_invocable_v<Function, Fork, Args...>;

template <class Function, class... Args>
[[gnu::always_inline]] inline decltype(auto) invoke_with(Fork fork, Function&& function, Args&&... args) {
    static_assert(takes_fork<Function, Args...> || std::is_invocable_v<Function, Args...>,
                  "a task is a function of a scrump::Fork, by value, and these arguments, or of these arguments alone");
    if constexpr (takes_fork<Function, Args...>) {
        return std::forward<Function>(function)(std::move(fork), std::forward<Args>(args)...);
    } else {
        return std::forward<Function>(function)(std::forward<Args>(args)...);
    }
}

/// Calls a function by its name from a task whose fork has this level.
template <auto function, class... Args>
[[gnu::always_inline]] inline decltype(auto) call_flat(Fork fork, unsigned level, Args&&... args) {
    if constexpr (requires { Flat<function>::call(fork, level, std::forward<Args>(args)...); }) {
        return Flat<function>::call(fork, level, std::forward<Args>(args)...);
    } else {
        return invoke_with(std::move(fork), Named<function>(), std::forward<Args>(args)...);
    }
}

/// Values next to each other. As it is an aggregate, no inlining is needed to see through it: compilers inline a
/// recursive function into itself only if it looks small beforehand. A named function takes no room.
template <std::size_t place, class T>
struct Element {
    [[no_unique_address]] T value;
};
template <class Places, class... Values>
struct Elements;
template <std::size_t... place, class... Values>
struct Elements<std::index_sequence<place...>, Values...> : Element<place, Values>... {};

/// Function and Args as they are stored: without references.
template <class Function, class... Args>
class Call {
    using Places = std::index_sequence_for<Function, Args...>;
    using Stored = Elements<Places, Function, Args...>;

  public:
    using Called = Function;
    using Result = decltype(invoke_with(std::declval<Fork>(), std::declval<Function>(), std::declval<Args>()...));

    static_assert(
        !(leads_to_fork<Args> || ...),
        "a fork belongs to one task: the function takes one of its own, a scrump::Fork by value, as its first "
        "parameter");
    static_assert(!std::is_reference_v<Result>, "a task returns a value: return a pointer instead of a reference");
    static_assert((std::is_move_constructible_v<Function> && ... && std::is_move_constructible_v<Args>),
                  "a task's arguments move to the worker that runs it: an argument cannot be moved");
    static_assert(std::is_void_v<Result> || std::is_move_constructible_v<Result>,
                  "what a task returns moves to the worker that waits for it: the result cannot be moved");
    static_assert(sizeof(Stored) <= Descriptor::room && alignof(Stored) <= Descriptor::alignment,
                  "the arguments of a task, or what a lambda captures, take at most 48 bytes, aligned to 16 at most: "
                  "pass a pointer to what is larger");

    template <class... Given>
    [[gnu::always_inline]] static void store(Descriptor& place, Given&&... given) {
        place.execute = &execute;
        new (place.content) Stored{{std::forward<Given>(given)}...};
    }

    /// Calls it where it was spawned.
    [[gnu::always_inline]] static Result run_here(Descriptor& place, Fork fork) {
        return run_taken(place.take<Stored>(), std::move(fork), Places());
    }
    /// The same within a task whose fork has this level, where it may be expanded.
    [[gnu::always_inline]] static Result run_flat(Descriptor& place, unsigned level) {
        if constexpr (requires { Function::named; }) {
            return run_taken_flat(place.take<Stored>(), Fork(&place), level, Places());
        } else {
            return run_here(place, Fork(&place));
        }
    }

    /// The same if there is a request to the worker, or the task was stolen. The task is gone then, even if this
    /// throws. Null: the handle has no task.
    [[gnu::cold, gnu::noinline]] static Result sync_slowly(Descriptor* task, Descriptor* top) {
        const bool ended = join(task, top);
        Descriptor& place = *task;
        if (!ended) return run_here(place, Fork(&place));
        if (place.get() == Descriptor::State::failed) std::rethrow_exception(place.take<std::exception_ptr>());
        if constexpr (!std::is_void_v<Result>) return place.take<Result>();
    }

    /// The same for the last task. A call with one argument counts less in compilers' estimates of a function's size.
    [[gnu::cold, gnu::noinline]] static Result sync_last_slowly(Descriptor* task) {
        return sync_slowly(task, task + 1);
    }

    /// Drops the result: where it was spawned, and if there is a request to the worker.
    [[gnu::always_inline]] static void drop_arguments(Descriptor& place) { place.as<Stored>().~Stored(); }
    [[gnu::cold, gnu::noinline]] static void discard_slowly(Descriptor* task, Descriptor* top) {
        const bool ended = join(task, top);
        Descriptor& place = *task;
        if (!ended) return drop_arguments(place);
        if (place.get() == Descriptor::State::failed) std::rethrow_exception(place.take<std::exception_ptr>());
        execute(place, Fate::drop_result, Fork(&place));
    }

  private:
    template <class Any>
    friend struct Journey;

    /// Shows each argument that is stored.
    template <class Show>
    static void each_argument(Descriptor& place, const Show& show) {
        [&]<std::size_t first, std::size_t... i>(std::index_sequence<first, i...>) {
            using Values = std::tuple<Function, Args...>;
            (show(static_cast<Element<i, std::tuple_element_t<i, Values>>&>(place.as<Stored>()).value), ...);
        }
        (Places());
    }

    template <std::size_t... i>
    [[gnu::always_inline]] static Result run_taken([[maybe_unused]] Stored stored, Fork fork,
                                                   std::index_sequence<i...> /*places*/) {
        using Values = std::tuple<Function, Args...>;
        return invoke_with(std::move(fork),
                           std::move(static_cast<Element<i, std::tuple_element_t<i, Values>>&>(stored).value)...);
    }

    template <std::size_t first, std::size_t... i>
    [[gnu::always_inline]] static Result run_taken_flat([[maybe_unused]] Stored stored, Fork fork, unsigned level,
                                                        std::index_sequence<first, i...> /*places*/) {
        using Values = std::tuple<Function, Args...>;
        return call_flat<Function::named>(
            std::move(fork), level,
            std::move(static_cast<Element<i, std::tuple_element_t<i, Values>>&>(stored).value)...);
    }

    static void execute(Descriptor& place, Fate fate, Fork fork) noexcept {
        if constexpr (travels<Call>) static_cast<void>(&Journey<Call>::entry);  // so that it exists
        static_assert(fits<Result>(),
                      "the result of a task takes at most 48 bytes, aligned to 16 at most: return a pointer, or write "
                      "to where a pointer among the arguments says");
        switch (fate) {
            case Fate::run:
                return run<true>(place, std::move(fork));
            case Fate::run_without_result:
                return run<false>(place, std::move(fork));
            case Fate::drop_arguments:
                return drop_arguments(place);
            case Fate::drop_result:
                if constexpr (!std::is_void_v<Result>) place.as<Result>().~Result();
        }
    }

    template <bool keeps_result>
    static void run(Descriptor& place, Fork fork) noexcept {
        try {
            if constexpr (keeps_result && !std::is_void_v<Result>) {
                new (place.content) Result(run_here(place, std::move(fork)));
            } else {
                run_here(place, std::move(fork));
            }
            place.set(Descriptor::State::done);
        } catch (...) {
            new (place.content) std::exception_ptr(std::current_exception());
            place.set(Descriptor::State::failed);
        }
    }

    template <class T>
    static constexpr bool fits() {
        if constexpr (std::is_void_v<T>) {
            return true;
        } else {
            return sizeof(T) <= Descriptor::room && alignof(T) <= Descriptor::alignment;
        }
    }
};

}  // namespace scrump::detail

namespace scrump {

namespace detail {

/// A fork while functions of others run, which must not use it: the use would overwrite tasks of theirs, on whichever
/// worker they are, and is rejected.
class LentFork {
  public:
    [[gnu::always_inline]] explicit LentFork(Fork& fork) : fork_(fork), top_(fork.top_) {
        if (top_ == lent()) [[unlikely]]
            refuse_task(top_);
        fork.top_ = lent();
    }
    /// `after`: its top when it is returned. One that is lent already, perhaps on another worker, is left as it is.
    [[gnu::always_inline]] LentFork(Fork& fork, Descriptor* after) : fork_(fork), top_(after) {
        if (after != lent()) fork.top_ = lent();
    }
    LentFork(const LentFork&) = delete;
    LentFork& operator=(const LentFork&) = delete;
    [[gnu::always_inline]] ~LentFork() {
        if (top_ != lent()) fork_.top_ = top_;
    }

    /// The fork itself, for whom it is lent to.
    Fork own() const { return Fork(top_); }

  private:
    Fork& fork_;
    Descriptor* const top_;
};

/// The same for a function that cannot have captured a fork.
struct NotLent {
    [[gnu::always_inline]] NotLent(Fork& fork, Descriptor* after) { fork.top_ = after; }
};

/// For this function.
template <class Function>
using Lent = std::conditional_t<std::is_empty_v<Function> || std::is_pointer_v<Function>, NotLent, LentFork>;

}  // namespace detail

template <auto function, class... Args>
inline decltype(auto) Fork::call(Args&&... args) {
    return detail::call_flat<function>(Fork(top_), 0, std::forward<Args>(args)...);
}

template <auto function, class... Args>
inline decltype(auto) FlatFork::call(Args&&... args) {
    return detail::call_flat<function>(Fork(top_), level_, std::forward<Args>(args)...);
}

template <class Function, class... Args>
inline decltype(auto) Fork::call(Function&& function, Args&&... args) {
    using Captured = std::conditional_t<detail::takes_fork<Function, Args...>, std::decay_t<Function>, void*>;
    detail::Descriptor* const top = top_;
    if constexpr (std::is_same_v<detail::Lent<Captured>, detail::LentFork>) {
        const detail::LentFork lent(*this, top);
        return detail::invoke_with(Fork(top), std::forward<Function>(function), std::forward<Args>(args)...);
    } else {  // a function that takes no fork may use this one
        return detail::invoke_with(Fork(top), std::forward<Function>(function), std::forward<Args>(args)...);
    }
}

template <class Call, class... Given>
inline Spawned<Call> Fork::put(Given&&... given) {
    detail::Descriptor* const place = top_;
    if (detail::at_end(place)) [[unlikely]]
        detail::refuse_task(place);
    Call::store(*place, std::forward<Given>(given)...);
    top_ = place + 1;
    return {*this, place};
}

template <class Call>
inline void Fork::discard(Spawned<Call>&& task) {
    detail::Descriptor* const place = task.task_;
    detail::Descriptor* const top = top_;
    task.task_ = nullptr;
    top_ = place;
    if (place != top - 1 || detail::is_raised_above(place)) [[unlikely]] {
        const detail::Lent<typename Call::Called> lent(*this, place == nullptr || top == detail::lent() ? top : place);
        return Call::discard_slowly(place, top);
    }
    Call::drop_arguments(*place);
}

template <class Call>
inline typename Call::Result Fork::sync_within(Spawned<Call>& task, unsigned level) {
    detail::Descriptor* const place = task.task_;
    detail::Descriptor* const top = top_;
    task.task_ = nullptr;
    using Lent = detail::Lent<typename Call::Called>;
    if (place != top - 1) [[unlikely]] {
        // Errors, after which the fork is unchanged: a handle without a task, and a fork that is lent.
        const Lent lent(*this, place == nullptr || top == detail::lent() ? top : place);
        return Call::sync_slowly(place, top);
    }
    const Lent lent(*this, place);
    if (detail::is_raised_above(place)) [[unlikely]]
        return Call::sync_last_slowly(place);
    return Call::run_flat(*place, level);
}

template <class Call>
inline typename Call::Result Fork::sync(Spawned<Call>& task) {
    return sync_within(task, 0);
}

template <class Call>
inline typename Call::Result FlatFork::sync(Spawned<Call>& task) {
    return sync_within(task, level_);
}

}  // namespace scrump
