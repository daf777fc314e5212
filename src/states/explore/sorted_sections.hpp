#pragma once
// Sections of files with sorted records, each once: written, read from the first record on, and merged.

#include "state_records.hpp"

#include <scrump/base/detail/scratch_files.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace scrump::detail {

/// A section. The blocks of which it consists begin with whole records and have about the same size.
struct SortedSection {
    using Word = std::uint64_t;

    struct Block {
        Word first;          ///< first word of its first record
        std::uint64_t from;  ///< where it begins, in words of the file
    };

    std::shared_ptr<const ScratchFile> file{};
    std::uint64_t from = 0;  ///< where it begins, in words
    std::uint64_t to = 0;
    std::shared_ptr<const std::vector<Block>> blocks{};  ///< null if the section is empty

    std::uint64_t words() const { return to - from; }
    std::size_t block_count() const { return blocks ? blocks->size() : 0; }
    std::uint64_t block_end(std::size_t block) const {
        return block + 1 < blocks->size() ? (*blocks)[block + 1].from : to;
    }
};

/// Writes sections one after another to the end of a file. No other one may write to it meanwhile.
class SectionWriter {
  public:
    using Word = std::uint64_t;

    /// `memory` must hold the largest record.
    SectionWriter(RecordShape shape, std::shared_ptr<ScratchFile> file, std::span<Word> memory,
                  std::size_t block_words);

    /// Records come in ascending order.
    void add(const Word* record) {
        const std::size_t words = shape_.size(record);
        if (used_ + words > memory_.size()) flush();
        if (blocks_.empty() || at_ + words > blocks_.back().from + block_words_) blocks_.push_back({*record, at_});
        std::copy_n(record, words, memory_.data() + used_);
        used_ += words;
        at_ += words;
    }
    /// Ends a section; the next record begins another one. It can be read after flush().
    SortedSection end_section();
    void flush();

  private:
    RecordShape shape_;
    std::shared_ptr<ScratchFile> file_;
    std::span<Word> memory_;
    std::size_t block_words_;
    std::size_t used_ = 0;
    std::uint64_t begin_;  // of the section, in the file
    std::uint64_t at_;
    std::vector<SortedSection::Block> blocks_;
};

class SectionReader {
  public:
    using Word = std::uint64_t;

    /// `memory` must hold the largest record, of `record_words` words. Reads the first one.
    SectionReader(RecordShape shape, const SortedSection& section, std::span<Word> memory, std::size_t record_words);

    bool over() const { return at_ == used_; }
    /// Unless it is over.
    const Word* record() const { return memory_.data() + at_; }
    void advance() {
        at_ += shape_.size(record());
        if (used_ - at_ < record_words_) load();
    }
    /// Goes to the first record that is not less than this one, past blocks that need not be read. Records must come in
    /// ascending order.
    void seek(const Word* record);

  private:
    void load();
    void skip(Word first);

    RecordShape shape_;
    SortedSection section_;
    std::span<Word> memory_;
    std::size_t record_words_;
    std::size_t together_;  // number of words that are read next
    std::uint64_t next_;    // to be read
    std::size_t at_ = 0;    // of the words in memory
    std::size_t used_ = 0;
};

/// The records of several sections, in ascending order, each once.
class MergedSections {
  public:
    using Word = std::uint64_t;

    /// The sections divide the memory.
    MergedSections(RecordShape shape, std::span<const SortedSection> sections, std::span<Word> memory,
                   std::size_t record_words);

    /// The next record, which is valid until the next call; null if there is none.
    const Word* next();

  private:
    struct Head {
        Word first;
        SectionReader* reader;
    };

    bool before(const Head& a, const Head& b) const;
    void sift_down(std::size_t at);

    RecordShape shape_;
    std::vector<SectionReader> readers_;
    std::vector<Head> heap_;
    std::vector<Word> record_;
};

/// Whether records are in any of several sections.
class SoughtSections {
  public:
    using Word = std::uint64_t;

    SoughtSections(RecordShape shape, std::span<const SortedSection> sections, std::span<Word> memory,
                   std::size_t record_words);

    /// Records must come in ascending order.
    bool contain(const Word* record);

  private:
    RecordShape shape_;
    std::vector<SectionReader> readers_;
    std::vector<Word> heads_;  // first words of the readers' records
};

}  // namespace scrump::detail
