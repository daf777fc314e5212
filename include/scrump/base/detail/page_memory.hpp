#pragma once
// Zeros from the operating system: a page of them takes memory once it is written to, so that what is never used costs
// nothing, and large pages where there are any, so that who reads here and there misses fewer translations.

#include <cstddef>
#include <utility>

namespace scrump::detail {

/// From so many bytes on, large pages are asked for: those of x86.
inline constexpr std::size_t large_page = std::size_t{1} << 21U;

/// Asks for large pages under mapped memory, if it is large enough; nothing changes but time.
void advise_large_pages(void* memory, std::size_t bytes);

class PageMemory {
  public:
    /// None.
    PageMemory() = default;
    /// So many bytes, from the beginning of a page on. Throws std::bad_alloc where there is no room for them.
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
