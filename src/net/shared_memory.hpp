#pragma once
// Memory that processes of one host share: an anonymous file, which the others open through its maker's file
// descriptor. It has no name that could be left behind, is not limited by the size of /dev/shm, is initially zero, and
// is freed by the system when the last process has unmapped it, so that no process needs to wait for another.

#include <sys/types.h>
#include <cstddef>

namespace scrump::detail {

class SharedMemory {
  public:
    /// The address for other processes.
    struct Address {
        pid_t process = -1;
        int file = -1;
        bool valid() const { return file >= 0; }
    };

    SharedMemory() = default;
    SharedMemory(SharedMemory&& other) noexcept;
    SharedMemory& operator=(SharedMemory&& other) noexcept;
    ~SharedMemory();

    /// New memory; empty if the system refuses.
    static SharedMemory create(std::size_t size);
    /// Another process's memory; empty if it cannot be reached or has another size.
    static SharedMemory attach(Address address, std::size_t size);

    /// Null if empty.
    std::byte* data() const { return data_; }
    /// Valid in its maker until hide().
    Address address() const;
    /// Prevents further processes from attaching.
    void hide();
    /// The handle through which others attach, apart from the memory: they can as long as it lives.
    SharedMemory take_door();

  private:
    bool map(std::size_t size);

    std::byte* data_ = nullptr;
    std::size_t size_ = 0;
    int file_ = -1;
};

}  // namespace scrump::detail
