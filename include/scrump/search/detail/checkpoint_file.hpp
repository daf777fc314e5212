#pragma once
// The format of checkpoint files: a search's state between two runs as bytes, and back. Reads and writes no file
// itself.
//
//     8 bytes  "SCRUMPCP"
//     u32      version of the format: 1
//     u32      0x01020304, in the byte order of the machine, as all numbers
//     u64      length of the body
//     u64      checksum of the body
//     body     problem, signature, the counters in order, seconds, runs, number of parts, parts
//
// In the body a number takes 8 bytes; a text or a part its length and then its bytes. One state has one representation.

#include <scrump/metrics/counters.hpp>
#include <scrump/net/codec.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace scrump::detail {

/// Contents of a checkpoint file: the state of a search as its localities packed it, and its identification.
struct CheckpointFile {
    std::string problem;       ///< problem that was searched, as named by the user
    std::string signature;     ///< digest of everything else that must be the same to resume: types, root, limits
    Counters counters;         ///< counters of all workers in all runs so far
    double seconds = 0;        ///< duration of all runs so far; finite, not negative
    std::uint64_t runs = 1;    ///< number of runs so far; at least one
    std::vector<Bytes> parts;  ///< the localities' parts, opaque here

    bool operator==(const CheckpointFile&) const = default;
};

/// The file's bytes.
Bytes pack(const CheckpointFile& contents);

/// The contents from which `pack` made the bytes. Throws Error, with `name` in front, that says what is wrong: damaged
/// bytes are never accepted as a state, nor is memory allocated beyond their size.
CheckpointFile unpack(std::string_view bytes, const std::string& name);

/// Whether the bytes are the beginning, however short, of a file of this kind.
bool may_be_checkpoint(std::string_view bytes);

}  // namespace scrump::detail
