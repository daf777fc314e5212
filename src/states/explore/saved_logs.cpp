#include "saved_logs.hpp"

#include <algorithm>

namespace scrump::detail {

SavedLogs::SavedLogs(StateLogs& logs, Meeting& meeting, Meeting::Lists lists, unsigned localities, unsigned workers)
    : logs_(logs), workers_(workers) {
    std::uint64_t waiting = 0;
    for (unsigned locality = 0; locality < localities; ++locality) {
        for (unsigned worker = 0; worker < workers; ++worker) {
            const auto list = meeting.list_of(locality, worker, lists);
            known_ = known_ && list;
            if (!list) return;
            all_.push_back({.first = EntryNumber(locality, worker, 0),
                            .waiting = list->first.entry(),
                            .size = list->first.entry() + list->count,
                            .expanded_before = expanded_,
                            .waiting_before = waiting});
            expanded_ += list->first.entry();
            waiting += list->count;
        }
    }
}

bool SavedLogs::write(StateFileWriter& to) {
    if (!known_) return false;
    for (const Log& log : all_)
        if (!write(log, 0, log.waiting, to)) return false;
    for (const Log& log : all_)
        if (!write(log, log.waiting, log.size, to)) return false;
    to.finish();
    return true;
}

bool SavedLogs::write(const Log& log, std::uint64_t from, std::uint64_t to, StateFileWriter& file) {
    static constexpr std::uint64_t together = 4096;
    Entries entries;
    for (; from < to; from += entries.size()) {
        if (!logs_.copy(log.first.plus(from), std::min(together, to - from), false, entries)) return false;
        for (std::size_t i = 0; i < entries.size(); ++i) file.add(number_of(entries.parent(i)), entries[i]);
    }
    return true;
}

std::uint64_t SavedLogs::number_of(EntryNumber entry) const {
    if (!entry) return no_parent;
    const Log& log = all_[entry.locality() * workers_ + entry.worker()];
    if (entry.entry() < log.waiting) return log.expanded_before + entry.entry();
    return expanded_ + log.waiting_before + (entry.entry() - log.waiting);
}

}  // namespace scrump::detail
