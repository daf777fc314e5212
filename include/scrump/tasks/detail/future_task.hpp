#pragma once
// The states of futures by what makes their values: a task, all of several futures, or nothing more.

#include <scrump/tasks/detail/call.hpp>
#include <scrump/tasks/detail/future_state.hpp>
#include <scrump/tasks/future.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace scrump::detail {

/// What an argument of a task with inputs is to the function.
template <class Argument>
struct Input {
    static constexpr std::size_t futures = 0;

    static std::tuple<Argument&&> value(Argument& argument) { return {std::move(argument)}; }
};
template <class T>
struct Input<Future<T>> {
    static constexpr std::size_t futures = 1;

    static auto value(Future<T>& future) {
        if constexpr (std::is_void_v<T>) {
            return std::tuple<>();
        } else {
            return std::tuple<T&&>(std::move(state_of(future).value()));
        }
    }
};
template <class T>
struct Input<SharedFuture<T>> {
    static constexpr std::size_t futures = 1;

    static auto value(SharedFuture<T>& future) {
        if constexpr (std::is_void_v<T>) {
            return std::tuple<>();
        } else {
            return std::tuple<const T&>(state_of(future).value());
        }
    }
};

template <class Function, class Arguments>
inline constexpr bool accepts = false;
template <class Function, class... Args>
inline constexpr bool accepts<Function, std::tuple<Args...>> =
    takes_fork<Function, Args...> || std::is_invocable_v<Function, Args...>;

template <class... Args>
using InputValues = decltype(std::tuple_cat(Input<Args>::value(std::declval<Args&>())...));

/// How a task gets the futures among its arguments.
enum class Inputs : std::uint8_t {
    plain,    ///< as they are; it does not wait for them
    values,   ///< as their values, once all are there
    futures,  ///< as they are, once all are over
};

template <class Function, class... Args>
constexpr Inputs inputs_of() {
    constexpr bool with_values = accepts<Function, InputValues<Args...>>;
    static_assert(with_values || accepts<Function, std::tuple<Args...>>,
                  "a function that waits for futures is a function of their values, or of the futures themselves, and "
                  "of the other arguments; a scrump::Fork, by value, may come first; a future of void has no value");
    return with_values ? Inputs::values : Inputs::futures;
}

/// Puts the links of arguments that are futures into an array.
template <class Link, class... Args>
void connect_futures(Link* next, void (*connect)(Link&, FutureState&), Args&... args) {
    [[maybe_unused]] const auto each = [&]<class Argument>([[maybe_unused]] Argument& argument) {
        if constexpr (Input<Argument>::futures > 0) connect(*next++, state_of(argument));
    };
    (each(args), ...);
}

/// The function of a task, called with its arguments as it wants them.
template <Inputs inputs, class Function, class... Args>
decltype(auto) call_with_inputs(Fork fork, Function& function, Args&... args) {
    if constexpr (inputs == Inputs::values) {
        return std::apply(
            [&](auto&&... values) -> decltype(auto) {
                return invoke_with(std::move(fork), std::move(function), std::forward<decltype(values)>(values)...);
            },
            std::tuple_cat(Input<Args>::value(args)...));
    } else {
        return invoke_with(std::move(fork), std::move(function), std::move(args)...);
    }
}

template <Inputs inputs, class Function, class... Args>
using ReturnedBy =
    decltype(call_with_inputs<inputs>(std::declval<Fork>(), std::declval<Function&>(), std::declval<Args&>()...));

/// A task. Function and Args as they are stored: without references.
template <Inputs inputs, class Function, class... Args>
class FutureTask final
    : public FutureValue<UnwrappedFuture<std::remove_reference_t<ReturnedBy<inputs, Function, Args...>>>> {
    using Returned = ReturnedBy<inputs, Function, Args...>;
    using State = FutureValue<UnwrappedFuture<std::remove_reference_t<Returned>>>;
    using Link = FutureState::Link;

    static_assert(!std::is_reference_v<Returned>, "a task returns a value: return a pointer instead of a reference");

    static constexpr bool returns_future = !std::is_same_v<UnwrappedFuture<Returned>, Returned>;
    static constexpr std::size_t awaited = inputs == Inputs::plain ? 0 : (std::size_t{0} + ... + Input<Args>::futures);

  public:
    template <class... Given>
    explicit FutureTask(Given&&... given) : content_(std::in_place, std::forward<Given>(given)...) {
        if constexpr (awaited > 0) {
            std::apply(
                [this](Function&, Args&... args) { connect_futures(links_.data(), &FutureTask::connect, args...); },
                *content_);
            this->wait_for(links_, inputs == Inputs::values);
        }
    }

  private:
    bool call(Fork fork) override {
        const struct Dropping {
            ~Dropping() { content.reset(); }
            std::optional<std::tuple<Function, Args...>>& content;
        } dropping{content_};
        const auto returned = [&]() -> decltype(auto) {
            return std::apply(
                [&](Function& function, Args&... args) -> decltype(auto) {
                    return call_with_inputs<inputs>(std::move(fork), function, args...);
                },
                *content_);
        };
        if constexpr (returns_future) {
            returned_.future = returned();
            this->connect(returned_.link, state_of(returned_.future));
            this->wait_for({&returned_.link, 1}, true);
            return true;
        } else if constexpr (std::is_void_v<Returned>) {
            returned();
            return false;
        } else {
            State::set(returned());
            return false;
        }
    }
    void conclude() override {
        if constexpr (returns_future && !std::is_void_v<typename State::Value>) State::set(passed_on(returned_.future));
    }
    void drop() noexcept override {
        content_.reset();
        if constexpr (returns_future) returned_.future = Returned();
    }

    struct Nothing {};
    struct Following {
        Returned future;
        Link link;
    };

    std::optional<std::tuple<Function, Args...>> content_;  // until the function was called, or dropped
    [[no_unique_address]] std::array<Link, awaited> links_{};
    [[no_unique_address]] std::conditional_t<returns_future, Following, Nothing> returned_{};
};

/// All of several futures, or SharedFutures.
template <class... Futures>
class AllOf final : public FutureValue<std::tuple<JoinedValue<Futures>...>> {
    using State = FutureValue<std::tuple<JoinedValue<Futures>...>>;

  public:
    explicit AllOf(Futures&&... futures) : futures_(std::move(futures)...) {
        std::apply([this](Futures&... each) { connect_futures(links_.data(), &State::connect, each...); }, futures_);
        State::wait_for(links_, true);
    }

  private:
    bool call(Fork /*fork*/) override { return false; }
    void conclude() override {
        std::apply([this](Futures&... each) { State::set(JoinedValue<Futures>(passed_on(each))...); }, futures_);
    }
    void drop() noexcept override {
        std::apply([](Futures&... each) { ((each = Futures()), ...); }, futures_);
    }

    std::tuple<Futures...> futures_;
    std::array<FutureState::Link, sizeof...(Futures)> links_{};
};

/// All of any number of them.
template <class AnyFuture>
class AllOfRange final : public FutureValue<RangeValue<AnyFuture>> {
    using State = FutureValue<RangeValue<AnyFuture>>;

  public:
    explicit AllOfRange(std::vector<AnyFuture>&& futures) : futures_(std::move(futures)), links_(futures_.size()) {
        for (std::size_t i = 0; i < futures_.size(); ++i) State::connect(links_[i], state_of(futures_[i]));
        State::wait_for(links_, true);
    }

  private:
    bool call(Fork /*fork*/) override { return false; }
    void conclude() override {
        if constexpr (!std::is_void_v<RangeValue<AnyFuture>>) {
            RangeValue<AnyFuture> values;
            values.reserve(futures_.size());
            for (AnyFuture& each : futures_) values.push_back(passed_on(each));
            State::set(std::move(values));
        }
    }
    void drop() noexcept override { futures_.clear(); }

    std::vector<AnyFuture> futures_;
    std::vector<FutureState::Link> links_;
};

/// A value that is there.
template <class T>
class ReadyState final : public FutureValue<T> {
    using State = FutureValue<T>;

  public:
    template <class... From>
    explicit ReadyState(From&&... from) {
        if constexpr (!std::is_void_v<T>) State::set(std::forward<From>(from)...);
    }

  private:
    bool call(Fork /*fork*/) override { return false; }
    void conclude() override {}
    void drop() noexcept override {}
};

}  // namespace scrump::detail
