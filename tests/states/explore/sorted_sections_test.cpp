#include "../../../src/states/explore/sorted_sections.hpp"

#include "../../../src/states/explore/record_buffer.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <set>
#include <span>
#include <vector>

#include "support/folder.hpp"

namespace scrump::detail {
namespace {

using Word = std::uint64_t;
using States = std::set<std::vector<Word>>;

constexpr std::size_t block_words = 64;

class SortedSections : public testing::TestWithParam<std::size_t> {
  protected:
    RecordShape shape() const { return RecordShape(GetParam()); }
    std::size_t record_words() const { return GetParam() != 0 ? GetParam() : 7; }

    // Of this width, or of 1 to 6 words; few differ in their first words only.
    std::vector<Word> state(Word number) const {
        std::vector<Word> words(GetParam() != 0 ? GetParam() : 1 + number % 6, 5);
        words[number % words.size()] = number;
        return words;
    }
    static Word random(Word& seed) { return (seed = hash_of(seed + 1)) % 3000; }

    // A section of these states, each of which was added twice.
    SortedSection write(const States& states, const std::shared_ptr<ScratchFile>& file) const {
        std::vector<Word> memory(100'000);
        std::vector<Word> few(record_words() + 10);
        RecordBuffer buffer(shape(), memory);
        for (int i = 0; i < 2; ++i)
            for (const auto& each : states) EXPECT_TRUE(buffer.add(each));
        SectionWriter writer(shape(), file, few, block_words);
        EXPECT_TRUE(buffer.drain([&](const Word* record) { writer.add(record); }, [] { return true; }));
        EXPECT_TRUE(buffer.empty());
        const SortedSection section = writer.end_section();
        writer.flush();
        return section;
    }

    test::Folder folder_;
    ScratchFolder scratch_{folder_.path().string()};
};

INSTANTIATE_TEST_SUITE_P(Widths, SortedSections, testing::Values(0, 1, 2, 5));

TEST_P(SortedSections, ARecordIsItsStateAndSpreadsIt) {
    std::vector<Word> record(10);
    std::vector<Word> read;
    std::set<Word> quarters;
    for (Word number = 0; number < 100; ++number) {
        shape().write(state(number), record.data());
        EXPECT_EQ(shape().size(record.data()), shape().size_for(state(number).size()));
        shape().read(record.data(), read);
        EXPECT_EQ(read, state(number));
        quarters.insert(record.front() >> 62U);
    }
    EXPECT_EQ(quarters.size(), 4U);
}

TEST_P(SortedSections, ABufferIsFullBeforeItsMemoryEnds) {
    std::vector<Word> memory(100);
    RecordBuffer buffer(shape(), memory);
    Word number = 0;
    while (buffer.add(state(number))) ++number;
    EXPECT_GT(number, 0U);
    EXPECT_LE(buffer.used(), memory.size());
    EXPECT_GT(buffer.used() + record_words() + 2, memory.size());
    std::size_t calls = 0;
    EXPECT_FALSE(buffer.drain([](const Word*) {}, [&] { return ++calls < 3; }));
    EXPECT_EQ(calls, 3U);
}

TEST_P(SortedSections, MergedOnesHaveEachStateOnceAndInOrder) {
    const auto file = std::make_shared<ScratchFile>(scratch_, "sections");
    Word seed = GetParam();
    States all;
    std::vector<SortedSection> sections = {write({}, file)};
    for (int i = 0; i < 7; ++i) {
        States some;
        for (int j = 0; j < 300 * i; ++j) some.insert(state(random(seed)));
        all.insert(some.begin(), some.end());
        sections.push_back(write(some, file));
    }
    std::vector<Word> memory(8 * 4 * record_words());
    MergedSections merged(shape(), sections, memory, record_words());
    States found;
    std::vector<Word> last;
    std::vector<Word> read;
    while (const Word* const record = merged.next()) {
        EXPECT_TRUE(last.empty() || shape().less(last.data(), record));
        last.assign(record, record + shape().size(record));
        shape().read(record, read);
        found.insert(read);
    }
    EXPECT_EQ(found, all);
}

TEST_P(SortedSections, ContainTheirStatesAndNoOther) {
    const auto file = std::make_shared<ScratchFile>(scratch_, "sections");
    Word seed = 3 + GetParam();
    std::array<States, 3> parts;
    for (int i = 0; i < 2000; ++i) parts[random(seed) % 3].insert(state(random(seed)));
    const std::vector<SortedSection> sections = {write(parts[0], file), write(parts[1], file), write(parts[2], file)};
    // Many and few are sought, so that blocks are read one after another, and left out.
    for (const Word step : {1U, 7U, 400U}) {
        std::vector<Word> memory(3 * 4 * record_words());
        SoughtSections sought(shape(), sections, memory, record_words());
        States candidates;
        for (Word number = 0; number < 3000; number += step) candidates.insert(state(number));
        const SortedSection section = write(candidates, std::make_shared<ScratchFile>(scratch_, "candidates"));
        std::vector<Word> room(4 * record_words());
        std::vector<Word> read;
        for (SectionReader each(shape(), section, room, record_words()); !each.over(); each.advance()) {
            shape().read(each.record(), read);
            const bool known = std::ranges::any_of(parts, [&](const States& part) { return part.contains(read); });
            EXPECT_EQ(sought.contain(each.record()), known);
        }
    }
}

TEST_P(SortedSections, BlocksBeginWithRecordsAndCoverTheSection) {
    const auto file = std::make_shared<ScratchFile>(scratch_, "sections");
    States states;
    for (Word number = 0; number < 500; ++number) states.insert(state(number));
    static_cast<void>(write({state(1)}, file));
    const SortedSection section = write(states, file);
    std::uint64_t next = section.from;
    std::size_t count = 0;
    for (std::size_t block = 0; block < section.block_count(); ++block) {
        EXPECT_EQ((*section.blocks)[block].from, next);
        next = section.block_end(block);
        std::vector<Word> words(next - (*section.blocks)[block].from);
        EXPECT_LE(words.size(), block_words);
        file->read(next - words.size(), words);
        EXPECT_EQ(words.front(), (*section.blocks)[block].first);
        for (std::size_t at = 0; at < words.size(); at += shape().size(words.data() + at)) ++count;
    }
    EXPECT_EQ(next, section.to);
    EXPECT_EQ(count, states.size());
}

}  // namespace
}  // namespace scrump::detail
