#pragma once
// Futures: tasks that run when their inputs are there, so that a computation is a graph instead of a tree.
//
//     scrump::SharedFuture<Part> next = fork.dataflow<advance>(left, middle, right);  // of three others
//
// fork.async() makes a task that can run at once, fork.dataflow() and then() one that waits for futures, when_all() a
// future of several. fork.get() waits for a value. docs/tasks.md has the rules.

#include <scrump/base/error.hpp>
#include <scrump/tasks/detail/future_state.hpp>
#include <scrump/tasks/fork.hpp>

#include <concepts>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace scrump {

template <class T>
class Future;
template <class T>
class SharedFuture;

namespace detail {

template <class AnyFuture>
inline constexpr bool is_future = false;
template <class T>
inline constexpr bool is_future<Future<T>> = true;
template <class T>
inline constexpr bool is_future<SharedFuture<T>> = true;

/// The type of a future's value; of another type, the type itself.
template <class T>
struct Unwrapped {
    using Type = T;
};
template <class T>
struct Unwrapped<Future<T>> {
    using Type = T;
};
template <class T>
struct Unwrapped<SharedFuture<T>> {
    using Type = T;
};
template <class T>
using UnwrappedFuture = typename Unwrapped<T>::Type;

/// What joined futures have in place of it.
template <class AnyFuture>
using JoinedValue =
    std::conditional_t<std::is_void_v<UnwrappedFuture<AnyFuture>>, std::monostate, UnwrappedFuture<AnyFuture>>;
template <class T>
struct ValuesOf {
    using Type = std::vector<T>;
};
template <>
struct ValuesOf<void> {
    using Type = void;
};
template <class AnyFuture>
using RangeValue = typename ValuesOf<UnwrappedFuture<AnyFuture>>::Type;

template <class State>
auto future_of(StateRef<State> state);

/// What both kinds of futures are.
template <class T>
class FutureHandle {
  public:
    /// Whether it stands for a value. A Future does not after its value was taken, or it was moved from.
    bool valid() const { return static_cast<bool>(state_); }
    /// Whether it has its value, or its task failed: then fork.get() does not wait.
    bool ready() const { return state().done(); }

  protected:
    FutureHandle() = default;
    explicit FutureHandle(StateRef<FutureValue<T>> state) : state_(std::move(state)) {}

    FutureValue<T>& state() const {
        if (!state_) throw Error("this future stands for no value: it was used, moved from or never made");
        return *state_;
    }

    StateRef<FutureValue<T>> state_;
};

template <class T>
FutureValue<T>& state_of(const Future<T>& future) {
    return future.state();
}
template <class T>
FutureValue<T>& state_of(const SharedFuture<T>& future) {
    return future.state();
}

/// The value of a future that is over: moved out, or copied if it is shared.
template <class T>
decltype(auto) passed_on(const Future<T>& future) {
    if constexpr (std::is_void_v<T>) {
        return std::monostate();
    } else {
        return std::move(state_of(future).value());
    }
}
template <class T>
decltype(auto) passed_on(const SharedFuture<T>& future) {
    if constexpr (std::is_void_v<T>) {
        return std::monostate();
    } else {
        return std::as_const(state_of(future).value());
    }
}

}  // namespace detail

/// A value that a task makes, for one reader: fork.get(), a continuation, or share(). A future that is dropped leaves
/// its task as it is: the task is run before the computation ends. Futures belong to their computation and locality.
template <class T>
class Future : private detail::FutureHandle<T> {
    using Base = detail::FutureHandle<T>;

  public:
    using Value = T;  ///< type of the value

    Future() = default;
    /// The other one then stands for no value.
    Future(Future&&) noexcept = default;
    /// The same; what this one stood for is dropped.
    Future& operator=(Future&&) noexcept = default;
    Future(const Future&) = delete;
    Future& operator=(const Future&) = delete;
    ~Future() = default;

    using Base::ready;
    using Base::valid;

    /// Makes a task that calls `function(value)`, or `function(fork, value)`, once the value is there. If this future
    /// fails, so does the new one, with the same exception, and the function is not called; unless it is a function of
    /// the future itself. This future then stands for no value.
    template <class Function>
    auto then(Fork& fork, Function&& function) {
        return fork.dataflow(std::forward<Function>(function), std::move(*this));
    }
    /// The same for a function given by its name.
    template <auto function>
    auto then(Fork& fork) {
        return fork.dataflow<function>(std::move(*this));
    }

    /// A future for several readers of the value. This one then stands for no value.
    SharedFuture<T> share() {
        Base::state();
        return SharedFuture<T>(std::move(Base::state_));
    }

  private:
    template <class Any>
    friend detail::FutureValue<Any>& detail::state_of(const Future<Any>& future);
    template <class State>
    friend auto detail::future_of(detail::StateRef<State> state);

    explicit Future(detail::StateRef<detail::FutureValue<T>> state) : Base(std::move(state)) {}
};

/// A value that a task makes, for any number of readers, to which it is const. May be copied.
template <class T>
class SharedFuture : private detail::FutureHandle<T> {
    using Base = detail::FutureHandle<T>;

  public:
    using Value = T;  ///< type of the value

    SharedFuture() = default;
    /// As Future::share().
    SharedFuture(Future<T>&& future) : SharedFuture(future.share()) {}  // NOLINT(google-explicit-constructor)

    using Base::ready;
    using Base::valid;

    /// As Future::then(); this future keeps its value.
    template <class Function>
    auto then(Fork& fork, Function&& function) const {
        return fork.dataflow(std::forward<Function>(function), *this);
    }
    /// The same for a function given by its name.
    template <auto function>
    auto then(Fork& fork) const {
        return fork.dataflow<function>(*this);
    }

  private:
    friend class Future<T>;
    template <class Any>
    friend detail::FutureValue<Any>& detail::state_of(const SharedFuture<Any>& future);

    explicit SharedFuture(detail::StateRef<detail::FutureValue<T>> state) : Base(std::move(state)) {}
};

}  // namespace scrump

#include <scrump/tasks/detail/future_task.hpp>  // what makes their values

namespace scrump {

namespace detail {

template <class State>
auto future_of(StateRef<State> state) {
    using Value = typename State::Value;
    return Future<Value>(StateRef<FutureValue<Value>>(state.leave()));
}

/// The future of a state that is not a task.
template <class Join, class... Given>
auto joined(Given&&... given) {
    StateRef<Join> state(new Join(std::forward<Given>(given)...));
    state->start_join();
    return future_of(std::move(state));
}

}  // namespace detail

/// A future that has its value.
template <class T>
Future<std::decay_t<T>> make_ready_future(T&& value) {
    return detail::joined<detail::ReadyState<std::decay_t<T>>>(std::forward<T>(value));
}
inline Future<void> make_ready_future() {
    return detail::joined<detail::ReadyState<void>>();
}

/// The values of all these futures, Future or SharedFuture, as a std::tuple, once all are over; std::monostate in place
/// of void. Fails if one does, with the first one's exception, but not before all are over. The values of Futures are
/// moved, those of SharedFutures copied.
template <class... Futures>
requires(detail::is_future<Futures>&&...) Future<std::tuple<detail::JoinedValue<Futures>...>> when_all(
    Futures... futures) {
    return detail::joined<detail::AllOf<Futures...>>(std::move(futures)...);
}
/// The same for any number, as a std::vector; of void: no value.
template <class AnyFuture>
requires detail::is_future<AnyFuture> Future<detail::RangeValue<AnyFuture>> when_all(std::vector<AnyFuture> futures) {
    return detail::joined<detail::AllOfRange<AnyFuture>>(std::move(futures));
}

// --- Operations of a Fork

template <detail::Inputs inputs, class Function, class... Args>
auto Fork::make_future(Function&& function, Args&&... args) {
    using Task = detail::FutureTask<inputs, std::decay_t<Function>, std::decay_t<Args>...>;
    detail::begin_future(top_);
    detail::StateRef<Task> task(new Task(std::forward<Function>(function), std::forward<Args>(args)...));
    detail::start_future(*task, top_);
    return detail::future_of(std::move(task));
}

template <class Function, class... Args>
auto Fork::async(Function&& function, Args&&... args) {
    return make_future<detail::Inputs::plain>(std::forward<Function>(function), std::forward<Args>(args)...);
}
template <auto function, class... Args>
auto Fork::async(Args&&... args) {
    return async(detail::Named<function>(), std::forward<Args>(args)...);
}

template <class Function, class... Args>
auto Fork::dataflow(Function&& function, Args&&... args) {
    constexpr detail::Inputs inputs = detail::inputs_of<std::decay_t<Function>, std::decay_t<Args>...>();
    return make_future<inputs>(std::forward<Function>(function), std::forward<Args>(args)...);
}
template <auto function, class... Args>
auto Fork::dataflow(Args&&... args) {
    return dataflow(detail::Named<function>(), std::forward<Args>(args)...);
}

inline void Fork::await(detail::FutureState& state) {
    detail::Descriptor* const top = top_;
    const detail::LentFork lent(*this, top);
    detail::await_future(state, top);
}

template <class T>
T Fork::get(Future<T>& future) {
    const Future<T> taken = std::move(future);
    await(detail::state_of(taken));
    if constexpr (!std::is_void_v<T>) return std::move(detail::state_of(taken).value());
}

template <class T>
std::add_lvalue_reference_t<const T> Fork::get(const SharedFuture<T>& future) {
    await(detail::state_of(future));
    if constexpr (!std::is_void_v<T>) return detail::state_of(future).value();
}

}  // namespace scrump
