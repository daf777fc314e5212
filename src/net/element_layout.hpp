#pragma once
// The layout of the elements of an MPI datatype in memory. An element may have gaps between its bytes, and the next one
// begins an extent later, which may be more than the bytes of one, or less.

#include <cstddef>
#include <vector>

namespace scrump::detail {

struct ElementLayout {
    /// Contiguous bytes, by their distance from the beginning of the element.
    struct Run {
        std::ptrdiff_t offset = 0;
        std::size_t size = 0;

        bool operator==(const Run&) const = default;
    };

    std::ptrdiff_t extent = 0;  ///< distance from an element to the next one
    std::vector<Run> runs{};    ///< the bytes of an element, from the first to the last

    /// Elements of `bytes` bytes, contiguous.
    static ElementLayout dense(std::size_t bytes) {
        ElementLayout layout{.extent = static_cast<std::ptrdiff_t>(bytes)};
        if (bytes > 0) layout.runs.push_back({.offset = 0, .size = bytes});
        return layout;
    }

    /// Number of bytes of an element, without the gaps.
    std::size_t size() const {
        std::size_t sum = 0;
        for (const Run& run : runs) sum += run.size;
        return sum;
    }
    /// Whether elements are contiguous and without gaps.
    bool is_dense() const { return *this == dense(size()); }

    bool operator==(const ElementLayout&) const = default;
};

/// The layout of a committed datatype, given by its Fortran number (MPI_Type_c2f). Throws UsageError for a datatype
/// that cannot be used, and if Scrump was built without MPI.
ElementLayout layout_of_datatype(int datatype);

}  // namespace scrump::detail
