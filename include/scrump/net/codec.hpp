#pragma once
// Turning values into bytes and back: a trivially copyable type travels as its bytes, any other by the serialisation
// library's archive functions (cereal: a member `template <class A> void serialize(A& archive)`).

#include <cereal/archives/binary.hpp>
#include <cereal/types/map.hpp>
#include <cereal/types/string.hpp>
#include <cereal/types/utility.hpp>
#include <cereal/types/vector.hpp>

#include <sstream>
#include <string>
#include <type_traits>
#include <utility>

namespace scrump {

/// A message's contents.
using Bytes = std::string;

/// A type that can travel between localities.
template <class T>
concept Transferable = std::is_trivially_copyable_v<T> ||
    (cereal::traits::is_output_serializable<T, cereal::BinaryOutputArchive>::value&&
         cereal::traits::is_input_serializable<T, cereal::BinaryInputArchive>::value);

/// Collects values into bytes.
class Encoder {
  public:
    template <Transferable T>
    Encoder& put(const T& value) {
        if constexpr (std::is_trivially_copyable_v<T>) {
            stream_.write(reinterpret_cast<const char*>(&value), sizeof(T));
        } else {
            cereal::BinaryOutputArchive archive(stream_);
            archive(value);
        }
        return *this;
    }

    Bytes take() { return std::move(stream_).str(); }

  private:
    std::ostringstream stream_;
};

/// Takes values out of bytes in the order in which they were put in. Throws cereal::Exception where they end early.
class Decoder {
  public:
    explicit Decoder(Bytes bytes) : stream_(std::move(bytes)) {}

    template <Transferable T>
    T get() {
        T value{};
        if constexpr (std::is_trivially_copyable_v<T>) {
            if (!stream_.read(reinterpret_cast<char*>(&value), sizeof(T))) throw cereal::Exception("message too short");
        } else {
            cereal::BinaryInputArchive archive(stream_);
            archive(value);
        }
        return value;
    }

  private:
    std::istringstream stream_;
};

}  // namespace scrump
