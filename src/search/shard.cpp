#include <scrump/base/error.hpp>
#include <scrump/base/option.hpp>
#include <scrump/search/shard.hpp>

#include <algorithm>
#include <cstddef>

namespace scrump {

Shard Shard::parse(std::string_view text) {
    const std::size_t slash = std::min(text.find('/'), text.size());
    try {
        const auto count =
            static_cast<unsigned>(read_count(text.substr(std::min(slash + 1, text.size())), 1, max_count));
        const auto index = static_cast<unsigned>(read_count(text.substr(0, slash), 1, count));
        return {.index = index, .count = count};
    } catch (const UsageError&) {
        throw UsageError("'" + std::string(text) + "' is not a shard; expected I/N, with I from 1 to N and N to " +
                         std::to_string(max_count) + ", such as 2/16");
    }
}

std::string Shard::describe() const {
    return std::to_string(index) + "/" + std::to_string(count);
}

}  // namespace scrump
