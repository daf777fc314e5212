#pragma once
// A page of memory that appears in two places: data written in one can be read in the other.

#include <cstddef>

namespace scrump::detail {

/// Size of a page of this machine, in bytes.
std::size_t page_size();

class SamePage {
  public:
    /// Maps the page at `shared`, which other processes can also reach (mmap's MAP_SHARED), to `place`, with the
    /// contents of `place`. Both begin a page; `place` must not be in use meanwhile. Throws std::bad_alloc if the
    /// process has reached its limit of mappings.
    SamePage(void* place, void* shared);
    SamePage(const SamePage&) = delete;
    SamePage& operator=(const SamePage&) = delete;
    /// Maps private memory to the place again, with zeros.
    ~SamePage();

    /// Whether the mapping succeeded: it does not if `shared` is private memory of this process.
    explicit operator bool() const { return place_ != nullptr; }

  private:
    void* place_ = nullptr;
};

}  // namespace scrump::detail
