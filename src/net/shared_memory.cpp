#include "shared_memory.hpp"

#include <scrump/base/detail/page_memory.hpp>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <string>
#include <utility>

namespace scrump::detail {

SharedMemory::SharedMemory(SharedMemory&& other) noexcept
    : data_(std::exchange(other.data_, nullptr)), size_(other.size_), file_(std::exchange(other.file_, -1)) {}

SharedMemory& SharedMemory::operator=(SharedMemory&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    std::swap(file_, other.file_);
    return *this;
}

SharedMemory::~SharedMemory() {
    if (data_ != nullptr) ::munmap(data_, size_);
    hide();
}

SharedMemory SharedMemory::create(std::size_t size) {
    SharedMemory memory;
    memory.file_ = ::memfd_create("scrump", MFD_CLOEXEC);
    if (memory.file_ < 0 || ::ftruncate(memory.file_, static_cast<off_t>(size)) != 0 || !memory.map(size)) return {};
    return memory;
}

SharedMemory SharedMemory::attach(Address address, std::size_t size) {
    const std::string path = "/proc/" + std::to_string(address.process) + "/fd/" + std::to_string(address.file);
    SharedMemory memory;
    memory.file_ = ::open(path.c_str(), O_RDWR | O_CLOEXEC | O_NONBLOCK);
    struct stat status {};
    if (memory.file_ < 0 || ::fstat(memory.file_, &status) != 0 || status.st_size != static_cast<off_t>(size) ||
        !memory.map(size)) {
        return {};
    }
    memory.hide();
    return memory;
}

SharedMemory::Address SharedMemory::address() const {
    return {.process = ::getpid(), .file = file_};
}

void SharedMemory::hide() {
    if (file_ >= 0) ::close(std::exchange(file_, -1));
}

SharedMemory SharedMemory::take_door() {
    SharedMemory door;
    door.file_ = std::exchange(file_, -1);
    return door;
}

bool SharedMemory::map(std::size_t size) {
    void* const mapped = ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED, file_, 0);
    if (mapped == MAP_FAILED) return false;
    advise_large_pages(mapped, size);
    data_ = static_cast<std::byte*>(mapped);
    size_ = size;
    return true;
}

}  // namespace scrump::detail
