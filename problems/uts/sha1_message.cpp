#include "detail/sha1_message.hpp"

namespace scrump::uts::message {

// Not in the header, or else compilers would know the numbers.
constinit const std::array<std::uint32_t, rounds> addends = [] {
    std::array<std::uint32_t, rounds> all{};
    for (unsigned t = 0; t < rounds; ++t) all[t] = addend(t);
    return all;
}();

}  // namespace scrump::uts::message
