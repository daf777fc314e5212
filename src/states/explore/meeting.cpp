#include "meeting.hpp"

#include <algorithm>
#include <array>
#include <span>

namespace scrump::detail {
namespace {

constexpr std::size_t report_words = 14;

std::array<std::uint64_t, report_words> to_words(const Report& report) {
    return {report.states,      report.waiting,     report.lacks_room, report.found,      report.memory_left,
            report.in_second,   report.transitions, report.deadlocks,  report.to_be_kept, report.level,
            report.interrupted, report.stop,        report.expanded,   report.nanoseconds};
}
Report from_words(const std::uint64_t* words) {
    return {words[0], words[1], words[2], words[3],  words[4],  words[5],  words[6],
            words[7], words[8], words[9], words[10], words[11], words[12], words[13]};
}

}  // namespace

Report& Report::operator+=(const Report& other) {
    states += other.states;
    waiting += other.waiting;
    lacks_room += other.lacks_room;
    found += other.found;
    memory_left = std::min(memory_left, other.memory_left);
    in_second += other.in_second;
    transitions += other.transitions;
    deadlocks += other.deadlocks;
    to_be_kept += other.to_be_kept;
    level = std::max(level, other.level);
    interrupted += other.interrupted;
    stop = std::max(stop, other.stop);
    expanded += other.expanded;
    nanoseconds += other.nanoseconds;
    return *this;
}

std::size_t Meeting::words(unsigned workers) {
    return apart * (1 + 4 * std::size_t{workers});
}

Meeting::Meeting(RemoteAccess& words, VisitedStates& visited, unsigned locality, unsigned worker, unsigned workers)
    : array_(words),
      visited_(visited),
      self_(locality),
      worker_(worker),
      workers_(workers),
      own_words_(words.direct(locality)) {}

Report Meeting::come(const Report& own, const std::function<bool()>& calls) {
    array_.put(self_, report(worker_), to_words(own));
    array_.fence();
    bool has_called = false;
    visited_.meet([&] {
        if (has_called || !calls()) return;
        call();
        has_called = true;
    });
    const unsigned localities = array_.owners();
    std::vector<Word> words(std::size_t{localities} * workers_ * apart);
    std::vector<RemoteHandle> handles;
    for (unsigned locality = 0; locality < localities; ++locality) {
        const std::span<Word> to(words.data() + std::size_t{locality} * workers_ * apart, workers_ * apart);
        handles.push_back(array_.get(locality, report(0), to));
    }
    for (RemoteHandle& handle : handles) handle.wait();
    Report all = from_words(words.data());
    for (std::size_t i = apart; i < words.size(); i += apart) all += from_words(words.data() + i);
    ++round_;
    return all;
}

void Meeting::call() {
    for (unsigned locality = 0; locality < array_.owners(); ++locality) array_.put(locality, round_word, round_ + 1);
}

void Meeting::set_list(std::uint64_t first_entry, std::uint64_t entries) {
    const std::array<Word, list_words> words = {0, first_entry, entries};
    array_.put(self_, list(worker_, 1 - parity_), words);
}

void Meeting::pass_level(std::uint64_t first_entry, std::uint64_t entries) {
    for (unsigned worker = 0; worker < workers_; ++worker) {
        const std::size_t at = list(worker, parity_);
        std::array<Word, list_words> words = {entries, first_entry, entries};
        if (worker != worker_) {
            array_.get(self_, at, words).wait();
            words = {0, words[first] + words[count], 0};
        }
        array_.put(self_, at, words);
    }
}

std::optional<Meeting::Stretch> Meeting::list_of(unsigned locality, unsigned worker, Lists lists) {
    std::array<Word, list_words> words{};
    RemoteHandle handle = array_.get(locality, list(worker, lists == Lists::next ? 1 - parity_ : parity_), words);
    handle.wait();
    if (!handle.done()) return std::nullopt;
    return Stretch{EntryNumber(locality, worker, words[first]), words[count]};
}

Meeting::Stretch Meeting::take_of(unsigned locality, unsigned worker, std::size_t most, std::size_t share,
                                  const std::optional<StealAmount>& amount) {
    const std::size_t at = list(worker, parity_);
    std::array<Word, list_words> words{};
    array_.get(locality, at, words).wait();
    if (words[cursor] >= words[count]) return {};
    const std::size_t left = words[count] - words[cursor];
    const std::size_t wanted = std::clamp<std::size_t>(amount ? (*amount)(left, left) : left / (2 * share), 1, most);
    const Word taken = array_.fetch_add(locality, at + cursor, wanted).wait();
    if (taken >= words[count]) return {};
    return {EntryNumber(locality, worker, words[first] + taken), std::min<std::size_t>(wanted, words[count] - taken)};
}

Meeting::Stretch Meeting::take_of_locality(unsigned locality, std::size_t most,
                                           const std::optional<StealAmount>& amount) {
    std::vector<Word> lists(workers_ * apart);
    while (!ending()) {
        array_.get(locality, list(0, parity_), lists).wait();
        unsigned victim = 0;
        Word left = 0;
        for (unsigned worker = 0; worker < workers_; ++worker) {
            const Word* const words = lists.data() + worker * apart;
            if (words[cursor] >= words[count] || words[count] - words[cursor] <= left) continue;
            left = words[count] - words[cursor];
            victim = worker;
        }
        if (left == 0) return {};
        // Where other thieves were faster, somebody else may have something left.
        if (const Stretch taken = take_of(locality, victim, most, 1, amount)) return taken;
    }
    return {};
}

}  // namespace scrump::detail
