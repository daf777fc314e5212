#pragma once
// Zeroed memory from the operating system: a page takes memory once it is written to, so that unused memory costs
// nothing, and large pages if available, so that scattered reads miss fewer translations.

#include <cstddef>
#include <utility>

namespace scrump::detail {

/// Size from which large pages are requested: that of large pages on x86.
inline constexpr std::size_t large_page = std::size_t{1} << 21U;

/// Requests large pages for mapped memory, if it is large enough; affects only speed.
void advise_large_pages(void* memory, std::size_t bytes);

class PageMemory {
  public:
    /// Without memory.
    PageMemory() = default;
    /// Maps `bytes` bytes, from the beginning of a page on. Throws std::bad_alloc if there is no room for them.
    explicit PageMemory(std::size_t bytes);
    PageMemory(PageMemory&& other) noexcept
        : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}
    PageMemory& operator=(PageMemory&& other) noexcept {
        std::swap(data_, other.data_);
        std::swap(size_, other.size_);
        return *this;
    }
    ~PageMemory();

    std::byte* data() const { return data_; }
    std::size_t size() const { return size_; }

  private:
    std::byte* data_ = nullptr;
    std::size_t size_ = 0;
};

}  // namespace scrump::detail
