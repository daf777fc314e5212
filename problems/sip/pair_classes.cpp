#include <scrump/problems/sip/detail/pair_classes.hpp>

#include <scrump/base/error.hpp>

#include <algorithm>
#include <array>
#include <string>
#include <unordered_map>

namespace scrump::sip {
namespace {

struct HashOfAsked {
    std::size_t operator()(const Asked& asked) const {
        std::uint64_t hash = asked.kind;
        for (const std::uint16_t count : asked.counts) hash = (hash ^ count) * 0x9e3779b97f4a7c15U;
        return hash ^ hash >> 32;
    }
};

/// Different things, numbered in the order in which they come.
class Numbering {
  public:
    std::uint32_t of(const Asked& asked) {
        const auto [place, is_new] = numbers_.try_emplace(asked, static_cast<std::uint32_t>(all_.size()));
        if (is_new) all_.push_back(asked);
        return place->second;
    }
    std::vector<Asked>& all() { return all_; }

  private:
    std::unordered_map<Asked, std::uint32_t, HashOfAsked> numbers_;
    std::vector<Asked> all_;
};

Asked with_at_most(Asked asked, std::uint16_t cap) {
    for (std::size_t count = 0; count < counts_of_induced; ++count)
        if (count != adjacent && count != not_adjacent) asked.counts[count] = std::min(asked.counts[count], cap);
    return asked;
}

/// The number of each; empty if there are more than `most` classes.
std::vector<std::uint16_t> number(std::span<const Asked> different, std::uint16_t cap, std::size_t most, bool apart,
                                  std::vector<Asked>& classes) {
    Numbering capped;
    std::vector<std::uint16_t> numbers;
    for (const Asked& each : different) {
        const Asked asked = with_at_most(each, cap);
        const bool free = apart && asked.asks_for_nothing();
        numbers.push_back(free ? PairClasses::unconstrained : static_cast<std::uint16_t>(capped.of(asked)));
        if (capped.all().size() > most) return {};
    }
    classes = std::move(capped.all());
    return numbers;
}

}  // namespace

PairClasses PairClasses::of(std::span<const Asked> pairs, std::size_t size, std::size_t most, bool apart) {
    Numbering different;
    std::vector<std::uint32_t> places(pairs.size());
    for (std::size_t pair = 0; pair < pairs.size(); ++pair)
        if (pair % (size + 1) != 0) places[pair] = different.of(pairs[pair]);
    PairClasses result;
    result.numbers.resize(pairs.size());
    if (different.all().empty()) return result;
    constexpr std::array<std::uint16_t, 11> caps = {0xffff, 128, 64, 32, 16, 8, 4, 3, 2, 1, 0};
    std::vector<std::uint16_t> numbers;
    for (const std::uint16_t cap : caps) {
        // Edges and kinds must be told apart, however many there are.
        numbers = number(different.all(), cap, cap == 0 ? unconstrained : most, apart, result.classes);
        if (!numbers.empty()) break;
    }
    if (numbers.empty())
        throw Error("subgraph isomorphism: the pattern has more than " + std::to_string(unconstrained) +
                    " kinds of pairs by the labels of their edges");
    for (std::size_t pair = 0; pair < pairs.size(); ++pair)
        if (pair % (size + 1) != 0) result.numbers[pair] = numbers[places[pair]];
    return result;
}

}  // namespace scrump::sip
