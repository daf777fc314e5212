#include "sorted_sections.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace scrump::detail {
namespace {

using Word = std::uint64_t;

// More read or written at a time is not faster.
constexpr std::size_t most_words_together = std::size_t{1} << 17U;
// At first, and after a jump.
constexpr std::size_t fewest_words_read = std::size_t{1} << 11U;

std::vector<SectionReader> readers_of(RecordShape shape, std::span<const SortedSection> sections,
                                      std::span<Word> memory, std::size_t record_words) {
    std::vector<SectionReader> readers;
    readers.reserve(sections.size());
    const std::size_t share = std::min(memory.size() / std::max<std::size_t>(sections.size(), 1), most_words_together);
    for (std::size_t i = 0; i < sections.size(); ++i)
        readers.emplace_back(shape, sections[i], memory.subspan(i * share, share), record_words);
    std::erase_if(readers, [](const SectionReader& each) { return each.over(); });
    return readers;
}

}  // namespace

// --- Writing

SectionWriter::SectionWriter(RecordShape shape, std::shared_ptr<ScratchFile> file, std::span<Word> memory,
                             std::size_t block_words)
    : shape_(shape),
      file_(std::move(file)),
      memory_(memory.first(std::min(memory.size(), most_words_together))),
      block_words_(block_words),
      begin_(file_->size()),
      at_(begin_) {}

SortedSection SectionWriter::end_section() {
    SortedSection section{.file = file_, .from = std::exchange(begin_, at_), .to = at_};
    if (!blocks_.empty())
        section.blocks = std::make_shared<const std::vector<SortedSection::Block>>(std::exchange(blocks_, {}));
    return section;
}

void SectionWriter::flush() {
    if (used_ > 0) file_->append(memory_.first(std::exchange(used_, 0)));
}

// --- Reading

SectionReader::SectionReader(RecordShape shape, const SortedSection& section, std::span<Word> memory,
                             std::size_t record_words)
    : shape_(shape),
      section_(section),
      memory_(memory),
      record_words_(record_words),
      together_(std::min(fewest_words_read, memory.size())),
      next_(section.from) {
    load();
}

void SectionReader::load() {
    if (next_ == section_.to) return;
    std::copy(memory_.data() + at_, memory_.data() + used_, memory_.data());
    used_ -= std::exchange(at_, 0);
    const std::size_t room = std::min(memory_.size() - used_, std::max(together_, record_words_));
    const auto words = static_cast<std::size_t>(std::min<std::uint64_t>(room, section_.to - next_));
    section_.file->read(next_, memory_.subspan(used_, words));
    next_ += words;
    used_ += words;
    together_ = std::min(2 * together_, memory_.size());
}

void SectionReader::seek(const Word* record) {
    while (at_ != used_ && shape_.less(this->record(), record)) {
        at_ += shape_.size(this->record());
        if (used_ - at_ >= record_words_) continue;
        if (next_ != section_.to) skip(*record);
        load();
    }
}

// What precedes the last block that begins with a smaller first word is smaller, too.
void SectionReader::skip(Word first) {
    const auto& blocks = *section_.blocks;
    const auto past = std::ranges::lower_bound(blocks, first, {}, &SortedSection::Block::first);
    if (past == blocks.begin() || std::prev(past)->from <= next_) return;
    next_ = std::prev(past)->from;
    at_ = used_ = 0;
    together_ = std::min(fewest_words_read, memory_.size());
}

// --- Merging

MergedSections::MergedSections(RecordShape shape, std::span<const SortedSection> sections, std::span<Word> memory,
                               std::size_t record_words)
    : shape_(shape), readers_(readers_of(shape, sections, memory, record_words)) {
    for (SectionReader& each : readers_) heap_.push_back({*each.record(), &each});
    for (std::size_t i = heap_.size(); i-- > 0;) sift_down(i);
}

const Word* MergedSections::next() {
    if (heap_.empty()) return nullptr;
    const Word* const record = heap_.front().reader->record();
    record_.assign(record, record + shape_.size(record));
    while (!heap_.empty() && shape_.equal(heap_.front().reader->record(), record_.data())) {
        Head& head = heap_.front();
        head.reader->advance();
        if (head.reader->over()) {
            head = heap_.back();
            heap_.pop_back();
        } else {
            head.first = *head.reader->record();
        }
        sift_down(0);
    }
    return record_.data();
}

bool MergedSections::before(const Head& a, const Head& b) const {
    if (a.first != b.first) return a.first < b.first;
    return shape_.width() != 1 && shape_.less(a.reader->record(), b.reader->record());
}

void MergedSections::sift_down(std::size_t at) {
    if (at >= heap_.size()) return;
    const Head head = heap_[at];
    for (std::size_t child = 2 * at + 1; child < heap_.size(); child = 2 * at + 1) {
        if (child + 1 < heap_.size() && before(heap_[child + 1], heap_[child])) ++child;
        if (!before(heap_[child], head)) break;
        heap_[std::exchange(at, child)] = heap_[child];
    }
    heap_[at] = head;
}

SoughtSections::SoughtSections(RecordShape shape, std::span<const SortedSection> sections, std::span<Word> memory,
                               std::size_t record_words)
    : shape_(shape), readers_(readers_of(shape, sections, memory, record_words)) {
    for (const SectionReader& each : readers_) heads_.push_back(*each.record());
}

bool SoughtSections::contain(const Word* record) {
    bool found = false;
    for (std::size_t i = 0; i < readers_.size(); ++i) {
        if (heads_[i] > *record) continue;
        SectionReader& reader = readers_[i];
        reader.seek(record);
        if (reader.over()) {
            heads_[i] = std::numeric_limits<Word>::max();
        } else {
            heads_[i] = *reader.record();
            found = found || shape_.equal(reader.record(), record);
        }
    }
    return found;
}

}  // namespace scrump::detail
