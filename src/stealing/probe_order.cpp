#include <scrump/stealing/detail/probe_order.hpp>

#include <algorithm>

namespace scrump::detail {

ProbeOrder::ProbeOrder(unsigned self, unsigned size, std::uint64_t seed,
                       const std::function<bool(unsigned other)>& near)
    : random_(seed + 0x9e3779b97f4a7c15 * (std::uint64_t{self} + 1)) {
    for (unsigned other = 0; other < size; ++other) {
        if (other != self) others_.push_back(other);
    }
    const auto far = std::stable_partition(others_.begin(), others_.end(), near);
    near_ = static_cast<std::size_t>(far - others_.begin());
}

}  // namespace scrump::detail
