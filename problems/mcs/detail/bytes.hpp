#pragma once
// Vectors of bytes, of a size that every processor has instructions for.

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace scrump::mcs {

using Bytes [[gnu::vector_size(16)]] = std::uint8_t;
inline constexpr std::size_t block = sizeof(Bytes);

inline Bytes load(const std::uint8_t* from) {
    Bytes bytes;
    std::memcpy(&bytes, from, block);
    return bytes;
}
inline void store(std::uint8_t* to, Bytes bytes) {
    std::memcpy(to, &bytes, block);
}
inline Bytes least(Bytes a, Bytes b) {
    return a < b ? a : b;
}
inline Bytes most(Bytes a, Bytes b) {
    return a < b ? b : a;
}

/// The sum of all bytes, which must be less than 65536.
inline unsigned sum_of(Bytes bytes) {
    using Words [[gnu::vector_size(16)]] = std::uint64_t;
    constexpr std::uint64_t low = 0x00ff'00ff'00ff'00ff;
    constexpr std::uint64_t all = 0x0001'0001'0001'0001;
    const auto words = reinterpret_cast<Words>(bytes);
    const std::uint64_t sums =
        (words[0] & low) + ((words[0] >> 8U) & low) + (words[1] & low) + ((words[1] >> 8U) & low);
    return static_cast<unsigned>((sums * all) >> 48U);
}

}  // namespace scrump::mcs
