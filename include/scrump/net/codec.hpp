#pragma once
// Turning values into bytes and back: a trivially copyable type travels as its bytes, a vector of such as their number
// and theirs, any other type by the serialisation library's archive functions (cereal: a member
// `template <class A> void serialize(A& archive)`).

#include <cereal/archives/binary.hpp>
#include <cereal/types/map.hpp>
#include <cereal/types/string.hpp>
#include <cereal/types/utility.hpp>
#include <cereal/types/vector.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <ios>
#include <memory>
#include <ostream>
#include <sstream>
#include <streambuf>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace scrump {

/// A message's contents.
using Bytes = std::string;

/// A type that can travel between localities.
template <class T>
concept Transferable = std::is_trivially_copyable_v<T> ||
    (cereal::traits::is_output_serializable<T, cereal::BinaryOutputArchive>::value&&
         cereal::traits::is_input_serializable<T, cereal::BinaryInputArchive>::value);

namespace detail {

template <class T>
inline constexpr bool is_flat_vector = false;
template <class T>
inline constexpr bool is_flat_vector<std::vector<T>> = std::is_trivially_copyable_v<T> && !std::is_same_v<T, bool>;

}  // namespace detail

/// Collects values into bytes.
class Encoder {
  public:
    Encoder() = default;
    Encoder(const Encoder&) = delete;  // the writer writes to the bytes where they are
    Encoder& operator=(const Encoder&) = delete;
    ~Encoder() = default;

    template <Transferable T>
    Encoder& put(const T& value) {
        if constexpr (std::is_trivially_copyable_v<T>) {
            bytes_.append(reinterpret_cast<const char*>(&value), sizeof(T));
        } else if constexpr (detail::is_flat_vector<T>) {
            put(static_cast<std::uint64_t>(value.size()));
            bytes_.append(reinterpret_cast<const char*>(value.data()), value.size() * sizeof(value[0]));
        } else {
            if (!writer_) writer_ = std::make_unique<Writer>(bytes_);
            cereal::BinaryOutputArchive archive(writer_->stream);
            archive(value);
        }
        return *this;
    }

    /// Bytes that end the message: they are not told from what comes after them.
    Encoder& append(const Bytes& bytes) {
        bytes_ += bytes;
        return *this;
    }

    Bytes take() { return std::move(bytes_); }

  private:
    // What the archive writes goes straight to the end of the bytes.
    class Sink final : public std::streambuf {
      public:
        explicit Sink(Bytes& bytes) : bytes_(bytes) {}

      private:
        std::streamsize xsputn(const char* data, std::streamsize size) override {
            bytes_.append(data, static_cast<std::size_t>(size));
            return size;
        }
        int_type overflow(int_type character) override {
            bytes_.push_back(traits_type::to_char_type(character));
            return character;
        }

        Bytes& bytes_;
    };
    struct Writer {
        explicit Writer(Bytes& bytes) : sink(bytes), stream(&sink) {}

        Sink sink;
        std::ostream stream;
    };

    Bytes bytes_;
    std::unique_ptr<Writer> writer_;  // made when an archive needs it: streams are slow to make
};

/// Takes values out of bytes in the order in which they were put in. Throws cereal::Exception where they end early.
class Decoder {
  public:
    explicit Decoder(Bytes bytes) : stream_(std::move(bytes)) {}

    template <Transferable T>
    T get() {
        T value{};
        if constexpr (std::is_same_v<T, bool>) {
            const auto byte = get<std::uint8_t>();
            if (byte > 1) throw cereal::Exception("neither true nor false");
            value = byte == 1;
        } else if constexpr (std::is_trivially_copyable_v<T>) {
            read(&value, sizeof(T));
        } else if constexpr (detail::is_flat_vector<T>) {
            const auto size = get<std::uint64_t>();
            if (size > left() / sizeof(value[0])) throw cereal::Exception("message too short");
            value.resize(size);
            read(value.data(), size * sizeof(value[0]));
        } else {
            cereal::BinaryInputArchive archive(stream_);
            archive(value);
        }
        return value;
    }

    /// All that is left.
    Bytes rest() {
        Bytes bytes(left(), '\0');
        read(bytes.data(), bytes.size());
        return bytes;
    }

    /// Whether all was taken out.
    bool at_end() { return stream_.peek() == std::istringstream::traits_type::eof(); }

  private:
    void read(void* to, std::size_t size) {
        if (!stream_.read(static_cast<char*>(to), static_cast<std::streamsize>(size)))
            throw cereal::Exception("message too short");
    }
    std::uint64_t left() {
        return static_cast<std::uint64_t>(std::max<std::streamsize>(stream_.rdbuf()->in_avail(), 0));
    }

    std::istringstream stream_;
};

}  // namespace scrump
