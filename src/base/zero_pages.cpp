#include <scrump/base/detail/zero_pages.hpp>

#include <sys/mman.h>

#include <algorithm>
#include <new>

namespace scrump::detail {

// Without a reservation, so that the kernel does not refuse what would be too much if all of it were used.
ZeroPages::ZeroPages(std::size_t bytes)
    : bytes_(std::max<std::size_t>(bytes, 1)),
      data_(::mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)) {
    if (data_ == MAP_FAILED) throw std::bad_alloc();
}

ZeroPages::~ZeroPages() {
    ::munmap(data_, bytes_);
}

}  // namespace scrump::detail
