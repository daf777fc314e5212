#pragma once
// Turning values into bytes and back. A trivially copyable type travels as its bytes; strings, vectors, maps, pairs and
// optionals as their contents; any other type by a member
//
//     template <class Archive> void serialize(Archive& archive) { archive(one, another); }
//
// as serialisation libraries have it. Types that only such a library can write (pointers, functions outside the class)
// travel by cereal if <scrump/net/cereal.hpp> is included first. Nothing here includes a library: every search reads
// this file.

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace scrump {

/// The contents of a message.
using Bytes = std::string;

/// Additional bytes that should be reserved when large data are made into Bytes to be sent: each layer below appends a
/// few words, which then costs no copy.
inline constexpr std::size_t room_for_more = 128;

class Encoder;
class Decoder;

/// How a type of any other kind travels: a specialisation has `known = true`, `put(to, value)` and `get(from, value)`,
/// as in cereal.hpp.
template <class T>
struct ForeignCodec {
    static constexpr bool known = false;
};

namespace detail {

template <class T>
concept SerializesItself = requires(T& value, Encoder& to, Decoder& from) {
    value.serialize(to);
    value.serialize(from);
};

template <class T>
inline constexpr bool is_transferable =
    std::is_trivially_copyable_v<T> || SerializesItself<T> || ForeignCodec<T>::known;
template <>
inline constexpr bool is_transferable<std::string> = true;
template <class T>
inline constexpr bool is_transferable<std::vector<T>> = is_transferable<T>;
template <class T>
inline constexpr bool is_transferable<std::optional<T>> = is_transferable<T>;
template <class A, class B>
inline constexpr bool is_transferable<std::pair<A, B>> = is_transferable<std::remove_const_t<A>>&& is_transferable<B>;
template <class K, class V>
inline constexpr bool is_transferable<std::map<K, V>> = is_transferable<K>&& is_transferable<V>;

/// Whether equal values have equal bytes: without padding, and without absent parts.
template <class T>
inline constexpr bool bytes_are_value =
    std::has_unique_object_representations_v<T> || std::is_same_v<T, float> || std::is_same_v<T, double>;

}  // namespace detail

/// A type that can travel between localities.
template <class T>
concept Transferable = detail::is_transferable<T>;

/// Collects values into bytes.
class Encoder {
  public:
    Encoder() = default;
    /// Continues after the bytes of `begin`.
    explicit Encoder(Bytes begin) : bytes_(std::move(begin)) {}
    /// Encodes only the parts of each value that do not depend on where the value is, so that the bytes of two values
    /// can be compared; no value can be decoded from them.
    struct ForComparison {};
    explicit Encoder(ForComparison) : for_comparison_(true) {}
    Encoder(const Encoder&) = delete;
    Encoder& operator=(const Encoder&) = delete;
    ~Encoder() = default;

    template <Transferable T>
    Encoder& put(const T& value) {
        if constexpr (!std::is_trivially_copyable_v<T>) {
            put_parts(value);
        } else if (detail::bytes_are_value<T> || !for_comparison_) {
            raw(&value, sizeof(T));
        } else {
            put_comparable(value);
        }
        return *this;
    }

    /// Appends `size` bytes as they are.
    Encoder& raw(const void* from, std::size_t size);

    /// Appends bytes that end the message: they cannot be told from bytes after them.
    Encoder& append(const Bytes& bytes) { return raw(bytes.data(), bytes.size()); }

    /// Called by a type's `serialize`.
    template <class... Ts>
    void operator()(const Ts&... values) {
        (put(values), ...);
    }

    Bytes take() { return std::move(bytes_); }
    const Bytes& bytes() const { return bytes_; }

  private:
    void put_size(std::size_t size) { put(static_cast<std::uint64_t>(size)); }

    void put_parts(const std::string& text);
    template <class T>
    void put_parts(const std::vector<T>& values) {
        put_size(values.size());
        if constexpr (std::is_trivially_copyable_v<T> && !std::is_same_v<T, bool>) {
            if (detail::bytes_are_value<T> || !for_comparison_) {
                raw(values.data(), values.size() * sizeof(T));
                return;
            }
        }
        for (const T& value : values) put(value);
    }
    template <class T>
    void put_parts(const std::optional<T>& value) {
        put(value.has_value());
        if (value) put(*value);
    }
    template <class A, class B>
    void put_parts(const std::pair<A, B>& value) {
        put(value.first).put(value.second);
    }
    template <class K, class V>
    void put_parts(const std::map<K, V>& values) {
        put_size(values.size());
        for (const auto& [key, value] : values) put(key).put(value);
    }
    template <class T>
    void put_parts(const T& value) {
        if constexpr (ForeignCodec<T>::known) {
            ForeignCodec<T>::put(*this, value);
        } else {
            const_cast<T&>(value).serialize(*this);  // it only reads: one member serves both ways
        }
    }

    // The known parts of a type whose bytes may differ.
    template <class T>
    void put_comparable(const std::optional<T>& value) {
        put_parts(value);
    }
    template <class T>
    void put_comparable(const T& value) {
        if constexpr (detail::SerializesItself<T>) const_cast<T&>(value).serialize(*this);
    }

    Bytes bytes_;
    const bool for_comparison_ = false;
};

/// Takes values out of bytes in the order in which they were put in. Throws Error if the bytes end early, before
/// allocating anything for missing ones.
class Decoder {
  public:
    explicit Decoder(Bytes bytes);

    template <Transferable T>
    T get() {
        T value{};
        get_into(value);
        return value;
    }

    /// Takes `size` bytes as they are.
    void raw(void* to, std::size_t size);

    /// Called by a type's `serialize`.
    template <class... Ts>
    void operator()(Ts&... values) {
        (get_into(values), ...);
    }

    /// Takes a value off the end: the one that was put in last.
    template <class T>
    requires(std::is_trivially_copyable_v<T> && !std::is_same_v<T, bool>) T get_last() {
        T value{};
        raw_last(static_cast<void*>(&value), sizeof(T));
        return value;
    }

    /// All remaining bytes. Not a copy if nothing was taken from the beginning.
    Bytes rest();

    /// Number of remaining bytes.
    std::size_t left() const { return bytes_.size() - at_; }
    /// Whether everything was taken out.
    bool at_end() const { return left() == 0; }

  private:
    template <class T>
    void get_into(T& value) {
        if constexpr (std::is_same_v<T, bool>) {
            value = get_bool();
        } else if constexpr (std::is_trivially_copyable_v<T>) {
            raw(static_cast<void*>(&value), sizeof(T));
        } else {
            get_parts(value);
        }
    }

    void raw_last(void* to, std::size_t size);

    // Number of parts that follow, each of at least `bytes_each` bytes.
    std::size_t get_size(std::size_t bytes_each);
    bool get_bool();

    void get_parts(std::string& text);
    template <class T>
    void get_parts(std::vector<T>& values) {
        if constexpr (std::is_trivially_copyable_v<T> && !std::is_same_v<T, bool>) {
            values.resize(get_size(sizeof(T)));
            if (!values.empty()) raw(values.data(), values.size() * sizeof(T));
        } else {
            values.clear();
            for (std::size_t left = get_size(1); left > 0; --left) values.push_back(get<T>());
        }
    }
    template <class T>
    void get_parts(std::optional<T>& value) {
        value.reset();
        if (get<bool>()) value.emplace(get<T>());
    }
    template <class A, class B>
    void get_parts(std::pair<A, B>& value) {
        get_into(value.first);
        get_into(value.second);
    }
    template <class K, class V>
    void get_parts(std::map<K, V>& values) {
        values.clear();
        for (std::size_t left = get_size(1); left > 0; --left) {
            auto key = get<K>();
            values.insert_or_assign(std::move(key), get<V>());
        }
    }
    template <class T>
    void get_parts(T& value) {
        if constexpr (ForeignCodec<T>::known) {
            ForeignCodec<T>::get(*this, value);
        } else {
            value.serialize(*this);
        }
    }

    Bytes bytes_;
    std::size_t at_ = 0;
};

}  // namespace scrump
