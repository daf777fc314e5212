#include <scrump/states/table/detail/record_space.hpp>

#include <scrump/states/table/detail/table_layout.hpp>

#include <algorithm>

namespace scrump::detail {
namespace {

constexpr std::size_t usual_block = 4096;
/// Of an owner's room, a share that its takers may have taken and not used.
constexpr std::size_t idle_share = 64;

// So many of the longest states that nothing is left over where all are of that length.
std::size_t block_of(const TableOptions& options, std::size_t takers) {
    if (options.state_words == 0) return 0;
    const std::size_t fair = TableLayout::record_words(options) / (idle_share * takers);
    return std::max<std::size_t>(1, std::min(usual_block, fair) / options.state_words) * options.state_words;
}

}  // namespace

RecordSpace::RecordSpace(const TableOptions& options, RemoteAccess& counters, unsigned workers)
    : counters_(counters),
      all_words_(TableLayout::record_words(options)),
      block_words_(block_of(options, std::size_t{counters.owners()} * workers)),
      owners_(counters.owners()) {}

std::optional<std::size_t> RecordSpace::take(unsigned owner, std::size_t words) {
    Owner& own = owners_[owner];
    const auto fits = [&](const Spare& spare) { return spare.words >= words; };
    if (const auto spare = std::ranges::find_if(own.spares, fits); spare != own.spares.end()) {
        const std::size_t first = spare->first;
        *spare = own.spares.back();
        own.spares.pop_back();
        return first;
    }
    if (own.end - own.next < words && !take_block(owner, words)) return std::nullopt;
    own.next += words;
    return own.next - words;
}

// The last block of all may be a short one.
bool RecordSpace::take_block(unsigned owner, std::size_t words) {
    RemoteHandle taken = counters_.fetch_add(owner, TableLayout::taken_words, block_words_);
    const std::size_t first = taken.wait();
    if (!taken.done() || first >= all_words_ || all_words_ - first < words) return false;
    owners_[owner].next = first;
    owners_[owner].end = std::min(all_words_, first + block_words_);
    return true;
}

void RecordSpace::give_back(unsigned owner, std::size_t first, std::size_t words) {
    Owner& own = owners_[owner];
    if (first + words == own.next) {
        own.next = first;
    } else {
        own.spares.push_back({first, words});
    }
}

void RecordSpace::forget() {
    std::ranges::fill(owners_, Owner{});
}

}  // namespace scrump::detail
