#include <scrump/base/detail/same_page.hpp>

#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstring>
#include <exception>
#include <new>

namespace scrump::detail {

std::size_t page_size() {
    static const auto size = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
    return size;
}

namespace {

// By the system call itself: UCX, which MPICH uses, puts a function of its own in mremap's place that takes no address.
void* remap(void* from, std::size_t bytes, int flags, void* to = nullptr) {
    // NOLINTNEXTLINE(performance-no-int-to-ptr): it is an address
    return reinterpret_cast<void*>(::syscall(SYS_mremap, from, bytes, page_size(), flags, to));
}

}  // namespace

// Of no bytes of a shared mapping, mremap makes another mapping, and leaves the old one.
SamePage::SamePage(void* place, void* shared) {
    void* const again = remap(shared, 0, MREMAP_MAYMOVE);
    if (again == MAP_FAILED) return;
    std::memcpy(again, place, page_size());
    if (remap(again, page_size(), MREMAP_MAYMOVE | MREMAP_FIXED, place) != place) throw std::bad_alloc();
    place_ = place;
}

SamePage::~SamePage() {
    if (place_ == nullptr) return;
    constexpr int own = MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED;
    if (::mmap(place_, page_size(), PROT_READ | PROT_WRITE, own, -1, 0) != place_) std::terminate();
}

}  // namespace scrump::detail
