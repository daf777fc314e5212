#include "detail/sha1.hpp"

#include <scrump/base/cpu.hpp>

namespace scrump::uts {

#if defined(__x86_64__)
bool ShaNi::available() {
    return cpu::has_sha();
}
#endif

namespace {

State by_portable(const State& parent, std::uint32_t index) {
    State child;
    PortableSha1::children(parent, index, child);
    return child;
}

#if defined(__x86_64__)
[[gnu::target("sha,sse4.1")]] State by_sha_ni(const State& parent, std::uint32_t index) {
    State child;
    ShaNi::children(parent, index, child);
    return child;
}
#endif

}  // namespace

ChildHash* child_hash([[maybe_unused]] HashChoice hash) {
#if defined(__x86_64__)
    if (hash != HashChoice::portable && ShaNi::available()) return by_sha_ni;
#endif
    return by_portable;
}

}  // namespace scrump::uts
