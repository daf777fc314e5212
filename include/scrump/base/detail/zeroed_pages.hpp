#pragma once
// Much memory at once, zero at first, that takes pages of the machine only where it is used; large ones, where there
// are any, as what lies at random places in it is found sooner then.

#include <cstddef>
#include <utility>

namespace scrump::detail {

class ZeroedPages {
  public:
    /// Throws std::bad_alloc.
    explicit ZeroedPages(std::size_t bytes);
    ZeroedPages(ZeroedPages&& other) noexcept
        : data_(std::exchange(other.data_, nullptr)), bytes_(std::exchange(other.bytes_, 0)) {}
    /// Changes places with the other.
    ZeroedPages& operator=(ZeroedPages&& other) noexcept {
        std::swap(data_, other.data_);
        std::swap(bytes_, other.bytes_);
        return *this;
    }
    ~ZeroedPages();

    std::byte* data() const { return data_; }
    std::size_t size() const { return bytes_; }

  private:
    std::byte* data_ = nullptr;
    std::size_t bytes_ = 0;
};

}  // namespace scrump::detail
