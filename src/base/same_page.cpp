#include <scrump/base/detail/same_page.hpp>

#include <sys/mman.h>
#include <unistd.h>

#include <cstring>
#include <exception>
#include <new>

namespace scrump::detail {

std::size_t page_size() {
    static const auto size = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
    return size;
}

// Of no bytes of a shared mapping, mremap makes another mapping, and leaves the old one.
SamePage::SamePage(void* place, void* shared) {
    const std::size_t size = page_size();
    void* const again = ::mremap(shared, 0, size, MREMAP_MAYMOVE);
    if (again == MAP_FAILED) return;
    std::memcpy(again, place, size);
    if (::mremap(again, size, size, MREMAP_MAYMOVE | MREMAP_FIXED, place) != place) throw std::bad_alloc();
    place_ = place;
}

SamePage::~SamePage() {
    if (place_ == nullptr) return;
    constexpr int own = MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED;
    if (::mmap(place_, page_size(), PROT_READ | PROT_WRITE, own, -1, 0) != place_) std::terminate();
}

}  // namespace scrump::detail
