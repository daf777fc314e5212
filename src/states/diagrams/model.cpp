#include <scrump/states/diagrams/model.hpp>

#include "entry_bits.hpp"

#include <algorithm>
#include <iterator>

namespace scrump {

std::vector<std::uint32_t> entries_of(const StoredRelation& relation) {
    std::vector<std::uint32_t> entries;
    std::set_union(relation.read.begin(), relation.read.end(), relation.written.begin(), relation.written.end(),
                   std::back_inserter(entries));
    return entries;
}

std::vector<std::uint32_t> state_variables(const SymbolicModel& model, std::span<const std::uint32_t> entries) {
    const detail::EntryBits layout(model.bits);
    std::vector<std::uint32_t> variables;
    for (const std::uint32_t entry : entries)
        for (std::uint32_t bit = layout.first(entry); bit < layout.first(entry + 1); ++bit)
            variables.push_back(2 * place_of(model, bit));
    std::ranges::sort(variables);
    return variables;
}

}  // namespace scrump
