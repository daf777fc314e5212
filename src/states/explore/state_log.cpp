#include "state_log.hpp"

#include <algorithm>

namespace scrump::detail {

std::vector<RemoteArrayShape> LogShape::arrays() const {
    std::vector<RemoteArrayShape> all = {{"states found", workers * words}};
    if (width == 0) all.push_back({"where states begin", workers * entries});
    return all;
}

StateLogs::StateLogs(const LogShape& shape, std::span<RemoteAccess* const> arrays, unsigned locality, unsigned worker)
    : shape_(shape),
      word_array_(*arrays[0]),
      start_array_(shape.width == 0 ? arrays[1] : nullptr),
      locality_(locality),
      worker_(worker),
      most_entries_(shape.width == 0 ? shape.entries / shape.sides() : EntryNumber::most_entries) {
    use_side();
}

void StateLogs::use_side() {
    words_ = word_array_.direct(locality_) + first_word(worker_, side_);
    if (start_array_ != nullptr) starts_ = start_array_->direct(locality_) + first_start(worker_, side_);
}

void StateLogs::read_own(std::uint64_t entry, std::vector<Word>& state) const {
    const std::size_t stride = shape_.width + skipped();
    const auto start = [&](std::uint64_t of) { return starts_[of].load(std::memory_order_relaxed); };
    const std::size_t begin = starts_ == nullptr ? entry * stride : start(entry);
    const std::size_t end = starts_ == nullptr ? begin + stride : start(entry + 1);
    state.clear();
    for (std::size_t at = begin + skipped(); at < end; ++at)
        state.push_back(words_[at].load(std::memory_order_relaxed));
}

std::uint64_t StateLogs::turn() {
    most_used_[side_] = std::max(most_used_[side_], used_);
    if (shape_.sides() == 1) return count_;
    side_ = 1 - side_;
    used_ = 0;
    count_ = 0;
    use_side();
    return 0;
}

std::uint64_t StateLogs::memory() const {
    const std::size_t words = std::max(most_used_[side_], used_) + most_used_[1 - side_];
    return words * sizeof(Word) + (starts_ != nullptr ? count_ * sizeof(Word) : 0);
}

bool StateLogs::copy(EntryNumber first, std::size_t count, bool other_side, Entries& to) {
    const unsigned owner = first.locality();
    const unsigned side = other_side && shape_.sides() == 2 ? 1 - side_ : side_;
    const std::size_t base = first_word(first.worker(), side);
    const auto get = [owner](RemoteAccess& from, std::size_t at, std::span<Word> words) {
        RemoteHandle handle = from.get(owner, at, words);
        handle.wait();
        return handle.done();
    };
    to.first_ = first;
    to.size_ = count;
    to.skipped_ = skipped();
    if (start_array_ == nullptr) {
        to.stride_ = shape_.width + skipped();
        to.words_.resize(count * to.stride_);
        return get(word_array_, base + first.entry() * to.stride_, to.words_);
    }
    to.starts_.resize(count + 1);
    if (!get(*start_array_, first_start(first.worker(), side) + first.entry(), to.starts_)) return false;
    to.words_.resize(to.starts_.back() - to.starts_.front());
    return get(word_array_, base + to.starts_.front(), to.words_);
}

std::optional<std::vector<std::vector<StateLogs::Word>>> StateLogs::path_to(EntryNumber last) {
    std::vector<std::vector<Word>> path;
    Entries entry;
    for (EntryNumber at = last; at; at = entry.parent(0)) {
        if (!copy(at, 1, false, entry)) return std::nullopt;
        path.emplace_back(entry[0].begin(), entry[0].end());
    }
    std::ranges::reverse(path);
    return path;
}

}  // namespace scrump::detail
