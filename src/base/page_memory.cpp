#include <scrump/base/detail/page_memory.hpp>

#include <sys/mman.h>

#include <new>

namespace scrump::detail {

void advise_large_pages(void* memory, std::size_t bytes) {
    if (bytes >= large_page) ::madvise(memory, bytes, MADV_HUGEPAGE);
}

PageMemory::PageMemory(std::size_t bytes) : size_(bytes) {
    if (bytes == 0) return;
    void* const mapped =
        ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (mapped == MAP_FAILED) throw std::bad_alloc();
    data_ = static_cast<std::byte*>(mapped);
    advise_large_pages(data_, size_);
}

PageMemory::~PageMemory() {
    if (data_ != nullptr) ::munmap(data_, size_);
}

}  // namespace scrump::detail
