#pragma once

// Include it for identifying a problem by its input.
//
// Short names for long contents: XXH3 of the xxHash library, the same on every platform. It tells inputs apart and
// finds damage; it does not resist attackers.

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace scrump {

/// XXH3 of 128 bits as 32 hexadecimal digits, as `xxhsum -H2` prints it: tells inputs apart; not cryptographic.
std::string digest(std::string_view bytes);

/// The digest of the bytes of `values`.
template <class T>
std::string digest(std::span<const T> values) {
    return digest(std::string_view(reinterpret_cast<const char*>(values.data()), values.size_bytes()));
}

/// XXH3 of 64 bits: finds damage; not cryptographic.
std::uint64_t checksum(std::string_view bytes);

}  // namespace scrump
