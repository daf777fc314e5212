#pragma once

// Include it for nodes that only cereal can serialise.
//
// Lets nodes and values travel that only the serialisation library cereal can write: with pointers, or with functions
// outside the class. Include it, and cereal's headers for the types, before any other header of Scrump.

#include <scrump/net/codec.hpp>

#include <cereal/archives/binary.hpp>

#include <sstream>
#include <type_traits>
#include <utility>

namespace scrump {

template <class T>
requires(!std::is_trivially_copyable_v<T> && !detail::SerializesItself<T> &&
         cereal::traits::is_output_serializable<T, cereal::BinaryOutputArchive>::value &&
         cereal::traits::is_input_serializable<T, cereal::BinaryInputArchive>::value) struct ForeignCodec<T> {
    static constexpr bool known = true;

    static void put(Encoder& to, const T& value) {
        std::ostringstream stream;
        cereal::BinaryOutputArchive{stream}(value);
        to.put(std::move(stream).str());
    }
    static void get(Decoder& from, T& value) {
        std::istringstream stream(from.get<std::string>());
        cereal::BinaryInputArchive{stream}(value);
    }
};

}  // namespace scrump
