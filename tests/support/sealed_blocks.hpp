#pragma once
// Checkpoints of explorations, taken apart into their blocks and sealed again with right checksums (state_file.hpp): so
// what was altered in between is what an exploration sees.

#include <scrump/base/digest.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

namespace scrump::test {

inline std::uint64_t number_at(const std::string& bytes, std::size_t at) {
    std::uint64_t number = 0;
    std::memcpy(&number, bytes.data() + at, sizeof(number));
    return number;
}

inline void put_number(std::string& bytes, std::size_t at, std::uint64_t number) {
    std::memcpy(bytes.data() + at, &number, sizeof(number));
}

/// A file in parts: its beginning, and the contents of its blocks, of which the first is the header.
struct StateBlocks {
    std::string beginning;
    std::vector<std::string> blocks;
};

inline StateBlocks take_apart(const std::string& file) {
    constexpr std::size_t beginning = 16;
    StateBlocks parts{file.substr(0, beginning), {}};
    for (std::size_t at = beginning; at < file.size();) {
        const std::uint64_t size = number_at(file, at);
        parts.blocks.push_back(file.substr(at + 8, size));
        at += size + 16;
    }
    return parts;
}

/// With the checksums of what its blocks have now.
inline std::string seal(const StateBlocks& parts) {
    std::string file = parts.beginning;
    for (const std::string& block : parts.blocks) {
        std::string numbers(16, '\0');
        put_number(numbers, 0, block.size());
        put_number(numbers, 8, checksum(block));
        file += numbers.substr(0, 8) + block + numbers.substr(8);
    }
    return file;
}

}  // namespace scrump::test
