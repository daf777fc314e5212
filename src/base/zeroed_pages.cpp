#include <scrump/base/detail/zeroed_pages.hpp>

#include <sys/mman.h>
#include <new>

namespace scrump::detail {

ZeroedPages::ZeroedPages(std::size_t bytes) : bytes_(bytes) {
    void* const memory =
        ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) throw std::bad_alloc();
    data_ = static_cast<std::byte*>(memory);
    ::madvise(memory, bytes, MADV_HUGEPAGE);  // where it is refused, small pages do
}

ZeroedPages::~ZeroedPages() {
    if (data_ != nullptr) ::munmap(data_, bytes_);
}

}  // namespace scrump::detail
