#include <scrump/states/table/options.hpp>

#include <scrump/base/error.hpp>
#include <scrump/states/table/chunks.hpp>
#include <scrump/states/table/detail/table_layout.hpp>
#include <scrump/states/table/place.hpp>

#include <algorithm>

namespace scrump {

std::size_t TableOptions::max_examined() const {
    return max_chunks * (chunk > 0 ? chunk : max_chunk);
}

void TableOptions::check() const {
    const auto refuse = [this](const std::string& what) { throw UsageError("table '" + name + "': " + what); };
    if (buckets == 0) refuse("there must be buckets");
    if (max_buckets > 0 && max_buckets < buckets)
        refuse("it cannot grow from " + std::to_string(buckets) + " to " + std::to_string(max_buckets) + " buckets");
    if (chunk % buckets_of_a_line != 0) refuse("chunks of " + std::to_string(chunk) + " buckets: a multiple of 8");
    if (max_chunks == 0) refuse("a state must be looked for in a chunk at least");
    if (state_words > Place::max_words)
        refuse("states of " + std::to_string(state_words) + " words: at most " + std::to_string(Place::max_words));
    if (std::max(buckets, max_buckets) > Place::max_index) refuse("at most 2^36 buckets in a locality");
    const std::size_t records = detail::TableLayout::record_words(*this);
    if (records < state_words) refuse("no room for one state of " + std::to_string(state_words) + " words");
    if (records > Place::max_index) refuse(std::to_string(records) + " words of states: at most 2^36 in a locality");
}

}  // namespace scrump
