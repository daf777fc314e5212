#include <scrump/loops/data.hpp>

namespace scrump::detail {

void expect_size(std::size_t bytes, std::size_t expected) {
    if (bytes == expected) return;
    throw Error("the data of stolen iterations are " + std::to_string(bytes) + " bytes instead of " +
                std::to_string(expected));
}

}  // namespace scrump::detail
