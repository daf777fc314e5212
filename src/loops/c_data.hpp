#pragma once
// The data of a loop as a C program describes them: an array, a cube, or objects by call-backs. Each is a LoopPart
// whose iterations a thief runs in its own array: stolen data stand there while a chunk of them is run.

#include "../net/element_layout.hpp"

#include <scrump/loops/detail/part_run.hpp>
#include <scrump/net/codec.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>

namespace scrump::detail {

class CData {
  public:
    CData() = default;
    CData(const CData&) = delete;
    CData& operator=(const CData&) = delete;
    virtual ~CData() = default;

    /// What travels of so many iterations of this rank's part, and back.
    virtual LoopPart part(std::uint64_t size) = 0;

    /// Where a chunk can be run, and how many iterations of others there is room for.
    virtual std::uint64_t room(std::uint64_t own) const = 0;

    /// A stolen chunk is about to be run: where its first iteration is, by the program's count.
    virtual std::uint64_t bring(const StolenData& stolen, ChunkRule::Range place) = 0;
    /// It was.
    virtual void take_back(const StolenData& stolen, ChunkRule::Range place) = 0;
    /// Where a chunk's objects are; `stolen` null: this rank's own.
    virtual void* objects(const StolenData* stolen) = 0;
};

/// As MPI's call-backs, but that the type is not looked at: bytes.
using CMap = void (*)(void* in, int start, int end, void* out_type, void** out, int* len);

/// An element for each iteration; `results` null: in place. What lies between the bytes of elements is left alone.
/// Throws UsageError for elements that do not follow each other.
std::unique_ptr<CData> make_array(void* data, void* results, const ElementLayout& element);
/// What lies between the bytes of an element travels with it. Throws UsageError for extents or an axis that cannot be,
/// and for elements that reach beyond their extent.
std::unique_ptr<CData> make_cube(void* data, int x, int y, int z, const ElementLayout& element, int axis);
std::unique_ptr<CData> make_objects(void* data, CMap to_bytes, CMap from_bytes);

}  // namespace scrump::detail
