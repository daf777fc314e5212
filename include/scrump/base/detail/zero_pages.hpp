#pragma once
// Memory that is zero and costs nothing until it is used: pages come when they are touched first. For what has to be as
// large as it may ever become, such as what other localities reach by its address.

#include <cstddef>

namespace scrump::detail {

class ZeroPages {
  public:
    /// So many bytes, at the beginning of a page. Throws std::bad_alloc where there is no room for their addresses.
    explicit ZeroPages(std::size_t bytes);
    ZeroPages(const ZeroPages&) = delete;
    ZeroPages& operator=(const ZeroPages&) = delete;
    ~ZeroPages();

    void* data() const { return data_; }

  private:
    std::size_t bytes_;
    void* data_;
};

}  // namespace scrump::detail
