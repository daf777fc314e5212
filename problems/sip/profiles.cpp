#include <scrump/problems/sip/detail/profiles.hpp>

#include <limits>

namespace scrump::sip {

void Profiles::take(const PairCounter& counter, std::size_t most) {
    for (std::size_t count = 0; count < counts_of_induced; ++count) {
        all_[count].clear();
        if (!counter.counts(count)) continue;
        for (const std::uint32_t u : counter.around()) all_[count].add(counter[count][u]);
    }
    constexpr std::size_t largest_degree = std::numeric_limits<std::uint16_t>::max();
    Profile& degrees = all_.back();
    degrees.clear();
    for (const std::uint32_t u : counter.around())
        if (counter[adjacent][u] != 0)
            degrees.add(static_cast<std::uint16_t>(std::min(counter.degree(u), largest_degree)));
    for (Profile& profile : all_) profile.sort(most);
}

}  // namespace scrump::sip
