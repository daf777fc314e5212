#pragma once
// The parts of a node as bytes, by which two nodes are compared. Unlike in a message, padding between the members of a
// part does not count.

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace scrump::detail {

/// Collects the known parts of values, as an archive for their `serialize`. Parts of other types without a `serialize`
/// are unknown.
class NodeParts {
  public:
    template <class... Ts>
    void operator()(const Ts&... values) {
        (put(values), ...);
    }

    template <class T>
    NodeParts& put(const T& value) {
        if constexpr (requires { const_cast<T&>(value).serialize(*this); }) {
            const_cast<T&>(value).serialize(*this);  // it only reads
        } else if constexpr (std::is_trivially_copyable_v<T>) {
            constexpr bool is_its_bytes =
                std::has_unique_object_representations_v<T> || std::is_same_v<T, float> || std::is_same_v<T, double>;
            if constexpr (is_its_bytes) bytes_.append(reinterpret_cast<const char*>(&value), sizeof(T));
        } else {
            put_parts(value);
        }
        return *this;
    }

    std::string take() { return std::move(bytes_); }

  private:
    void put_size(std::size_t size) { put(static_cast<std::uint64_t>(size)); }

    template <class T>
    void put_parts(const T& /*value*/) {}
    void put_parts(const std::string& text) {
        put_size(text.size());
        bytes_ += text;
    }
    template <class T>
    void put_parts(const std::vector<T>& values) {
        put_size(values.size());
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

    std::string bytes_;
};

}  // namespace scrump::detail
