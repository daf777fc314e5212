#pragma once
// A page of memory that lies in two places: what is written in one is read in the other.

#include <cstddef>

namespace scrump::detail {

/// Bytes of a page of this machine.
std::size_t page_size();

class SamePage {
  public:
    /// From now on the page at `place` is the one at `shared`, which other processes reach, too (mmap's MAP_SHARED),
    /// with what was at `place`. Both begin a page; nobody uses `place` meanwhile. Throws std::bad_alloc where a
    /// process has as many mappings as it may have.
    SamePage(void* place, void* shared);
    SamePage(const SamePage&) = delete;
    SamePage& operator=(const SamePage&) = delete;
    /// Memory of its own is at the place again, with zeros.
    ~SamePage();

    /// Whether that could be done: not where `shared` is memory of this process alone.
    explicit operator bool() const { return place_ != nullptr; }

  private:
    void* place_ = nullptr;
};

}  // namespace scrump::detail
