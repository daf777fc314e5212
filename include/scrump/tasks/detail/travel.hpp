#pragma once
// Tasks that may go to another locality: the types that can travel, and how a function is found again there.
//
// A function that is named as a template argument is known by the name of its type, which is the same in all processes
// of a program, wherever they have its code. Each call that can travel, and is spawned anywhere in a program, has an
// entry in a table of the process, made before main() begins. A victim finds the entry by the function in the
// descriptor, a thief by the hash of the name.

#include <scrump/net/codec.hpp>
#include <scrump/tasks/detail/descriptor.hpp>

#include <array>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <typeinfo>
#include <utility>
#include <vector>

namespace scrump::detail {

/// Whether values of a type refer to memory of their own process, as far as the type shows: a class with a pointer
/// among its members does not show it.
template <class T>
inline constexpr bool points = std::is_pointer_v<T> || std::is_member_pointer_v<T>;
template <class T>
inline constexpr bool points<std::reference_wrapper<T>> = true;
template <class T, std::size_t extent>
inline constexpr bool points<std::span<T, extent>> = true;
template <class Letter, class Traits>
inline constexpr bool points<std::basic_string_view<Letter, Traits>> = true;
template <class T, std::size_t size>
inline constexpr bool points<std::array<T, size>> = points<T>;
template <class T>
inline constexpr bool points<std::vector<T>> = points<T>;
template <class T>
inline constexpr bool points<std::optional<T>> = points<T>;
template <class A, class B>
inline constexpr bool points<std::pair<A, B>> = points<std::remove_const_t<A>> || points<B>;
template <class K, class V>
inline constexpr bool points<std::map<K, V>> = points<K> || points<V>;
template <class... Ts>
inline constexpr bool points<std::tuple<Ts...>> = (false || ... || points<Ts>);

/// An argument or a result that means the same in another process: its bytes, or its encoding by the codec.
template <class T>
concept Travelling =
    !points<T> && (std::is_trivially_copyable_v<T> || (Transferable<T> && std::default_initializable<T>));

template <Travelling T>
T decode_value(Decoder& from) {
    if constexpr (std::is_trivially_copyable_v<T>) {
        std::array<std::byte, sizeof(T)> bytes;
        from.raw(bytes.data(), bytes.size());
        return std::bit_cast<T>(bytes);
    } else {
        return from.get<T>();
    }
}

/// Whether a value is one word that refers to data of its locality's companion (companion.hpp), which translates it
/// where localities have different data.
template <class T>
inline constexpr bool refers_to_companion = false;

/// Such words of a task.
using References = std::vector<std::uint64_t*>;

/// A call that can travel: one entry of the table.
class TravellingCall {
  public:
    /// Functions for a descriptor that holds such a call, or its result. Those that encode a descriptor leave nothing
    /// in it.
    struct Steps {
        Bytes (*pack)(Descriptor& from);
        void (*unpack)(Descriptor& to, Bytes arguments);
        Bytes (*pack_result)(Descriptor& from);
        void (*unpack_result)(Descriptor& to, Bytes result);
        /// In the arguments, and in the result.
        References (*references)(Descriptor& of);
        References (*result_references)(Descriptor& of);
    };

    /// Enters the call in the table; `type` names the call that `runs` executes.
    TravellingCall(const char* type, Descriptor::Execute runs, const Steps& steps);
    TravellingCall(const TravellingCall&) = delete;
    TravellingCall& operator=(const TravellingCall&) = delete;
    ~TravellingCall();

    /// The call that a descriptor holds, or of that name; null if none can be identified uniquely. (Two functions have
    /// one name if two source files each keep one to themselves.)
    static const TravellingCall* of(const Descriptor& task);
    static const TravellingCall* named(std::uint64_t name);

    std::uint64_t name() const { return name_; }
    Descriptor::Execute execute() const { return execute_; }
    const Steps& steps() const { return steps_; }

  private:
    bool is_unique() const;

    const std::uint64_t name_;
    const Descriptor::Execute execute_;
    const Steps steps_;
    TravellingCall* next_ = nullptr;
};

template <auto function>
struct Named;
template <class Function, class... Args>
class Call;

/// Whether a call can travel.
template <class Call>
inline constexpr bool travels = false;
template <auto function, class... Args>
inline constexpr bool travels<Call<Named<function>, Args...>> =
    (Travelling<Args> && ... &&
     (std::is_void_v<typename Call<Named<function>, Args...>::Result> ||
      Travelling<typename Call<Named<function>, Args...>::Result>));

/// How a call does.
template <class Call>
struct Journey;
template <class Function, class... Args>
struct Journey<Call<Function, Args...>> {
    using Travelled = Call<Function, Args...>;
    using Stored = typename Travelled::Stored;
    using Result = typename Travelled::Result;
    static constexpr bool as_bytes = (std::is_trivially_copyable_v<Args> && ...);

    /// Names the call to the process. Must be mentioned where the call is made.
    static const TravellingCall entry;

    static Bytes pack(Descriptor& from) {
        Encoder to;
        if constexpr (as_bytes) {
            to.raw(from.content, sizeof(Stored));
        } else {
            Travelled::each_argument(from, [&](const auto& argument) { to.put(argument); });
        }
        from.as<Stored>().~Stored();
        return to.take();
    }
    static void unpack(Descriptor& to, Bytes arguments) {
        Decoder from(std::move(arguments));
        if constexpr (as_bytes) {
            to.execute = entry.execute();
            from.raw(to.content, sizeof(Stored));
        } else {
            std::apply([&](auto&&... values) { Travelled::store(to, Function(), std::move(values)...); },
                       std::tuple<Args...>{decode_value<Args>(from)...});
        }
    }
    static Bytes pack_result(Descriptor& from) {
        if constexpr (std::is_void_v<Result>) {
            return {};
        } else {
            return Encoder().put(from.take<Result>()).take();
        }
    }
    static void unpack_result(Descriptor& to, [[maybe_unused]] Bytes result) {
        if constexpr (!std::is_void_v<Result>) {
            Decoder from(std::move(result));
            new (to.content) Result(decode_value<Result>(from));
        }
    }
    template <class T>
    static void add_reference([[maybe_unused]] T& value, [[maybe_unused]] References& to) {
        if constexpr (refers_to_companion<T>) {
            static_assert(std::is_standard_layout_v<T> && sizeof(T) == sizeof(std::uint64_t), "one word");
            to.push_back(reinterpret_cast<std::uint64_t*>(&value));
        }
    }
    static References references(Descriptor& of) {
        References all;
        Travelled::each_argument(of, [&](auto& argument) { add_reference(argument, all); });
        return all;
    }
    static References result_references([[maybe_unused]] Descriptor& of) {
        References all;
        if constexpr (!std::is_void_v<Result>) add_reference(of.as<Result>(), all);
        return all;
    }
};

template <class Function, class... Args>
const TravellingCall Journey<Call<Function, Args...>>::entry{typeid(Call<Function, Args...>).name(),
                                                             &Travelled::execute,
                                                             {.pack = &pack,
                                                              .unpack = &unpack,
                                                              .pack_result = &pack_result,
                                                              .unpack_result = &unpack_result,
                                                              .references = &references,
                                                              .result_references = &result_references}};

}  // namespace scrump::detail
