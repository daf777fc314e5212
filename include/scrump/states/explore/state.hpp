#pragma once
// States: values that are identified by their bytes. Two states are the same if their bytes are, so a type with
// padding, whose bytes say more than the value, cannot be a state.
//
// - Of fixed width: any such type that can be copied as bytes, such as a std::uint64_t, an array, a struct of them.
// - Of variable width: a std::vector or std::basic_string of such a type, shown as a std::span.

#include <concepts>
#include <cstddef>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

namespace scrump {

namespace detail {

template <class T>
inline constexpr bool points_elsewhere = std::is_pointer_v<T>;
template <class E, std::size_t extent>
inline constexpr bool points_elsewhere<std::span<E, extent>> = true;

}  // namespace detail

/// A value identified by its bytes: without padding, without floating-point numbers (0 and -0 are equal but differ in
/// their bytes), and, because states travel to other processes, without pointers or spans.
template <class T>
concept BytesValue = std::is_trivially_copyable_v<T> && std::has_unique_object_representations_v<T> &&
    std::default_initializable<T> && !detail::points_elsewhere<T>;

namespace detail {

template <class T>
struct VariableWidth {
    static constexpr bool is = false;
};
template <BytesValue E, class Allocator>
struct VariableWidth<std::vector<E, Allocator>> {
    static constexpr bool is = !std::is_same_v<E, bool>;
    using Element = E;
};
template <BytesValue E, class Traits, class Allocator>
struct VariableWidth<std::basic_string<E, Traits, Allocator>> {
    static constexpr bool is = true;
    using Element = E;
};

}  // namespace detail

/// A sequence of such values, of any length.
template <class T>
concept SequenceState = detail::VariableWidth<T>::is;

/// A state of a model.
template <class T>
concept StateValue = BytesValue<T> || SequenceState<T>;

namespace detail {

template <class T>
struct ViewOf {
    using Type = const T&;
};
template <SequenceState T>
struct ViewOf<T> {
    using Type = std::span<const typename VariableWidth<T>::Element>;
};

}  // namespace detail

/// The form in which the functions of a model get a state: the state itself, or a span of its values.
template <StateValue T>
using StateView = typename detail::ViewOf<T>::Type;

}  // namespace scrump
