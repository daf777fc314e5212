#include "disk_states.hpp"

#include "record_buffer.hpp"
#include "visited_states.hpp"

#include <scrump/base/error.hpp>

#include <algorithm>
#include <utility>

namespace scrump::detail {
namespace {

// Number of parts for each worker: the last ones to be merged are small then.
constexpr unsigned parts_each = 4;
// Largest number of sections in which the visited states of a part lie.
constexpr std::size_t most_visited_sections = 24;
constexpr std::size_t most_block_words = std::size_t{1} << 13U;
constexpr std::size_t fewest_source_words = 256;
// Smallest memory of a worker, in sources of a merge.
constexpr std::size_t fewest_sources = 20;
// Number of records between two looks at requests from outside.
constexpr std::uint64_t merged_together = 1024;

std::size_t record_words_of(std::size_t width) {
    return width != 0 ? width : most_words_of_state + 1;
}
std::size_t source_words_of(std::size_t width) {
    return std::max(fewest_source_words, 2 * record_words_of(width));
}

// Of a worker.
std::size_t words_of(std::size_t memory, unsigned workers, std::size_t width) {
    const std::size_t words = memory / workers / sizeof(std::uint64_t);
    const std::size_t fewest = fewest_sources * source_words_of(width);
    if (words >= fewest) return words;
    throw UsageError("memory limit: " + std::to_string(memory) + " bytes; states on disk need at least " +
                     std::to_string(fewest * workers * sizeof(std::uint64_t)) + " for " + std::to_string(workers) +
                     (workers == 1 ? " worker" : " workers"));
}

std::size_t block_words_of(std::size_t words) {
    return std::min(words / fewest_sources, most_block_words);
}

}  // namespace

DiskStates::DiskStates(const std::string& folder, std::size_t width, unsigned workers, std::size_t memory)
    : shape_(width),
      record_words_(record_words_of(width)),
      source_words_(source_words_of(width)),
      block_words_(block_words_of(words_of(memory, workers, width))),
      buffer_words_(words_of(memory, workers, width) - 2 * (block_words_ + record_words_)),
      folder_(folder) {
    for (unsigned part = 0; part < workers * parts_each; ++part)
        parts_.push_back({.file = std::make_shared<ScratchFile>(folder_, "levels-" + std::to_string(part))});
    for (unsigned worker = 0; worker < workers; ++worker)
        runs_.push_back({.file = std::make_shared<ScratchFile>(folder_, "runs-" + std::to_string(worker)),
                         .of_parts = std::vector<std::vector<SortedSection>>(parts_.size())});
}

ExploreDiskStatistics DiskStates::statistics() const {
    const ScratchBytes bytes = folder_.bytes();
    return {.bytes = bytes.largest,
            .bytes_read = bytes.read,
            .bytes_written = bytes.written,
            .runs = run_count_.load(std::memory_order_relaxed),
            .merges = merges_.load(std::memory_order_relaxed)};
}

// --- Runs

bool DiskStates::write_run(unsigned worker, RecordBuffer& buffer, const GoesOn& goes_on) {
    if (buffer.empty()) return true;
    Runs& runs = runs_[worker];
    std::vector<Word> memory(block_words_ + record_words_);  // as large as a block that is read
    SectionWriter writer(shape_, runs.file, memory, block_words_);
    unsigned part = 0;
    const auto end_part = [&] {
        if (SortedSection section = writer.end_section(); section.words() > 0)
            runs.of_parts[part].push_back(std::move(section));
    };
    const auto put = [&](const Word* record) {
        if (const unsigned own = part_of(*record); own != part) {
            end_part();
            part = own;
        }
        writer.add(record);
    };
    if (!buffer.drain(put, goes_on)) return false;
    end_part();
    writer.flush();
    run_count_.fetch_add(1, std::memory_order_relaxed);
    return true;
}

// --- Merging

std::vector<SortedSection> DiskStates::take_runs(unsigned part) {
    std::vector<SortedSection> all;
    for (Runs& each : runs_)
        for (SortedSection& section : std::exchange(each.of_parts[part], {})) all.push_back(std::move(section));
    return all;
}

bool DiskStates::merge(unsigned part, std::span<Word> memory, const See& see, const GoesOn& goes_on) {
    Part& own = parts_[part];
    std::vector<SortedSection> runs = take_runs(part);
    if (runs.empty()) {
        own.levels.emplace_back();
        return true;
    }
    const std::size_t most_visited = std::min(most_visited_sections, most_sources() / 2);
    if (!reduce(own.visited, most_visited, most_visited / 2, memory, goes_on) ||
        !reduce(runs, most_sources() - own.visited.size(), 2, memory, goes_on))
        return false;
    const std::size_t share = memory.size() / (runs.size() + own.visited.size() + 1);
    MergedSections candidates(shape_, runs, memory.first(share * runs.size()), record_words_);
    SoughtSections visited(shape_, own.visited, memory.subspan(share * runs.size(), share * own.visited.size()),
                           record_words_);
    SectionWriter level(shape_, own.file, memory.last(share), block_words_);
    std::uint64_t merged = 0;
    while (const Word* const record = candidates.next()) {
        if (++merged % merged_together == 0 && !goes_on()) return false;
        if (visited.contain(record)) continue;
        level.add(record);
        see(record);
    }
    own.levels.push_back(level.end_section());
    level.flush();
    if (own.levels.back().words() > 0) own.visited.push_back(own.levels.back());
    merges_.fetch_add(1, std::memory_order_relaxed);
    return true;
}

// Merges the smallest of the sections, at least `together` at a time, until there are at most `most`.
bool DiskStates::reduce(std::vector<SortedSection>& sections, std::size_t most, std::size_t together,
                        std::span<Word> memory, const GoesOn& goes_on) {
    while (sections.size() > most) {
        std::ranges::sort(sections, {}, &SortedSection::words);
        const std::size_t count =
            std::min({std::max(together, sections.size() - most + 1), sections.size(), most_sources()});
        auto merged = merge(std::span(sections).first(count), memory, goes_on);
        if (!merged) return false;
        sections.erase(sections.begin(), sections.begin() + static_cast<std::ptrdiff_t>(count));
        sections.push_back(std::move(*merged));
    }
    return true;
}

std::optional<SortedSection> DiskStates::merge(std::span<const SortedSection> sections, std::span<Word> memory,
                                               const GoesOn& goes_on) {
    const std::uint64_t number = merges_.fetch_add(1, std::memory_order_relaxed);
    const auto file = std::make_shared<ScratchFile>(folder_, "merged-" + std::to_string(number));
    const std::size_t share = memory.size() / (sections.size() + 1);
    MergedSections records(shape_, sections, memory.first(share * sections.size()), record_words_);
    SectionWriter to(shape_, file, memory.last(share), block_words_);
    std::uint64_t merged = 0;
    while (const Word* const record = records.next()) {
        if (++merged % merged_together == 0 && !goes_on()) return std::nullopt;
        to.add(record);
    }
    SortedSection all = to.end_section();
    to.flush();
    return all;
}

// --- Checkpoints

void DiskStates::add_level(const std::function<const Word*()>& next, std::span<Word> memory) {
    const Word* record = next();
    for (unsigned number = 0; number < parts(); ++number) {
        Part& part = parts_[number];
        SectionWriter writer(shape_, part.file, memory, block_words_);
        for (; record != nullptr && part_of(*record) == number; record = next()) writer.add(record);
        part.levels.push_back(writer.end_section());
        writer.flush();
        if (part.levels.back().words() > 0) part.visited.push_back(part.levels.back());
    }
    ++known_levels_;
}

bool DiskStates::check(unsigned part, std::size_t level, std::span<Word> memory, const std::string& file,
                       const See& see, const GoesOn& goes_on) {
    const auto fail = [&](const char* what) { throw Error(file + ": " + what); };
    std::vector<SortedSection> runs = take_runs(part);
    if (!reduce(runs, most_sources() - 1, 2, memory, goes_on)) return false;
    const std::size_t share = memory.size() / (runs.size() + 1);
    MergedSections candidates(shape_, runs, memory.first(share * runs.size()), record_words_);
    std::uint64_t merged = 0;
    const Word* candidate = candidates.next();
    for (SectionReader known(shape_, parts_[part].levels[level], memory.last(share), record_words_); !known.over();
         known.advance()) {
        if (++merged % merged_together == 0 && !goes_on()) return false;
        while (level > 0 && candidate != nullptr && shape_.less(candidate, known.record()))
            candidate = candidates.next();
        if (candidate == nullptr || !shape_.equal(candidate, known.record())) {
            fail(level == 0 ? "begins in other states"
                            : "has a state that follows none of the level before: the file is damaged, or it belongs "
                              "to another model");
        }
        see(candidate);
        candidate = candidates.next();
    }
    if (level == 0 && candidate != nullptr) fail("begins in other states");
    merges_.fetch_add(1, std::memory_order_relaxed);
    return true;
}

bool DiskStates::check_distinct(unsigned part, std::span<Word> memory, const std::string& file, const GoesOn& goes_on) {
    std::vector<SortedSection>& visited = parts_[part].visited;
    std::uint64_t words = 0;
    for (const SortedSection& each : visited) words += each.words();
    if (!reduce(visited, 1, most_visited_sections, memory, goes_on)) return false;
    if (!visited.empty() && visited.front().words() != words) throw Error(file + ": has a state twice");
    return true;
}

void DiskStates::show_level(std::size_t level, std::span<Word> memory, const See& see) const {
    for (const Part& each : parts_)
        for (SectionReader reader(shape_, each.levels[level], memory, record_words_); !reader.over(); reader.advance())
            see(reader.record());
}

// --- Levels

std::vector<std::pair<const SortedSection*, std::size_t>> DiskStates::blocks_of(std::size_t level) const {
    std::vector<std::pair<const SortedSection*, std::size_t>> blocks;
    for (const Part& each : parts_) {
        const SortedSection& section = each.levels[level];
        for (std::size_t block = 0; block < section.block_count(); ++block) blocks.emplace_back(&section, block);
    }
    return blocks;
}

// --- Findings

void DiskStates::tell_found(const StateVerdict& verdict, StateWordsSpan state) {
    const std::scoped_lock lock(mutex_);
    if (!found_) found_ = Found{.verdict = verdict, .state = {state.begin(), state.end()}};
    has_found_.store(true, std::memory_order_release);
}

void DiskStates::tell_predecessor(std::uint64_t phase, StateWordsSpan state) {
    const std::scoped_lock lock(mutex_);
    if (has_predecessor(phase)) return;
    Predecessor& known = predecessors_[phase % 2];
    known.state.assign(state.begin(), state.end());
    known.phase.store(phase, std::memory_order_release);
}

}  // namespace scrump::detail
